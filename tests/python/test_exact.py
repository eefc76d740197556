"""Exact truths against closed forms, releases against the command's, noise against its law."""
import math

import numpy
import pytest

import warner
from warner.noise import Sampler


def test_the_catalogue():
    assert len(warner.catalogue) > 100 and warner.catalogue["broken/laplace-half-scale"].broken
    with pytest.raises(KeyError, match="laplace"):
        warner.catalogue["laplce"]
    with pytest.raises(TypeError, match="takes no parameter"):
        warner.catalogue["laplace"](sigma=1)
    with pytest.raises(ValueError, match="scale"):
        warner.catalogue["laplace"](scale=-1)
    assert len(warner.catalogue.to_pandas()) == len(warner.catalogue)


def test_laplace_and_gaussian_by_their_formulas():
    epsilon = numpy.linspace(0, 1.5, 7)
    laplace = warner.catalogue["laplace"](epsilon=1)
    numpy.testing.assert_allclose(laplace.profile(epsilon), numpy.maximum(0, 1 - numpy.exp((epsilon - 1) / 2)), atol=1e-12)
    assert laplace.epsilon(0.0) == pytest.approx(1) and isinstance(laplace.epsilon(), float)
    assert laplace.profile(numpy.zeros((2, 3))).shape == (2, 3)
    gaussian = warner.catalogue["gaussian-analytic"](sigma=1)
    alpha = numpy.array([0.1, 0.5])
    normal = [0.5 * math.erfc(-x / math.sqrt(2)) for x in (1.2815515655446004 - 1, 0 - 1)]
    numpy.testing.assert_allclose(gaussian.tradeoff(alpha), normal, rtol=1e-9)
    assert gaussian.renyi(2.0) == pytest.approx(1.0)
    assert gaussian.renyi(2.0, d=[0], d_prime=[0.5]) == pytest.approx(0.25)


def test_all_mechanisms_can_be_made_and_release():
    for name, entry in warner.catalogue.items():
        made = entry()
        d = made.pairs[0][0]
        releases = made.release(d, 5, seed=3)
        assert releases.shape[0] == 5, name
        assert math.isnan(made.epsilon(0.1)) or made.epsilon(0.1) >= 0, name


def test_releases_follow_from_the_seed_alone():
    made = warner.catalogue["laplace-vector"](k=3)
    d = [0, 0, 0]
    first = made.release(d, 20_000, seed=4)
    assert first.shape == (20_000, 3) and first.dtype == numpy.float64
    numpy.testing.assert_array_equal(first, made.release(d, 20_000, seed=4, threads=0))
    numpy.testing.assert_array_equal(first[:4096], made.release(d, 4096, seed=4))
    assert not numpy.array_equal(first, made.release(d, 20_000, seed=5))


@pytest.mark.parametrize(
    "law, value, variance",
    [
        ("laplace", 2.0, 8.0),
        ("gaussian", 3.0, 9.0),
        ("gumbel", 1.0, math.pi**2 / 6),
        ("exponential", 2.0, 4.0),
        ("geometric", 0.5, 2.0),
        ("discrete_laplace", math.exp(-1), 2 * math.exp(-1) / (1 - math.exp(-1)) ** 2),
        ("discrete_gaussian", 2.0, 4.0),
        ("bernoulli", 0.25, 0.1875),
    ],
)
def test_noise_has_its_variance(law, value, variance):
    """Within seven standard errors, by kurtosis at most 9: below 1e-9 each."""
    n = 1_000_000
    draws = getattr(Sampler(5), law)(n, 10.0, value)
    assert abs(draws.var() / variance - 1) < 7 * math.sqrt(8 / n)


def test_noise_goes_into_the_callers_array():
    out = numpy.zeros(100_000)
    assert Sampler(1).laplace(out) is out and out.any()
    numpy.testing.assert_array_equal(out, Sampler(1, threads=0).laplace(100_000))
    sampler = Sampler(1)
    assert not numpy.array_equal(sampler.laplace(1000), sampler.laplace(1000))
    square = numpy.zeros((100, 100))
    assert Sampler(1).gaussian(square) is square and square[99].any()
    for bad in (numpy.zeros(10, dtype=numpy.float32), numpy.zeros((10, 10))[:, ::2]):
        with pytest.raises(ValueError, match="out: is no contiguous array"):
            Sampler(1).laplace(bad)


def test_measured_curves_stay_below_the_exact_one():
    """Level 1e-6."""
    curve = warner.tradeoff("laplace", epsilon=1, budget=2e5, level=1e-6)
    exact = warner.catalogue["laplace"](epsilon=1)
    assert (curve.beta_upper >= exact.tradeoff(curve.alpha_upper) - 1e-12).all()
    assert 0 < curve.lower_delta(0.5) <= exact.profile(0.5)
    assert curve.lower_delta(numpy.array([0.0, 0.5, 2.0])).shape == (3,)
    assert len(curve.to_pandas()) == len(curve.alpha)
    curve.plot(epsilon=1)


def test_curves_of_functions():
    def f(data, n, rng):
        return len(data) + rng.laplace(size=n)

    curve = warner.tradeoff(f, d=[3], d_prime=[3, 4], budget=1e5, points=8)
    assert 0 < len(curve.alpha) <= 8 and curve.name == f.__qualname__.replace("<locals>.", "")
