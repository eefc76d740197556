"""A repository of five mechanisms in four languages, three of them broken: red with three failures that explain
themselves, green after the fix.

    guarded_repository.py WARNER PROJECT CC [RUSTC] [--builds N] [--time]

--builds N: so many green builds, each of its own seed, none of which may alarm. --time: how long twenty claims take.
"""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

WARNER, PROJECT, CC = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
RUSTC = sys.argv[4] if len(sys.argv) > 4 and not sys.argv[4].startswith("--") else shutil.which("rustc")
EXAMPLES = PROJECT / "examples" / "external"

TOTAL = '''import json, math, random, sys
for line in sys.stdin:
    request = json.loads(line)
    draw = random.Random(request["seed"])
    total = sum(min(x, 100) for x in request["dataset"])
    for _ in range(request["trials"]):
        u = draw.random() - 0.5
        print(round(total - 100 * math.copysign(1, u) * math.log(1 - 2 * abs(u))))
    sys.stdout.flush()
'''
SUITE = '''level = 1e-6

[[test]]
name = "count"
exec = "python3 laplace.py 1"
d = [0]
d_prime = [1]
epsilon = 1

[[test]]
name = "total"
exec = "python3 total.py"
d = [20, 500]
d_prime = [20]
epsilon = 1

[[test]]
name = "answer"
exec = "./answer"
d = [0]
d_prime = [1]
epsilon = 1

[[test]]
name = "histogram bin"
exec = "./bin"
d = [0]
d_prime = [1]
epsilon = 1

[[test]]
name = "last night's releases"
releases = ["night.d.csv", "night.d_prime.csv"]
epsilon = 1
violation = 1.5
speaks = 1
'''


def recorded(folder, lies):
    draw = random.Random(5)
    for name, yes in (("d", lies), ("d_prime", 1 - lies)):
        (folder / f"night.{name}.csv").write_text("".join("yes\n" if draw.random() < yes else "no\n" for _ in range(20_000)))


def written(folder, bugs):
    """The repository; what is broken in it: the clipping of a total, the probability of a lie, the scale of a bin, a night."""
    (folder / "laplace.py").write_text((EXAMPLES / "laplace.py").read_text())
    (folder / "total.py").write_text(TOTAL.replace("min(x, 100)", "x") if bugs else TOTAL)
    answer = (EXAMPLES / "randomised_response.c").read_text()
    (folder / "answer.c").write_text(answer.replace("0.2689414213699951", "0.15") if bugs else answer)
    subprocess.run([CC, "-O2", "-o", "answer", "answer.c"], cwd=folder, check=True)
    if RUSTC:
        shutil.copy(EXAMPLES / "geometric.rs", folder / "bin.rs")
        subprocess.run([RUSTC, "-O", "-o", "bin", "bin.rs"], cwd=folder, check=True)
    else:
        shutil.copy(folder / "answer", folder / "bin")
        (folder / "bin.c").write_text(answer)
        subprocess.run([CC, "-O2", "-o", "bin", "bin.c"], cwd=folder, check=True)
    recorded(folder, 0.12 if bugs else 0.2689414213699951)
    (folder / "privacy.toml").write_text(SUITE)


def test(folder, *arguments, code=0):
    run = subprocess.run([WARNER, "test", *arguments], cwd=folder, capture_output=True, text=True, timeout=600, env={**os.environ, "CI": "true"})
    assert run.returncode == code, f"{arguments}: exit {run.returncode}, not {code}\n{run.stdout}{run.stderr}"
    return run.stdout


def twenty(folder):
    """Twenty claims of programs and of the catalogue, at 1e-6 together, power 0.99 against 1.2 times the claim."""
    entries = ["level = 1e-6\n"]
    for i in range(20):
        mechanism = ('exec = "python3 laplace.py 1"\nd = [0]\nd_prime = [1]\nepsilon = 1\n', 'exec = "./answer"\nd = [0]\nd_prime = [1]\nepsilon = 1\n',
                     'mechanism = "laplace"\n', 'exec = "python3 total.py"\nd = [20, 500]\nd_prime = [20]\nepsilon = 1\n')[i % 4]
        entries.append(f'[[test]]\nname = "claim {i}"\n{mechanism}')
    (folder / "twenty.toml").write_text("\n".join(entries))
    start = time.monotonic()
    test(folder, "twenty.toml")
    return time.monotonic() - start


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        written(folder, bugs=True)
        red = test(folder, code=1)
        for broken in ("total", "answer", "last night's releases"):
            assert f"failed        {broken}" in red, red
        for sound in ("count", "histogram bin"):
            assert f"passed        {sound}" in red, red
        assert red.count("claim  ") >= 3 and red.count("certified") >= 3, red
        assert len(list((folder / "privacy.regressions").iterdir())) == 3
        print(red)
        written(folder, bugs=False)
        print(test(folder))
        if "--builds" in sys.argv:
            many = int(sys.argv[sys.argv.index("--builds") + 1])
            for seed in range(1, many + 1):
                test(folder, "--seed", str(seed), "--no-regressions")
            print(f"{many} green builds")
        if "--time" in sys.argv:
            print(f"twenty claims: {twenty(folder):.1f} s")


main()
