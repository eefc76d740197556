"""Questions in Python mean what they mean on the command line; errors name Python's arguments."""
import dataclasses
import json
import os
import pickle
import subprocess
import sys

import numpy
import pandas
import pytest

import warner
from warner import _command
from warner._command import BINARY

TIMELESS = ("seconds", "provenance")


def of_command(*words):
    done = subprocess.run([BINARY, *words, "--json"], stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def timeless(document):
    return {key: value for key, value in document.items() if key not in TIMELESS}


@pytest.mark.parametrize("verb", ["measure", "check"])
def test_the_record_is_that_of_the_command(verb):
    record = getattr(warner, verb)("broken/laplace-half-scale", epsilon=2, budget=1e5, level=0.01, seed=5)
    document = of_command(verb, "broken/laplace-half-scale", "--epsilon", "2", "--budget", "1e5", "--level", "0.01", "--seed", "5")
    assert timeless(json.loads(record.to_json())) == timeless(document)


def test_a_mechanism_object_asks_the_same_question():
    made = warner.catalogue["laplace"](epsilon=0.5)
    assert warner.measure(made, budget=1e4).tally == warner.measure("laplace", epsilon=0.5, budget=1e4).tally


@pytest.mark.parametrize(
    "claim",
    [
        dict(claim_epsilon=1),
        dict(claim_epsilon=1, claim_delta=1e-5),
        dict(claim_mu=1),
        dict(claim_rho=0.5),
        dict(claim_rdp={2: 0.7, 8: 1.0}),
        dict(claim_tradeoff="gaussian sigma=1"),
        dict(claim_tradeoff=[(1, 0), (0.5, 0.2212)]),
    ],
)
def test_claims(claim):
    assert not warner.check("laplace", budget=2e4, level=1e-6, **claim).refuted  # 1e-6 each: all are true of it


def test_programs_and_recorded_releases(tmp_path):
    rng = numpy.random.default_rng(1)
    d, d_prime = rng.integers(0, 4, 4000), rng.integers(0, 4, 4000) + 1
    assert warner.measure(warner.Releases(d, d_prime), epsilon=1).refuted  # 4 is never said of d
    words = [{"said": "yes"}] * 300 + [{"said": "no"}] * 700
    assert not warner.measure(warner.Releases(words, words[::-1]), epsilon=1, level=1e-6).refuted
    program = tmp_path / "echo.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    for _ in range(request['trials']): print(len(request['dataset']), flush=False)\n"
        "    sys.stdout.flush()\n"
    )
    record = warner.check(warner.Program(f"python3 {program}"), d=[1], d_prime=[1, 2], epsilon=1)
    assert record.refuted and record.external.by == "exec"


@pytest.mark.parametrize(
    "mechanism, options, error, words",
    [
        ("laplace", dict(budget=-1), ValueError, "budget: -1"),
        ("laplace", dict(level=2), ValueError, r"level: 2 is not in \(0, 1\)"),
        ("laplace", dict(levle=1), TypeError, "no parameter 'levle'"),
        ("laplac", {}, ValueError, "laplace"),
        ("laplace", dict(d=[0]), ValueError, "d and d_prime go together"),
        ("laplace", dict(data=[1, 2], neighbours="add-remove"), ValueError, "for programs"),
        (len, dict(epsilon=1), TypeError, "d and d_prime"),
        (len, dict(d=[1], d_prime=[1], epsilon=1), ValueError, "the same dataset"),
        (len, dict(d=[1], d_prime=[2]), ValueError, "claim"),
        (len, dict(d=[1], d_prime=[2], epsilon=1, claim_epsilon=1), TypeError, "not both"),
        (len, dict(d=[1], d_prime=[2], scale=1), TypeError, "'scale': is no option"),
        (len, dict(d=[1], dprime=[2], epsilon=1), TypeError, "'dprime': is no option .did you mean d_prime"),
        (len, dict(d=[1], d_prime=[2], epsilonn=1), TypeError, "did you mean epsilon"),
        (len, dict(data=[1, 2], neighbours="add-remove", rows_per_unit=0, epsilon=1), ValueError, "rows_per_unit: 0 is none"),
        (len, dict(d=[1], d_prime=[2], search_budget=0, epsilon=1), ValueError, "search_budget: 0 is none"),
        (len, dict(data=pandas.DataFrame({"x": []}), neighbours="add-remove", epsilon=1), ValueError, "data: has no rows"),
        (len, dict(d=[1], d_prime=[2], epsilon=1, form="f(n)"), ValueError, "form"),
        (len, dict(d=[1], d_prime=[2], epsilon=1, exceptions="yes"), ValueError, "exceptions"),
        (3, dict(d=[1], d_prime=[2], epsilon=1), TypeError, "is no function"),
        (lambda: 1, dict(d=[1], d_prime=[2], epsilon=1), TypeError, "takes 0 arguments"),
        (lambda a, b, c: 1, dict(d=[1], d_prime=[2], epsilon=1), TypeError, "nobody says what its parameter c is"),
        (len, dict(data=[1, 2], neighbours="both", epsilon=1), ValueError, "neither add-remove"),
        (warner.Program("/nowhere/at/all"), dict(d=[1], d_prime=[2], epsilon=1), warner.MechanismFailed, "nowhere"),
    ],
)
def test_what_can_not_be_asked(mechanism, options, error, words):
    with pytest.raises(error, match=words) as raised:
        warner.measure(mechanism, **options)
    assert "--" not in str(raised.value)


def test_looks_of_a_check_end_where_the_check_does():
    looks = list(warner.checking("broken/laplace-half-scale", epsilon=1))
    record = warner.check("broken/laplace-half-scale", epsilon=1)
    assert looks[-1].refuted and not any(look.refuted for look in looks[:-1])
    assert looks[-1].trials == record.trials.certify
    assert looks[-1].epsilon_lower_bound == record.epsilon_lower_bound


def test_a_loop_over_looks_may_be_left():
    for look in warner.checking("laplace", budget=1e8):
        if look.trials > 1000:
            break
    assert 1000 < look.trials < 1e7
    with pytest.raises(ValueError, match="level"):
        list(warner.checking("laplace", level=3))


def test_parts_add_up_to_the_whole():
    found = warner.measure("laplace", budget=5e4)
    parts = [warner.play(found, first, first + 8192, seed=9) for first in range(0, 40960, 8192)]
    merged = warner.merge([pickle.loads(pickle.dumps(part)) for part in parts[::-1]])
    whole = warner.play_fresh(found, trials=40960, seed=9)
    assert timeless(json.loads(warner.conclude(found, merged).to_json())) == timeless(json.loads(whole.to_json()))
    with pytest.raises(ValueError, match=r"\[8192, 16384\) were played twice"):
        warner.merge([merged, parts[1]])
    with pytest.raises(ValueError, match=r"\[8192, 16384\) were not played"):
        warner.conclude(found, warner.merge(parts[:1] + parts[2:]))
    with pytest.raises(ValueError, match="2 questions"):
        warner.merge([parts[0], warner.play(found, 8192, 16384, seed=10)])
    for seed in (1, 9):  # that of the audit, which picked the strategy, and that of the whole
        with pytest.raises(ValueError, match="fresh releases need another"):
            warner.play_fresh(whole, trials=4096, seed=seed)
        with pytest.raises(ValueError, match="fresh releases need another"):
            warner.play(whole, 0, 4096, seed=seed)
    with pytest.raises(ValueError, match="4096"):
        warner.play(found, 5, 8192, seed=9)


def test_parts_of_two_strategies_do_not_add():
    found = warner.measure("laplace", epsilon=1, budget=1e5)
    other = warner.measure("laplace", epsilon=1, budget=1e5, search_budget=100)
    assert found.provenance.digest != other.provenance.digest
    mine, theirs = warner.play(found, 0, 4096, seed=9), warner.play(other, 4096, 8192, seed=9)
    assert mine.strategy != theirs.strategy
    theirs = dataclasses.replace(theirs, digest=mine.digest)  # whatever the digest tells
    with pytest.raises(ValueError, match="2 questions"):
        warner.merge([mine, theirs])
    with pytest.raises(ValueError, match="another strategy"):
        warner.conclude(found, dataclasses.replace(theirs, ranges=((0, 4096),)))


def test_replays():
    record = warner.measure("laplace", budget=2e4)
    assert warner.replay(record)
    changed = warner.Record.from_json(record.to_json().replace(f'"blind_spot": {record.blind_spot}', '"blind_spot": 0.25'))
    replay = warner.replay(changed)
    assert replay.same and not replay and "blind_spot" in replay.contradictions[0]
    assert warner.play_fresh(record).seed == 2


def test_a_width_or_a_time_in_place_of_a_budget():
    def noisy_count(data, n, rng):
        return len(data) + rng.laplace(size=n)

    record = warner.measure(noisy_count, d=[3], d_prime=[3, 4], epsilon=1, until_width=0.2, level=1e-6, ideal_numbers=True)
    assert record.until_width == 0.2
    assert record.epsilon_estimate - record.epsilon_lower_bound <= 0.2
    assert warner.check("randomised-response", until_width=0.3, level=1e-6).sequential["ended"] == "width reached"
    record = warner.measure(noisy_count, d=[3], d_prime=[3, 4], epsilon=1, time="0.3s")
    assert record.planned_seconds == 0.3 and warner.Record.from_json(record.text) == record
    with pytest.raises(ValueError, match="time: the budget follows from it"):
        warner.measure("laplace", time=1, budget=1e4)


def test_plans_and_compositions():
    assert warner.plan(claim_epsilon=1, violation=1.2)["measure"]["certifying_trials"] > 1000
    bounds = warner.compose("gaussian sigma=1 x10", delta=1e-5)
    assert bounds["epsilon_lower"] <= bounds["epsilon_upper"]
    with pytest.raises(ValueError, match="claim"):
        warner.plan(claim_epsilon=-1, violation=1.2)
    for budget, is_enough in ((1000, False), (1e6, True)):  # what is too small is an answer as well
        powers = [warner.plan(claim_epsilon=1, violation=1.1, budget=budget)[verb]["power"] for verb in ("measure", "check")]
        assert (max(powers) >= 0.99) == is_enough


def stand_in(monkeypatch, folder, commands):
    """A shell script in place of the command."""
    path = folder / "command"
    path.write_text(f"#!/bin/sh\n{commands}\n")
    path.chmod(0o755)
    monkeypatch.setattr(_command, "BINARY", path)


@pytest.mark.parametrize(
    "code, error", [(2, ValueError), (4, RuntimeError), (5, RuntimeError), (130, KeyboardInterrupt)]
)
def test_what_is_no_answer_of_the_command_is_raised(code, error, monkeypatch, tmp_path):
    stand_in(monkeypatch, tmp_path, f"exit {code}")
    for call in (lambda: warner.plan(claim_epsilon=1), warner.figure_names, lambda: warner.report(tmp_path)):
        with pytest.raises(error):
            call()


def test_figures_that_disagree_with_exact_values_are_warned_of(monkeypatch, tmp_path):
    stand_in(monkeypatch, tmp_path, "exit 1")
    with pytest.warns(RuntimeWarning, match="disagrees with its exact value"):
        warner.figures("poll", out=tmp_path)


def test_an_interruption_that_the_command_does_not_hear_ends_it(monkeypatch, tmp_path):
    stand_in(monkeypatch, tmp_path, f"echo $$ >'{tmp_path}/pid'; echo it runs >&2; exec sleep 100")

    class Heard:
        def write(self, line):
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stderr", Heard())
    with pytest.raises(KeyboardInterrupt):
        warner.figures(out=tmp_path)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_figures_and_report(tmp_path):
    names = [line.split()[0] for line in warner.figure_names()]
    folder = warner.figures(names[0], out=tmp_path, quick=True)
    assert list(folder.glob("*.csv"))
    assert warner.report(folder).read_text().startswith("<!DOCTYPE html>")
    with pytest.raises(ValueError, match="nothing-of-this-name"):
        warner.figures("nothing-of-this-name", out=tmp_path)


def test_figures_are_drawn_by_the_interpreter_that_is_named(tmp_path, monkeypatch):
    from warner._command import _environment

    pytest.importorskip("matplotlib")
    assert _environment()["WARNER_PYTHON"] == sys.executable
    monkeypatch.setenv("WARNER_PYTHON", "/nowhere/python3")
    with pytest.raises(ValueError, match="/nowhere/python3: can not be started"):
        warner.figures(warner.figure_names()[0].split()[0], out=tmp_path, quick=True)
