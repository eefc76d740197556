"""warner test, shrink, baseline, diff and bisect: files of claims, and what a build sees of them.

    suites.py WARNER PROJECT
"""
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

WARNER = os.path.abspath(sys.argv[1])
PROJECT = pathlib.Path(sys.argv[2]).resolve()

COUNT = '''import json, math, random, sys
SCALE = {scale}
for line in sys.stdin:
    request = json.loads(line)
    draw = random.Random(request["seed"])
    total = sum(1 for x in request["dataset"] if x > 10)
    for _ in range(request["trials"]):
        u = draw.random() - 0.5
        print(round((total - SCALE * math.copysign(1, u) * math.log(1 - 2 * abs(u))) * 1024) / 1024)
    sys.stdout.flush()
'''


def warner(folder, *arguments, code=0, environment=None):
    run = subprocess.run([WARNER, *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=300,
                         stdin=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
    assert run.returncode == code, f"{arguments}: exit {run.returncode}, not {code}\n{run.stdout}{run.stderr}"
    return run


def written(folder, text, name="privacy.toml"):
    path = pathlib.Path(folder) / name
    path.write_text(text)
    return path


def refused(folder, text, *words):
    """The suite is refused with one line that has these words."""
    written(folder, text)
    run = warner(folder, "test", code=2)
    assert run.stderr.count("\n") == 1, run.stderr
    for word in words:
        assert word in run.stderr, f"{word!r} is not in {run.stderr!r}"


LAPLACE = '[[test]]\nname = "laplace"\nmechanism = "laplace"\n'


def errors_say_where(folder):
    refused(folder, "level = 2\n" + LAPLACE, "privacy.toml:1:1", "level: 2 is not in (0, 1)")
    for level in ("1e-301", "5e-324"):
        refused(folder, f"level = {level}\n" + LAPLACE, "privacy.toml:1:1", "is below 1e-300, the least that can be told")
    refused(folder, LAPLACE + '"a/b~c" = 1\n', "privacy.toml:4:1", "a/b~c: is no key of an entry")
    refused(folder, '"a/b~c" = 1\n' + LAPLACE, "privacy.toml:1:1", "a/b~c: is no key of a suite")
    for key, says in (("threads = 3", "belongs to the command line (warner test --threads)"), ("json = true", "belongs to the command line (warner test --json)"),
                      ("out = 'x'", "belongs to the command line (warner test --out)"), ("journal = 'x'", "belongs to the command line of warner check alone (--journal)"),
                      ("level = 0.1", "is of the whole file"), ("seed = 2", "is of the whole file"), ("quixotic = 2", "is no key of an entry\n")):
        refused(folder, LAPLACE + key + "\n", "privacy.toml:4:1", says)
    refused(folder, "threads = 3\n" + LAPLACE, "privacy.toml:1:1", "belongs to the command line (warner test --threads)")
    refused(folder, '[[test]]\nname = "x"\nmechanism = "--help"\n', "privacy.toml:1:1", "--help: is no option")
    refused(folder, LAPLACE + "epsilom = 1\n", "privacy.toml:4:1", "epsilom", "did you mean epsilon?")
    refused(folder, "lavel = 0.1\n" + LAPLACE, "privacy.toml:1:1", "did you mean level?")
    refused(folder, "level = \n", "privacy.toml:1:", "suite.md")
    refused(folder, "level = 1e-6\n", "there is none", "[[test]]")
    refused(folder, LAPLACE + LAPLACE, "privacy.toml:4:1", "'laplace' is another entry's")
    refused(folder, '[[test]]\nmechanism = "laplace"\n', "name: is missing")
    refused(folder, '[[test]]\nname = "x"\n', "this entry has none")
    refused(folder, '[[test]]\nname = "x"\nmechanism = "laplace"\nexec = "true"\n', "mechanism and exec")
    refused(folder, '[[test]]\nname = "x"\nmechanism = "laplac"\n', "privacy.toml:1:1", "did you mean laplace")
    refused(folder, LAPLACE + "parameters = { scala = 2 }\n", "parameters: 'scala' is none of laplace, which takes epsilon")
    refused(folder, LAPLACE + "violation = 0.9\n", "violation: 0.9 is not above 1")
    refused(folder, LAPLACE + 'matrix = { what = [1] }\n', "matrix: what is no parameter")
    refused(folder, LAPLACE + 'budget = 0\n', "budget")
    refused(folder, '[[test]]\nname = "x"\nexec = "true"\n', "pair")
    accuracy = LAPLACE + '[[accuracy]]\nname = "a"\nmechanism = "laplace"\n'
    refused(folder, accuracy, "privacy.toml:4:1", "claim: there is none")
    refused(folder, accuracy + "coverage = 0.9\n", "privacy.toml:4:1", "no interval")
    refused(folder, accuracy + "bias = 0.1\n", "privacy.toml:4:1", "rmse")
    refused(folder, LAPLACE + 'tags = "slow"\n', "tags", "list of texts")
    (pathlib.Path(folder) / "privacy.toml").unlink()
    assert "no privacy.toml here" in warner(folder, "test", code=2).stderr
    written(folder, "[tool.other]\nx = 1\n", "pyproject.toml")
    assert "tool.warner" in warner(folder, "test", code=2).stderr
    for table in ("warner = []", "warner = 3"):
        written(folder, f"[tool]\n{table}\n", "pyproject.toml")
        said = warner(folder, "test", code=2).stderr
        assert "pyproject.toml:2:1: tool.warner: is no table" in said, said
    written(folder, "[tool.warner]\nlavel = 1\n", "pyproject.toml")
    assert "lavel: is no key of a suite; did you mean level?" in warner(folder, "test", code=2).stderr
    gone = pathlib.Path(folder) / "gone"
    gone.mkdir()
    suite = written(folder, LAPLACE, "two.toml").resolve()
    said = subprocess.run(["sh", "-c", 'cd "$1" && rmdir "$1" && exec "$2" test "$3"', "sh", gone, pathlib.Path(WARNER).resolve(), suite], capture_output=True, text=True)
    assert said.returncode == 2 and "the current folder is gone" in said.stderr, said
    written(folder, '[tool.warner]\nlevel = 1e-6\n[[tool.warner.test]]\nname = "laplace"\nmechanism = "laplace"\n', "pyproject.toml")
    assert "laplace" in warner(folder, "test").stdout


def verdicts(folder):
    written(folder, COUNT.format(scale=1), "sound.py")
    written(folder, COUNT.format(scale=0.5), "broken.py")
    program = 'd = [1, 20, 30]\nd_prime = [1, 20]\nepsilon = 1\n'
    written(folder, '[[test]]\nname = "catalogue"\nmechanism = "laplace"\nmatrix = { epsilon = [0.5, 1] }\ntags = ["fast"]\n'
            f'[[test]]\nname = "sound"\nexec = "python3 sound.py"\n{program}'
            f'[[test]]\nname = "broken"\nexec = "python3 broken.py"\n{program}'
            '[[test]]\nname = "twin"\nmechanism = "broken/laplace-half-scale"\nleaks = true\n')
    run = warner(folder, "test", code=1)
    assert "catalogue[epsilon=0.5]" in run.stdout and "catalogue[epsilon=1]" in run.stdout, run.stdout
    found = list((pathlib.Path(folder) / "privacy.regressions").glob("broken-*.1.json"))
    assert len(found) == 1, found
    record = json.loads(found[0].read_text())
    assert record["decision"] == "refuted" and abs(record["level"] - 1e-6 / 5) < 1e-12, record["level"]
    # Those that are left out keep their shares; what was found is replayed first, and refutes again.
    again = warner(folder, "test", "-k", "broken", code=1)
    assert "1 of 5 claims" in again.stdout, again.stdout
    assert len(list((pathlib.Path(folder) / "privacy.regressions").glob("broken-*.json"))) == 1
    warner(folder, "test", "-k", "!broken")
    warner(folder, "test", "-k", "FAST")
    assert "selects none" in warner(folder, "test", "-k", "nothing", code=2).stderr
    # After the fix the replay spares it.
    written(folder, COUNT.format(scale=1), "broken.py")
    warner(folder, "test")
    plan = warner(folder, "test", "--plan").stdout
    assert "finds 1.2 with probability 0.99" in plan, plan
    # From another folder, paths of the suite are as before.
    warner("/", "test", f"{folder}/privacy.toml")


def failures_have_codes(folder):
    written(folder, '[[test]]\nname = "crashes"\nexec = "python3 -c \'raise SystemExit(3)\'"\nd = [0]\nd_prime = [1]\nepsilon = 1\n' + LAPLACE)
    run = warner(folder, "test", code=4)
    assert "exit status 3" in run.stdout and "passed" in run.stdout, run.stdout
    written(folder, LAPLACE + 'parameters = { epsilon = 0.001 }\ntime = 0.2\n')
    run = warner(folder, "test", code=3)
    assert "inconclusive" in run.stdout, run.stdout
    warner(folder, "test", "--inconclusive", "pass")
    written(folder, '[[test]]\nname = "short"\nmechanism = "broken/laplace-half-scale"\nbudget = 10\n')
    short = warner(folder, "test").stdout
    assert "note: its budget finds a leak of 1.2 with probability 0, not 0.99" in short, short
    assert "1 claim: 1 passed (1 by too few trials to find a leak)" in short, short
    written(folder, LAPLACE + "budget = 1000000\n")
    assert "note:" not in warner(folder, "test").stdout
    written(folder, '[[test]]\nname = "gets away"\nmechanism = "laplace"\nleaks = true\n')
    warner(folder, "test", code=1)
    written(folder, LAPLACE + 'parameters = { epsilon = 0.0001 }\n')
    started = subprocess.Popen([WARNER, "test"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    started.send_signal(signal.SIGINT)
    out, errors = started.communicate(timeout=20)
    assert started.returncode == 130, (started.returncode, out, errors)


def verdicts_withstand(folder):
    """What might turn a refutation into something else, or pass something over in silence."""
    refused(folder, LAPLACE + "violation = inf\n", "violation: inf is not above 1 and finite")
    written(folder, "level = 1e-290\n" + LAPLACE)
    assert "passed" in warner(folder, "test").stdout
    # A limit of time that is over while pairs are sought is a limit of time.
    written(folder, '[[test]]\nname = "sought"\nmechanism = "sparse-vector-1"\npair = "search"\ntime = 0.001\n')
    assert "inconclusive" in warner(folder, "test", code=3).stdout
    # A failure that can not be kept is a failure; what of it can not be reported is reported elsewhere.
    written(folder, COUNT.format(scale=0.5), "count.py")
    written(folder, '[[test]]\nname = "::error::count"\nexec = "python3 count.py"\nd = [20]\nd_prime = [20, 30]\nepsilon = 1\n')
    written(folder, "", "privacy.regressions")
    assert "this failure is not kept" in warner(folder, "test", code=1).stdout
    (pathlib.Path(folder) / "privacy.regressions").unlink()
    nowhere = {"GITHUB_STEP_SUMMARY": f"{folder}/no/summary"}
    (pathlib.Path(folder) / "full").symlink_to("/dev/full")
    run = warner(folder, "test", "--github", "--junit", "full", "--gitlab", "gitlab.json", code=1, environment=nowhere)
    assert run.stderr.count("can not be written") == 2, run.stderr
    assert (pathlib.Path(folder) / "gitlab.json").exists()
    # With an earlier failure the check has half of the level, and the plan reckons with that.
    trials = [int(re.search(r"(\d+) trials .* probability 0.99", warner(folder, "test", "--plan").stdout)[1])]
    (pathlib.Path(folder) / "privacy.regressions").rename(pathlib.Path(folder) / "elsewhere")
    trials.append(int(re.search(r"(\d+) trials .* probability 0.99", warner(folder, "test", "--plan").stdout)[1]))
    assert trials[0] > trials[1], trials
    (pathlib.Path(folder) / "elsewhere").rename(pathlib.Path(folder) / "privacy.regressions")
    # Of the text GitHub reads no commands.
    lines = run.stdout.splitlines()
    stopped = next(i for i, line in enumerate(lines) if line.startswith("::stop-commands::"))
    token = lines[stopped].removeprefix("::stop-commands::")
    again = lines.index(f"::{token}::")
    named = [i for i, line in enumerate(lines) if line.startswith("::error::count")]
    assert named and all(stopped < i < again for i in named), run.stdout
    assert sum(line.startswith("::error file=") for line in lines[again:]) == 1, run.stdout
    # What an earlier failure refuted is its own claim: of another one it is no witness.
    kept = next((pathlib.Path(folder) / "privacy.regressions").iterdir())
    record = kept.read_text()
    written(folder, COUNT.format(scale=1), "count.py")
    kept.write_text(record.replace('"claim": {"epsilon":1.0,', '"claim": {"epsilon":0.5,'))
    assert kept.read_text() != record
    assert "is of another claim" in warner(folder, "test").stdout
    # An earlier failure that can not be replayed does not go unnoticed.
    for file in (pathlib.Path(folder) / "privacy.regressions").iterdir():
        file.write_text("{")
    written(folder, COUNT.format(scale=1), "count.py")
    assert "note: privacy.regressions/" in warner(folder, "test").stdout
    assert "can not be written" in warner(folder, "test", "--junit", "full", code=2).stderr


def recorded_releases(folder):
    import random
    draw = random.Random(1)
    for name, p in (("d", 0.731), ("d_prime", 0.269), ("e_prime", 0.1)):
        written(folder, "".join(f"{int(draw.random() < p)}\n" for _ in range(200_000)), f"{name}.csv")
    written(folder, '[[test]]\nname = "recorded"\nreleases = ["d.csv", "d_prime.csv"]\nepsilon = 1.02\n'
            '[[test]]\nname = "recorded, broken"\nreleases = ["d.csv", "e_prime.csv"]\nepsilon = 1.02\n')
    run = warner(folder, "test", code=1)
    assert "recorded, broken" in run.stdout


def smaller_examples(folder):
    written(folder, COUNT.format(scale=0.5), "broken.py")
    d, d_prime = [1, 20, 30, 4, 5, 60, 77, 8], [1, 20, 30, 4, 5, 60, 77, 8, 99]
    warner(folder, "check", "--exec", "python3 broken.py", "--d", d, "--d-prime", d_prime, "--claim-epsilon", 1,
           "--level", 1e-3, "--out", "found.json", code=1)
    assert "--run" in warner(folder, "shrink", "found.json", code=2).stderr
    warner(folder, "shrink", "--run", "found.json", "--out", "small.json", code=1)
    small = json.loads((pathlib.Path(folder) / "small.json").read_text())
    assert small["pair"]["d"] == [] and small["pair"]["d_prime"] == [99], small["pair"]
    assert small["level"] <= 1e-3 and small["decision"] == "refuted"
    warner(folder, "replay", "--run", "small.json", code=1)
    written(folder, "raise SystemExit('no model here')", "broken.py")
    assert "no model here" in warner(folder, "shrink", "--run", "found.json", code=4).stderr
    warner(folder, "check", "laplace", "--budget", 1e4, "--out", "spared.json")
    assert "refutes nothing" in warner(folder, "shrink", "spared.json", code=2).stderr


def versions(folder):
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c"]

    def commit(message):
        subprocess.run([*git, "add", "-A"], cwd=folder, check=True)
        subprocess.run([*git, "commit", "-qm", message], cwd=folder, check=True)

    subprocess.run([*git, "init", "-q", "-b", "main"], cwd=folder, check=True)
    written(folder, COUNT.format(scale=1), "count.py")
    written(folder, '[[test]]\nname = "count"\nexec = "python3 count.py"\nd = [20]\nd_prime = [20, 30]\nepsilon = 1\n'
            '[[accuracy]]\nname = "errors"\nexec = "python3 count.py"\nd = [20]\ntruth = 1\nrmse = 2\n')
    commit("first")
    warner(folder, "baseline", "update")
    for _ in range(2):
        assert "the same" in warner(folder, "baseline", "update").stdout
    base = json.loads((pathlib.Path(folder) / "privacy.baseline.json").read_text())
    assert base["version"] == 3 and base["entries"][0]["current"]["versions"] == 3
    written(folder, COUNT.format(scale=1) + "# a comment\n", "count.py")
    warner(folder, "baseline", "update", "--out", "head.json")
    assert "no move is significant" in warner(folder, "diff", "privacy.baseline.json", "head.json").stdout
    commit("a comment")
    written(folder, COUNT.format(scale=0.9) + "# less noise\n", "count.py")
    warner(folder, "baseline", "update", "--out", "head.json")
    assert "LEAKS MORE" in warner(folder, "diff", "privacy.baseline.json", "head.json", code=1).stdout
    assert "more accurate" in warner(folder, "diff", "privacy.baseline.json", "head.json", code=1).stdout
    warner(folder, "baseline", "accept", "--baseline", "head.json")
    assert "the same program" in warner(folder, "diff", "head.json", "head.json").stdout
    written(folder, "{}", "head.json")
    warner(folder, "diff", "privacy.baseline.json", "head.json", code=2)
    (pathlib.Path(folder) / "head.json").unlink()
    written(folder, COUNT.format(scale=0.5), "count.py")
    commit("half the noise")
    for i in range(3):
        written(folder, COUNT.format(scale=0.5) + f"# {i}\n", "count.py")
        commit(f"comment {i}")
    run = warner(folder, "bisect", "HEAD~5..HEAD", "--", "test", "-f", "count.py", code=1)
    assert "was broken by" in run.stdout and run.stdout.strip().endswith("half the noise"), run.stdout
    assert subprocess.run(["git", "worktree", "list"], cwd=folder, capture_output=True, text=True).stdout.count("\n") == 1
    assert "is not good" in warner(folder, "bisect", "HEAD~1..HEAD", code=2).stderr
    warner(folder, "bisect", "nothing..HEAD", code=2)


def versions_withstand(folder):
    """What no fingerprint knows of, seeds that come again, sizes that are not finite, and files the wrong way round."""
    def update(*words, **keywords):
        return warner(folder, "baseline", "update", "--trials", 5000, *words, **keywords).stdout

    def errors_in(file):
        kept = json.loads((pathlib.Path(folder) / file).read_text())["entries"]
        return next(entry["current"] for entry in kept if entry["name"] == "errors")

    read = "import os; SCALE = float(open('scale.txt').read()) * float(os.environ.get('TIMES', 1))"
    written(folder, COUNT.replace("SCALE = {scale}", read), "count.py")
    written(folder, "1", "scale.txt")
    suite = ('[[test]]\nname = "count"\nexec = "python3 count.py"\nd = [20]\nd_prime = [20, 30]\nepsilon = 1\nbudget = 50000\n'
             '[[accuracy]]\nname = "errors"\nexec = "python3 count.py"\nd = [20]\ntruth = 1\nrmse = 2\nbudget = 5000\n')
    written(folder, suite)
    update()
    # The program's data and its environment are no files that its command names; its trials tell.
    assert "same files, and another program" in update("--out", "head.json", environment={"TIMES": "0.6"})
    assert "LEAKS MORE" in warner(folder, "diff", "privacy.baseline.json", "head.json", code=1).stdout
    written(folder, "0.6", "scale.txt")
    before = errors_in("privacy.baseline.json")
    assert "same files, and another program" in update()
    written(folder, "1", "scale.txt")
    update()
    kept = errors_in("privacy.baseline.json")
    assert kept["versions"] == 2 and kept["right"] + kept["wrong"] == 10_000, (before, kept)
    assert "the base comes first" in warner(folder, "diff", "privacy.baseline.json", "head.json", code=2).stderr
    # The next version's seed of this suite is the last one's of that: no release is counted twice.
    written(folder, "seed = 0\n" + suite)
    update()
    assert errors_in("privacy.baseline.json")["versions"] == 1
    # What can not be kept is said to be left out.
    written(folder, COUNT.format(scale=1).replace("print(", "print('null' if draw.random() < 0.2 else "), "null.py")
    written(folder, '[[accuracy]]\nname = "null"\nexec = "python3 null.py"\nd = [20]\ntruth = 1\nquantile = "0.5:9"\nbudget = 2000\n')
    assert "null: left out" in update("--baseline", "null.json")
    (pathlib.Path(folder) / "loop").symlink_to("loop")
    written(folder, LAPLACE + 'sources = ["."]\nbudget = 2000\n')
    update("--baseline", "loop.json")
    # On Ctrl-C no part of a version is kept.
    written(folder, '[[accuracy]]\nname = "long"\nexec = "python3 count.py"\nd = [20]\ntruth = 1\nrmse = 2\nbudget = 1000\n')
    warner(folder, "baseline", "update", "--baseline", "long.json")
    before = (pathlib.Path(folder) / "long.json").read_bytes()
    started = subprocess.Popen([WARNER, "baseline", "update", "--baseline", "long.json", "--trials", "100000000"], cwd=folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    started.send_signal(signal.SIGINT)
    out, errors = started.communicate(timeout=20)
    assert started.returncode == 130, (started.returncode, out, errors)
    assert (pathlib.Path(folder) / "long.json").read_bytes() == before


def bisections(folder):
    """What would have a bisection name the wrong commit, or alarm more often than it says."""
    def git(*words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=folder, check=True, capture_output=True)

    def commit(message, **files):
        for name, text in files.items():
            written(folder, text, name + ".py")
        git("add", "-A")
        git("commit", "-q", "--allow-empty", "-m", message)
        git("tag", message.replace(" ", "-"))

    sound, broken = COUNT.format(scale=1), COUNT.format(scale=0.5)
    suite = ('[[test]]\nname = "count"\nexec = "python3 count.py"\nd = [20]\nd_prime = [20, 30]\nepsilon = 1\n'
             'violation = 1.6\nspeaks = 1\ntime = 0.5\n')
    git("init", "-q", "-b", "main")
    written(folder, suite)
    commit("sound", count=sound)
    commit("half", count=broken)
    # A suite that is named by its whole path is put into the commit's tree, and not read from ours.
    written(folder, sound, "count.py")
    assert "broken by" in warner(folder, "bisect", "--suite", f"{folder}/privacy.toml", "sound..half", code=1).stdout
    with tempfile.TemporaryDirectory() as elsewhere:
        outside = written(elsewhere, suite)
        assert "outside of the repository" in warner(folder, "bisect", "--suite", outside, "sound..half", code=2).stderr
    # Of two lines of commits the good one is not the other's past: the first of the other would be blamed.
    git("checkout", "-q", "--force", "half")
    commit("innocent")
    git("checkout", "-q", "half")
    commit("mended", count=sound + "#")
    assert "first parents" in warner(folder, "bisect", "mended..innocent", code=2).stderr
    # What is imported is the commit's, also when two of them are looked at within a second.
    imports = COUNT.replace("SCALE = {scale}", "from scale import SCALE").format()
    commit("whole scale", count=imports, scale="SCALE = 1.0\n")
    commit("half scale", scale="SCALE = 0.5\n")
    for _ in range(3):
        run = warner(folder, "bisect", "whole-scale..half-scale", code=1, environment={"PYTHONDONTWRITEBYTECODE": ""})
        assert "broken by" in run.stdout, run.stdout
    # Tests that tell nothing might have alarmed: all tests together have the level.
    commit("before", count=sound)
    slow = sound.replace("sys.stdout.flush()", "sys.stdout.flush(); import time; time.sleep(0.7)")
    for i in range(6):
        commit(f"slow {i}", count=slow + f"# {i}\n")
    commit("after", count=broken)
    run = warner(folder, "bisect", "before..after", "--level", 0.01, code=3)
    levels = [float(level) for level in re.findall(r"exit code 3\): level (\S+) for all", run.stdout)]
    assert len(levels) == 6 and sum(levels) + 2 * max(levels[:3]) <= 0.01, run.stdout
    # A leak that is missed refutes nothing.
    written(folder, suite + '[[test]]\nname = "twin"\nexec = "python3 count.py"\nd = [20]\nd_prime = [20, 30]\nepsilon = 1.6\n'
            'leaks = true\nbudget = 5000\n')
    run = warner(folder, "bisect", "sound..half", "-k", "twin", code=2)
    assert "an expected leak was not found" in run.stdout, run.stdout


ROWS_ARE_NEEDED = COUNT.format(scale=1).replace("    draw =", "    if not request['dataset']: sys.exit('no rows')\n    draw =")


def data_that_are_hard(folder):
    """Pairs that a program fails on, data too long for a record, NaN in what is made smaller, an end while planning."""
    written(folder, ROWS_ARE_NEEDED, "count.py")
    written(folder, json.dumps(list(range(8))), "few.json")
    made = '[[test]]\nname = "made"\nexec = "python3 count.py"\ndata = "few.json"\nneighbours = "add-remove"\nepsilon = 1\n'
    written(folder, made)
    warner(folder, "test")
    warner(folder, "try", "--exec", "python3 count.py", "--data", "few.json", "--neighbours", "add-remove")
    # Data of Python's have NaN.
    incomes = PROJECT / "examples/external/incomes"
    warner(folder, "measure", "--exec", f"python3 '{incomes}.py' broken", "--data", f"{incomes}.csv", "--neighbours", "add-remove",
           "--bounds", "income=0:100", "--budget", "2e4", "--out", "found.json", code=1)
    warner(folder, "shrink", "--run", "found.json", "--out", "small.json", code=1)
    # A baseline has no room for long data: they are the entry's.
    written(folder, json.dumps([30] + [2] * 40000), "long.json")
    long = ('[[test]]\nname = "long"\nexec = "python3 count.py"\nd = "@long.json"\nd_prime = {"a": "@long.json"}\nepsilon = 1\n'
            'budget = 200\n').replace('{"a": "@long.json"}', '"@other.json"')
    written(folder, json.dumps([{"x": 1}] + [2] * 40000), "other.json")
    written(folder, COUNT.format(scale=1).replace("for x in request[\"dataset\"]", "for x in request[\"dataset\"][:1] if x != {'x': 1}"), "count.py")
    written(folder, long)
    warner(folder, "baseline", "update", "--baseline", "long.base.json")
    warner(folder, "baseline", "update", "--baseline", "long.base.json")
    # A program that is slow to say anything is interrupted while it is planned.
    written(folder, '[[test]]\nname = "slow"\nexec = "sleep 1000"\nd = [0]\nd_prime = [1]\nepsilon = 1\ntimeout = 20\n')
    run = subprocess.Popen([WARNER, "test"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(1)
    begun = time.monotonic()
    run.send_signal(signal.SIGTERM)
    assert run.wait(timeout=60) == 130
    assert time.monotonic() - begun < 10


def repository(folder, builds=1):
    """Commits of a sound program, the last of which halves its noise; the names are HEAD~N..HEAD."""
    def git(*words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=folder, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    written(folder, '[[test]]\nname = "count"\nexec = "python3 count.py"\nd = [20]\nd_prime = [20, 30]\nepsilon = 1\nviolation = 1.6\nspeaks = 1\n')
    for i, scale in enumerate([1] * (1 + builds) + [0.5]):
        written(folder, COUNT.format(scale=scale) + f"# {i}\n", "count.py")
        git("add", "-A")
        git("commit", "-qm", f"commit {i}")


def state_of(folder):
    said = subprocess.run("git status -sb; git rev-parse HEAD; git worktree list", shell=True, cwd=folder, capture_output=True, text=True, check=True)
    return said.stdout


def where_git_says_its_repository_is(folder):
    """Hooks and aliases set GIT_DIR, which goes before the folder that a command runs in."""
    repository(folder)
    (pathlib.Path(folder) / "count.py").write_text((pathlib.Path(folder) / "count.py").read_text() + "# not committed\n")
    before = state_of(folder)
    assert "## main\n M count.py" in before, before
    named = {"GIT_DIR": f"{folder}/.git", "GIT_INDEX_FILE": f"{folder}/.git/index", "GIT_WORK_TREE": folder, "GIT_PREFIX": ""}
    for environment in ({"GIT_DIR": f"{folder}/.git"}, named):
        told = '[ -z "$GIT_DIR$GIT_WORK_TREE$GIT_INDEX_FILE" ] && [ "$(git rev-parse --show-toplevel)" = "$PWD" ]'
        run = warner(folder, "bisect", "HEAD~2..HEAD", "--", "sh", "-c", told, code=1, environment=environment)
        assert "was broken by" in run.stdout and run.stdout.strip().endswith("commit 2"), run.stdout
        assert state_of(folder) == before, state_of(folder)
    written(folder, LAPLACE + "budget = 1000\n")
    before = state_of(folder)
    warner(folder, "baseline", "update", "--beside", "HEAD", "--build", told, "--baseline", f"{folder}/.git/base.json", "--pairs", 1,
           environment=named)
    assert state_of(folder) == before, state_of(folder)


def builds_that_linger(folder):
    """A build may leave something running, and is ended on any signal that ends a program."""
    repository(folder)
    begun = time.monotonic()
    run = warner(folder, "bisect", "HEAD~1..HEAD", "--", "sh", "-c", f"sleep 100 & echo $! >> '{folder}/.git/left'", code=1)
    assert time.monotonic() - begun < 60, "it waits for what its builds left running"
    for one in (pathlib.Path(folder) / ".git" / "left").read_text().split():
        os.kill(int(one), signal.SIGKILL)
    assert "was broken by" in run.stdout, run.stdout
    before = state_of(folder)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        for words in (("bisect", "HEAD~1..HEAD", "--", "sh", "-c", f"echo > '{folder}/.git/begun'; sleep 100; true"),
                      ("baseline", "update", "--beside", "HEAD", "--baseline", f"{folder}/.git/base.json",
                       "--build", f"echo > '{folder}/.git/begun'; sleep 100; true")):
            started = subprocess.Popen([WARNER, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            sign = pathlib.Path(folder) / ".git" / "begun"
            while not sign.exists():
                assert started.poll() is None, started.communicate()
                time.sleep(0.05)
            sign.unlink()
            begun = time.monotonic()
            started.send_signal(number)
            out, errors = started.communicate(timeout=90)
            assert started.returncode == 130, (words, number, started.returncode, out, errors)
            assert time.monotonic() - begun < 20, "it waits for a build"
            assert state_of(folder) == before, state_of(folder)


def hangups_that_are_ignored(folder):
    """As nohup has it."""
    written(folder, LAPLACE + "parameters = { epsilon = 0.0001 }\ntime = 3\n")
    started = subprocess.Popen([WARNER, "test"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    time.sleep(1)
    started.send_signal(signal.SIGHUP)
    out, errors = started.communicate(timeout=60)
    assert started.returncode == 3, (started.returncode, out, errors)


def summaries_that_can_not_be_written(folder):
    written(folder, LAPLACE + "budget = 1000\n")
    run = warner(folder, "test", "--no-regressions", "--github", code=2, environment={"GITHUB_STEP_SUMMARY": "/dev/full"})
    assert "/dev/full: can not be written" in run.stderr, run.stderr


def many_programs(folder):
    """More than there are descriptors for at once; programs have the limit that the shell had."""
    written(folder, "import resource, sys\nassert resource.getrlimit(resource.RLIMIT_NOFILE) == (256, int(sys.argv[1]))\n" + COUNT.format(scale=1), "count.py")
    for hard in (4096, 256):
        written(folder, "".join(f'[[test]]\nname = "count {i}"\nexec = "python3 count.py {hard}"\nd = [20]\nd_prime = [20, 30]\nepsilon = 1\nbudget = 20\n'
                                for i in range(60)))
        run = subprocess.run([WARNER, "test", "--no-regressions"], cwd=folder, capture_output=True, text=True,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard)))
        assert run.returncode == 0 and "60 claims: 60 passed" in run.stdout, run.stdout + run.stderr


def ends_while_planning(folder):
    """What is not planned by the end of the time, or on Ctrl-C, is inconclusive, and reports are written."""
    slow = '[[test]]\nname = "slow"\nexec = "sleep 1000"\nd = [0]\nd_prime = [1]\nepsilon = 1\ntimeout = 60\n'
    written(folder, LAPLACE + "budget = 1000\n" + slow)
    begun = time.monotonic()
    out = warner(folder, "test", "--time", 2, "--junit", "timed.xml", code=3).stdout
    assert time.monotonic() - begun < 30, "its time does not bound planning"
    assert "it was stopped while it was planned" in out, out
    assert 'name="slow"' in (pathlib.Path(folder) / "timed.xml").read_text()
    started = subprocess.Popen([WARNER, "test", "--junit", "interrupted.xml", "--out", "run.json"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    started.send_signal(signal.SIGINT)
    out, errors = started.communicate(timeout=60)
    assert started.returncode == 130, (started.returncode, out, errors)
    assert 'name="slow"' in (pathlib.Path(folder) / "interrupted.xml").read_text()
    run = json.loads((pathlib.Path(folder) / "run.json").read_text())
    assert run["interrupted"], run
    warner(folder, "report", "run.json", "--badge", "badge.svg")


def main():
    for test in (errors_say_where, verdicts, failures_have_codes, verdicts_withstand, recorded_releases, smaller_examples,
                 versions, versions_withstand, data_that_are_hard, bisections,
                 where_git_says_its_repository_is, builds_that_linger, hangups_that_are_ignored,
                 summaries_that_can_not_be_written, many_programs, ends_while_planning):
        with tempfile.TemporaryDirectory() as folder:
            test(folder)
        print(f"{test.__name__}: holds", flush=True)


main()
