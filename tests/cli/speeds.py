"""warner baseline update --beside, and what warner diff says of times.

    speeds.py WARNER PROJECT

Programs here take their time by sleeping, so that a busy machine makes both slower and neither faster.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

WARNER = os.path.abspath(sys.argv[1])
PROJECT = pathlib.Path(sys.argv[2]).resolve()

COIN = '''import json, random, sys, time
for line in sys.stdin:
    request = json.loads(line)
    time.sleep({microseconds} * 1e-6 * request["trials"])
    draw = random.Random(request["seed"])
    honest = 0.7310585786300049
    for _ in range(request["trials"]):
        print(int((draw.random() < honest) == (request["dataset"] == [1])))
    sys.stdout.flush()
'''
SUITE = '[[test]]\nname = "coin"\nexec = "python3 coin.py"\nd = [1]\nd_prime = [0]\nepsilon = 1\nbudget = 4000\n'


def warner(folder, *arguments, code=0):
    run = subprocess.run([WARNER, *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
    assert run.returncode == code, f"{arguments}: exit {run.returncode}, not {code}\n{run.stdout}{run.stderr}"
    return run


def refused(folder, *arguments, says):
    errors = warner(folder, *arguments, code=2).stderr
    assert errors.splitlines()[-1].startswith("warner: ") and says in errors.splitlines()[-1], errors


def written(folder, text, name):
    path = pathlib.Path(folder) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def git(folder, *words):
    return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=folder, check=True, capture_output=True, text=True).stdout


def obeys(name, document):
    """What is written obeys its schema, and the schema is no rubber stamp."""
    try:
        import jsonschema
    except ImportError:
        return
    schema = json.loads((PROJECT / "docs" / "formats" / f"{name}.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    validator.validate(document)
    first = document["entries"][0] if name == "baseline" else document[0]
    first["name"] = 1
    assert not validator.is_valid(document), f"{name}.schema.json takes anything"


def moves(folder, *options, code=0):
    document = json.loads(warner(folder, "diff", "privacy.baseline.json", "head.json", "--json", *options, code=code).stdout)
    timed = [move for move in document if move["of"] == "time"]
    obeys("diff", document)
    return timed


def slower_and_not(folder):
    written(folder, COIN.format(microseconds=40), "coin.py")
    written(folder, SUITE, "privacy.toml")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    warner(folder, "baseline", "update", "--level", 0.05)
    assert "is not timed" in warner(folder, "baseline", "update", "--beside", "HEAD", "--out", "head.json").stdout
    assert moves(folder) == []

    written(folder, COIN.format(microseconds=40) + "# a comment\n", "coin.py")
    assert "times as long" in warner(folder, "baseline", "update", "--beside", "HEAD", "--out", "head.json").stdout
    (same,) = moves(folder)
    assert same["move"] == "none" and same["time"]["accepted"] and same["time"]["factor"] == 1.1, same
    assert same["time"]["ratio"]["lower"] <= same["time"]["ratio"]["value"] <= same["time"]["ratio"]["upper"]
    obeys("baseline", json.loads((pathlib.Path(folder) / "head.json").read_text()))

    written(folder, COIN.format(microseconds=80), "coin.py")
    warner(folder, "baseline", "update", "--beside", "HEAD", "--out", "head.json")
    (slow,) = moves(folder, code=1)
    assert slow["move"] == "worse" and slow["p_worse"] <= slow["level"] and slow["time"]["ratio"]["lower"] > 1.1, slow
    assert "coin, time: SLOWER" in warner(folder, "diff", "privacy.baseline.json", "head.json", code=1).stdout
    (tolerated,) = moves(folder, "--slower", 4)
    assert tolerated["move"] == "none"
    refused(folder, "diff", "privacy.baseline.json", "head.json", "--slower", 0.9, says="--slower: 0.9 is below 1")

    # Times of an earlier version say nothing of this one, and what is accepted has none.
    warner(folder, "baseline", "update", "--baseline", "head.json")
    assert moves(folder) == []
    assert git(folder, "worktree", "list").count("\n") == 1


def folders_and_builds(folder):
    """The older program stands in a folder, or is built in a checkout; the suite lies in a folder of its repository."""
    repository = pathlib.Path(folder)
    build = "mkdir -p sub/out && sed 's/SLEEP/{}/' sub/coin.in > sub/out/coin.py"
    written(folder, COIN.replace("{microseconds}", "SLEEP"), "sub/coin.in")
    written(folder, SUITE.replace("coin.py", "out/coin.py"), "sub/privacy.toml")
    written(folder, "out\n", ".gitignore")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    subprocess.run(build.format(40), shell=True, cwd=folder, check=True)
    sub = repository / "sub"
    warner(sub, "baseline", "update", "--level", 0.05)
    subprocess.run(build.format(80), shell=True, cwd=folder, check=True)
    few = ("--pairs", 3, "--out", "head.json")
    errors = warner(sub, "baseline", "update", "--beside", "HEAD", *few, code=4).stderr
    assert "coin: in " in errors and "out/coin.py" in errors, errors  # nobody built it
    warner(sub, "baseline", "update", "--beside", "HEAD", "--build", build.format(40), *few)
    (move,) = moves(sub)
    assert move["move"] == "none" and len(move["time"]["times"]["nanoseconds"]) == 3 and move["time"]["accepted"], move
    said = warner(sub, "diff", "privacy.baseline.json", "head.json").stdout
    assert "so few pairs can show none at this level" in said, said

    other = repository / "other"
    written(other, COIN.format(microseconds=39), "out/coin.py")
    warner(folder, "baseline", "update", "sub/privacy.toml", "--baseline", "sub/privacy.baseline.json", "--beside", "other", "--pairs", 3,
           "--out", "sub/head.json")
    (move,) = moves(sub)
    assert not move["time"]["accepted"]
    assert "not the one that was accepted" in warner(sub, "diff", "privacy.baseline.json", "head.json").stdout

    refused(sub, "baseline", "update", "--beside", "nowhere", says="nowhere: git can not check it out")
    refused(sub, "baseline", "update", "--build", "true", says="--build: it builds what --beside names")
    refused(sub, "baseline", "update", "--beside", "HEAD", "--pairs", 1e9, says="--pairs")
    assert "false" in warner(sub, "baseline", "update", "--beside", "HEAD", "--build", "false", code=2).stderr
    with tempfile.TemporaryDirectory() as elsewhere:
        written(elsewhere, SUITE, "privacy.toml")
        refused(elsewhere, "baseline", "update", "--beside", "v1.0", says="no git repository")
    assert git(folder, "worktree", "list").count("\n") == 1


def catalogue(folder):
    """The older program is another warner: here one that is another by its own account, and sleeps."""
    older = written(folder, f"#!/bin/sh\nsleep 0.1\n'{WARNER}' \"$@\" | sed 's/\"commit\": *\"[^\"]*\"/\"commit\":\"older\"/'\n", "older")
    older.chmod(0o755)
    written(folder, '[[test]]\nname = "noise"\nmechanism = "laplace"\nbudget = 4000\n', "privacy.toml")
    warner(folder, "baseline", "update")
    assert "is not timed" in warner(folder, "baseline", "update", "--beside-warner", WARNER, "--out", "head.json").stdout
    warner(folder, "baseline", "update", "--beside-warner", "older", "--pairs", 4, "--out", "head.json")
    (move,) = moves(folder)
    assert move["time"]["ratio"]["value"] < 0.9, move
    written(folder, "#!/bin/sh\nexit 3\n", "older")
    assert "exit code 3" in warner(folder, "baseline", "update", "--beside-warner", "older", code=4).stderr
    refused(folder, "baseline", "update", "--beside-warner", "nowhere", says="nowhere: there is no such program")


def main():
    for test in (slower_and_not, folders_and_builds, catalogue):
        with tempfile.TemporaryDirectory() as folder:
            test(folder)
        print(f"{test.__name__}: holds", flush=True)


main()
