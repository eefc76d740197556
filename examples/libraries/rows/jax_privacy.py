"""jax-privacy: its sampler of batches at the epsilon that Poisson sampling amplifies to, and its noise at the rho of its deviation."""
import math

LIBRARY, VERSIONS = "jax-privacy", ["2.0.0"]
AMPLIFIED = math.log(1 + 0.5 * (math.e - 1))  # of epsilon 1, by a share of one half


def noisy_size_of_a_batch():
    import numpy
    from jax_privacy.batch_selection import CyclicPoissonSampling

    rng, sampling = numpy.random.default_rng(), CyclicPoissonSampling(sampling_prob=0.5, iterations=1)
    return lambda people: len(next(iter(sampling.batch_iterator(people, rng)))) + rng.laplace()


def private_gradient():
    import secrets

    import jax
    from jax_privacy.noise_addition import gaussian_privatizer

    privatizer = gaussian_privatizer(stddev=1.0, prng_key=jax.random.key(secrets.randbits(32)))
    update = jax.jit(privatizer.update)
    state = [privatizer.init(jax.numpy.zeros(1))]

    def release(gradient):
        noisy, state[0] = update(jax.numpy.array([float(gradient)]), state[0])
        return float(noisy[0])

    return release


MAKE = {"CyclicPoissonSampling, a noisy size": noisy_size_of_a_batch, "gaussian_privatizer": private_gradient}
ROWS = [
    {"mechanism": "CyclicPoissonSampling, a noisy size", "d": 10, "d_prime": 11, "claim": {"epsilon": AMPLIFIED}, "budget": 20_000},
    {"mechanism": "gaussian_privatizer", "d": 0.0, "d_prime": 1.0, "claim": {"rho": 0.5}, "budget": 20_000},
]
LAST_BITS = {"gaussian_privatizer": []}
