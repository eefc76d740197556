"""python -m warner.respond: a function that answers as a program does."""
import json
import os
import pathlib
import struct
import subprocess
import sys

import pandas
import pytest

import warner
from warner._command import BINARY

COUNTS = '''
import math, os, random, sys
import numpy

__version__ = "1.4"

def noise(rng, n):
    ratio = 1 - math.exp(-1)
    return rng.geometric(ratio, n) - rng.geometric(ratio, n)

def noisy_count(people, n, rng):
    return len(people) + noise(rng, n)

def described(people, rng):
    return {"count": len(people) + int(noise(rng, None)), "of": "people"}

def listed(people, n, rng):
    return [f"{len(people) + z:+d}" for z in noise(rng, n)]

def plain(people):
    return len(people) + random.choice((0, 0, 1))

def many(people, n):
    return [len(people) + random.choice((0, 0, 1)) for _ in range(n)]

def how_many(people, n):
    return [n] * n

def few(people, n):
    return [1]

def wavering(people, n):
    return numpy.zeros((n, len(people)))

def talks(people):
    print("some words")
    sys.stdout.flush()
    assert sys.stdin.read() == ""
    return len(people)

def small_groups(people):
    if len(people) == 3:
        raise KeyError("too few")
    return 1

def at_fault(people, n):
    return innermost(people)

def innermost(people):
    return undefined

def dots(people, *, scale=1, n=7):
    return len(people)

class Mechanisms:
    @staticmethod
    def count(people):
        return len(people)

def total(visits, n, rng):
    return int(visits["age"].clip(0, 120).sum()) + noise(rng, n)

three = 3
def nothing(): pass
'''
PAIR = ["--d", "[1, 2, 3]", "--d-prime", "[1, 2]", "--claim-epsilon", "1"]


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "counts.py").write_text(COUNTS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def audited(verb, place, *words, data=PAIR):
    """What the command says of a function."""
    command = f"'{sys.executable}' -m warner.respond {place}"
    return subprocess.run([BINARY, verb, "--exec", command, *data, *words], capture_output=True, text=True)


def record_of(verb, place, *words, data=PAIR):
    said = audited(verb, place, *words, "--json", data=data)
    assert said.returncode in (0, 1), said.stderr
    return warner.Record.from_json(said.stdout)


def answered(place, *requests, protocol="2"):
    """What it writes when it is asked directly."""
    return subprocess.run(
        [sys.executable, "-m", "warner.respond", *place.split()],
        input="".join(json.dumps(request) + "\n" for request in requests).encode(),
        capture_output=True,
        env={**os.environ, "WARNER_PROTOCOL": protocol},
    )


@pytest.fixture
def counts(here, monkeypatch):
    monkeypatch.syspath_prepend(here)
    sys.modules.pop("counts", None)
    import counts

    yield counts
    del sys.modules["counts"]


@pytest.mark.parametrize("name", ["noisy_count", "described", "listed"])
def test_an_audit_is_the_same_as_in_python(counts, name):
    found = record_of("measure", f"counts:{name}", "--budget", "3e4")
    same = warner.measure(getattr(counts, name), d=[1, 2, 3], d_prime=[1, 2], epsilon=1, budget=3e4)
    assert found.tally == same.tally and found.witness.event == same.witness.event
    assert found.epsilon_lower_bound == same.epsilon_lower_bound > 0.8
    assert not found.refuted


@pytest.mark.parametrize("name", ["plain", "many", "dots --form f(data)", "Mechanisms.count"])
def test_all_forms_find_a_leak(here, name):
    said = audited("check", f"counts:{name}", "--level", "1e-6")
    assert said.returncode == 1, said.stderr


def test_records_replay(here):
    record = here / "record.json"
    assert audited("measure", "counts:noisy_count", "--budget", "2e4", "--out", record).returncode == 0
    assert subprocess.run([BINARY, "replay", record, "--run"], capture_output=True).returncode == 0
    assert audited("check", "counts:plain", "--out", record).returncode == 1
    assert json.loads(record.read_text())["external"]["seeded"] is False
    refused = subprocess.run([BINARY, "replay", record, "--run"], capture_output=True, text=True)
    assert refused.returncode == 2 and "--fresh" in refused.stderr


def test_a_function_of_many_is_asked_for_many_at_once(here):
    said = answered("counts:how_many", {"dataset": [1], "trials": 4096, "seed": 7})
    assert said.stdout.splitlines()[1:] == [b"4096"] * 4096


def test_what_it_says_of_itself(here):
    said = answered("counts:noisy_count", {"dataset": [1], "trials": 3, "seed": 7}).stdout
    hello, numbers = said.split(b"\n", 1)
    assert json.loads(hello) == {
        "warner": 2, "name": "noisy_count", "version": "1.4", "seeded": True, "prepares": True, "binary": 1
    }  # fmt: skip
    assert all(x == int(x) for x in struct.unpack("<3d", numbers))
    hello = json.loads(answered("counts:plain --name p", {"dataset": [1], "trials": 1, "seed": 7}).stdout.splitlines()[0])
    assert hello == {"warner": 2, "name": "p", "version": "1.4", "seeded": False, "prepares": True}


def test_data_are_handed_over_once(here):
    by_value, by_number = (
        answered("counts:noisy_count", *requests).stdout
        for requests in (
            [{"dataset": [1, 2], "trials": 9, "seed": 3}],
            [{"prepare": 0, "data": [1]}, {"prepare": 5, "data": [1, 2]}, {"prepared": 5, "trials": 9, "seed": 3}],
        )
    )
    assert by_value == by_number


def test_version_one_of_the_protocol_is_lines_alone(here):
    said = answered("counts:noisy_count", {"dataset": [], "trials": 5, "seed": 7}, protocol="1")
    numbers = [float(line) for line in said.stdout.splitlines()]
    assert len(numbers) == 5 and said.returncode == 0


def test_what_a_function_reads_and_prints_does_not_disturb(here):
    said = audited("check", "counts:talks", "--budget", "1000")
    assert said.returncode == 1, said.stderr


def test_exceptions_are_releases_unless_they_are_let_out(here):
    assert "error" in record_of("check", "counts:small_groups").witness.say_d
    said = audited("check", "counts:small_groups --exceptions raise")
    assert said.returncode == 4 and "KeyError: 'too few'" in said.stderr


def test_datasets_may_be_data_frames(here):
    pandas.DataFrame({"age": [30, 41, 25, 62], "city": ["P", "L", "P", "R"]}).to_csv("people.csv", index=False)
    data = ["--data", "people.csv", "--neighbours", "add-remove", "--bounds", "age=0:120", "--claim-epsilon", "1"]
    record = record_of("measure", "counts:total --frame people.csv", "--budget", "5e4", data=data)
    assert record.refuted and record.epsilon_lower_bound > 5  # its sensitivity is 120, and not 1


@pytest.mark.parametrize(
    "place, problem",
    [
        ("count:noisy_count", "count: no such module"),
        ("counts.py:noisy_count", "its name has no .py"),
        ("package.count:noisy_count", "package.count: no such module"),
        ("counts:noisy_cuont", "counts has no such function (did you mean noisy_count?)"),
        ("counts:Mechanisms.cont", "(did you mean count?)"),
        ("counts:three", "is of type int, and no function"),
        ("counts:nothing", "nothing: takes 0 arguments"),
        ("counts", "MODULE:FUNCTION"),
        (".counts:plain", "MODULE:FUNCTION"),
        ("counts:plain --frame none.csv", "--frame: none.csv can not be read"),
        ("script:main", "script: ends when it is imported"),
        ("imports:main", "No module named 'not_there'"),
        ("broken:main", "ZeroDivisionError"),
        ("unclosed:main", "SyntaxError"),
        ("counts:plain --form f(n)", "'f(n)' is none of f(data), f(data, n)"),
    ],
)
def test_what_can_not_be_asked(here, place, problem):
    pathlib.Path("script.py").write_text("raise SystemExit(0)\n")
    pathlib.Path("imports.py").write_text("import not_there\n")
    pathlib.Path("broken.py").write_text("def f():\n    return 1 / 0\n\nf()\n")
    pathlib.Path("unclosed.py").write_text("print(\n")
    said = answered(place)
    assert said.returncode == 2 and said.stdout == b"" and problem in said.stderr.decode()
    said = audited("check", place.replace(" f(n)", " 'f(n)'"))
    assert said.returncode == 4 and problem in said.stderr and "exit status 2" in said.stderr


@pytest.mark.parametrize(
    "name, problem",
    [
        ("at_fault", "in innermost"),
        ("few", "few was asked for 100 releases, and returned 1"),
        ("wavering", "returned an array of 3 numbers a release before, and now an array of 2"),
    ],
)
def test_what_a_function_gets_wrong(here, name, problem):
    said = audited("check", f"counts:{name}")
    assert said.returncode == 4 and problem in said.stderr and "respond.py" not in said.stderr


def test_modules_of_this_folder_come_first(here):
    pathlib.Path("pipes.py").write_text("def f(data):\n    return len(data)\n")  # a name that Python's library had
    assert audited("check", "pipes:f").returncode == 1
