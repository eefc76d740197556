"""What Warner's own code tells of the coin by the clock: checks with --timing of programs that never look at their data, at the claim 0.

    python3 constant_time.py build/release/bin/warner SOURCE_FOLDER cc [--nightly]

Level: each check refutes with probability 0.05 at most, were the clock blind; a row fails when so many of its checks do that a binomial of that probability reaches them with one below 1e-6.
Power: with datasets told apart by a comparison of their numbers, all checks at a thousand numbers were refuted.
"""
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

from asking import warner

NIGHTLY = "--nightly" in sys.argv
if NIGHTLY:
    sys.argv.remove("--nightly")
SOURCE = pathlib.Path(sys.argv.pop(1))
COMPILER = sys.argv.pop(1)
LEVEL = 0.05
ROWS, CHECKS = ((1, 10, 100, 1_000, 10_000), 100) if NIGHTLY else ((100, 1_000), 12)


def most_by_chance(n):
    """The least count that Binomial(n, LEVEL) exceeds with probability at most 1e-6."""
    tail = 1.0
    for k in range(n + 1):
        tail -= math.comb(n, k) * LEVEL**k * (1 - LEVEL) ** (n - k)
        if tail <= 1e-6:
            return k
    return n


class ConstantTime(unittest.TestCase):
    def refuted(self, folder, how, numbers):
        name, flags = {"--exec": ("constant_time.c", ()), "--plugin": ("constant_time_plugin.c", ("-shared", "-fPIC"))}[how]
        built = pathlib.Path(folder) / name.replace(".c", ".out")
        subprocess.run([COMPILER, "-O2", *flags, f"-I{SOURCE}", "-o", built, SOURCE / "tests" / "cli" / name], check=True)
        zeros = ["0"] * (numbers - 1)
        datasets = ["--d", f"[{','.join(['1', *zeros])}]", "--d-prime", f"[{','.join(['0', *zeros])}]"]
        asked = ("check", how, built, *datasets, "--claim-epsilon", "0", "--timing", "--budget", "2e4", "--level", LEVEL)
        return sum(warner(*asked, "--seed", seed, code=(0, 1)).returncode for seed in range(1, CHECKS + 1))

    def test_nothing_but_the_program_can_tell(self):
        with tempfile.TemporaryDirectory() as folder:
            for how in ("--exec", "--plugin"):
                for numbers in ROWS:
                    with self.subTest(how=how, numbers=numbers):
                        refuted = self.refuted(folder, how, numbers)
                        print(f"{how} {numbers:>6} numbers: {refuted} of {CHECKS} refuted (level {LEVEL}, at most {most_by_chance(CHECKS)})", flush=True)
                        self.assertLessEqual(refuted, most_by_chance(CHECKS))


if __name__ == "__main__":
    unittest.main()
