"""dpmm: the noise of its models, at the claim that its own conversions make of them."""
LIBRARY, VERSIONS = "dpmm", ["0.1.9"]
CLAIM = {"epsilon": 0.9, "delta": 0.01}


def laplace():
    from dpmm.models.base.utils import laplace_noise

    return lambda data: data + laplace_noise(1.0)


def gaussian():
    from dpmm.models.base.mechanisms.cdp2adp import cdp_rho
    from dpmm.models.base.utils import gaussian_noise

    sigma = (2 * cdp_rho(CLAIM["epsilon"], CLAIM["delta"])) ** -0.5
    return lambda data: data + gaussian_noise(sigma)


MAKE = {"laplace_noise": laplace, "gaussian_noise of cdp_rho": gaussian}
ROWS = [{"mechanism": name, "d": 0.0, "d_prime": 1.0, "claim": claim, "budget": 20_000} for name, claim in zip(MAKE, ({"epsilon": 1}, CLAIM))]
