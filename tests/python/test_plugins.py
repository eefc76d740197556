"""Shared libraries, audited from Python: the program that comes with the package hosts them."""

import os
import pathlib
import shutil
import subprocess

import pytest

import warner

SOURCE = pathlib.Path(os.environ["WARNER_SOURCE"])


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_a_library_is_audited(tmp_path):
    library = tmp_path / "libgeometric.so"
    build = ["cc", "-O2", "-shared", "-fPIC", f"-I{SOURCE}", "-o", library, SOURCE / "examples/external/geometric_plugin.c"]
    subprocess.run([*build, "-lm"], check=True)
    sound = warner.measure(warner.Plugin(library), d=[0], d_prime=[1], epsilon=1, budget=2e5, level=1e-6)
    assert not sound.refuted
    assert 0.9 < sound.epsilon_lower_bound <= 1
    subprocess.run([*build, "-DBROKEN", "-lm"], check=True)
    assert warner.check(warner.Plugin(library), d=[0], d_prime=[1], epsilon=1, budget=2e5, level=1e-6).refuted
