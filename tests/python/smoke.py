"""What an installed wheel must do, with nothing but itself and numpy: an audit of each kind, the command, the types."""
import pathlib
import subprocess
import sys

import numpy

import warner
from warner.noise import Sampler


def noisy_count(data, n, rng):
    return len(data) + rng.laplace(size=n)


record = warner.measure(noisy_count, d=[3], d_prime=[3, 4], epsilon=1, budget=1e5, level=1e-6, ideal_numbers=True)
assert not record.refuted and record.epsilon_lower_bound > 0.5, record
assert warner.replay(record, noisy_count)
assert warner.check("broken/laplace-half-scale", epsilon=1, level=1e-6).refuted
assert abs(warner.catalogue["laplace"](epsilon=1).epsilon() - 1) < 1e-12
assert numpy.isfinite(Sampler(1).laplace(1000)).all()
assert (pathlib.Path(warner.__file__).parent / "py.typed").exists()
command = pathlib.Path(sys.executable).with_name("warner")
assert subprocess.run([command, "measure", "laplace", "--budget", "1e5"], stdout=subprocess.DEVNULL).returncode == 0
assert warner.compose("gaussian sigma=1 x10", delta=1e-5)["epsilon_lower"] > 0
assert len(warner.figure_names()) > 20
print("warner", warner.__version__, "works in", sys.prefix)
