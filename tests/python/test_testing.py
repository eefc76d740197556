"""warner.testing: a leak planted in each of the ways that people write mechanisms, and its sound twin.

Each sound twin is refuted with probability at most 1e-6, the level of an assertion; each leak here is so large that it
is missed less often than that.
"""

import math
import pickle
import random

import numpy
import pandas
import pytest

import warner
from warner import _record
from warner.testing import NoLeakFound, PrivacyViolation, assert_leaks, assert_private


def flipped(bit, epsilon):
    return bit if random.random() < 1 / (1 + math.exp(-epsilon)) else 1 - bit


def discrete_laplace(n, rng, scale):
    p = 1 - math.exp(-1 / scale)
    return rng.geometric(p, size=n) - rng.geometric(p, size=n)


# A plain function of one release.
def answer(bit):
    return flipped(bit, 1)


def answer_too_often_true(bit):
    return flipped(bit, 2)


# A batch of numpy's, which draws from the generator that it is given.
def noisy_sum(data, n, rng):
    return sum(data) + discrete_laplace(n, rng, scale=1)


def noisy_sum_half_scale(data, n, rng):
    return sum(data) + discrete_laplace(n, rng, scale=0.5)


# A pipeline on a data frame, neighbours made from a table.
INCOMES = pandas.DataFrame({"city": ["Bonn", "Bonn", "Ulm", "Trier"], "income": [20.0, 55.0, 70.0, 31.0]})
FOUND = {"data": INCOMES, "neighbours": "add-remove", "bounds": {"income": (0, 100)}, "epsilon": 1}


def pipeline(frame, n, rng):
    return int(frame.income.clip(0, 100).round().sum()) + discrete_laplace(n, rng, scale=100)


def pipeline_without_clipping(frame, n, rng):
    return int(frame.income.fillna(0).clip(-1e9, 1e9).sum()) + discrete_laplace(n, rng, scale=100)


# An object that is called, and keeps a state.
class Counter:
    def __init__(self, reuses_noise):
        self.reuses_noise = reuses_noise
        self.calls = 0
        self.noise = 0

    def __call__(self, data):
        if self.calls == 0 or not self.reuses_noise:
            self.noise = random.getrandbits(40) - random.getrandbits(40)
        self.calls += 1
        return len(data) + self.noise


# A generator, whose releases are lists of what it yields.
def answers(bits):
    for bit in bits:
        yield flipped(bit, 1)


def answers_until_true(bits):
    for bit in bits:
        yield flipped(bit, 1)
        if bit:
            return


# Closures, the second kind with the old mistake of a loop.
def closures():
    return [lambda bit, epsilon=epsilon: flipped(bit, epsilon) for epsilon in (1, 3)]


def closures_bound_late():
    return [lambda bit: flipped(bit, epsilon) for epsilon in (1, 3)]


TWINS = {
    "function": (answer, answer_too_often_true, (0, 1), {"epsilon": 1}),
    "batch": (noisy_sum, noisy_sum_half_scale, ([1, 1], [1, 1, 1]), {"epsilon": 1}),
    "pipeline": (pipeline, pipeline_without_clipping, (), FOUND),
    "object": (Counter(False), Counter(True), ([0], [0, 0]), {"epsilon": 1e-3, "delta": 1e-3}),
    "generator": (answers, answers_until_true, ([0, 0, 1], [0, 1, 1]), {"epsilon": 1}),
    "closure": (closures()[0], closures_bound_late()[0], (0, 1), {"epsilon": 1}),
}


@pytest.mark.parametrize("idiom", TWINS)
def test_a_planted_leak_is_found(idiom):
    _, broken, pair, options = TWINS[idiom]
    with pytest.raises(PrivacyViolation) as raised:
        assert_private(broken, *pair, **options)
    assert raised.value.record.refuted and raised.value.record.level == 1e-6
    assert assert_leaks(broken, *pair, **options).refuted


@pytest.mark.parametrize("idiom", TWINS)
def test_the_sound_twin_is_spared(idiom):
    sound, _, pair, options = TWINS[idiom]
    record = assert_private(sound, *pair, budget=20000, **options)
    assert not record.refuted and record.verb == "check"


def lines_of(error):
    return {line[2:13].strip(): line[14:] for line in str(error).splitlines()[1:]}


def test_the_message_says_what_gives_the_data_away_and_how_to_see_it_again():
    with pytest.raises(PrivacyViolation) as raised:
        assert_private(noisy_sum_half_scale, [1, 1], [1, 1, 1], epsilon=1)
    record = raised.value.record
    assert str(raised.value).splitlines()[0] == "noisy_sum_half_scale is not as private as it claims"
    lines = lines_of(raised.value)
    assert lines["claim"] == "epsilon = 1"
    bound = f"epsilon at least {_record._rounded_down(record.epsilon_lower_bound, 6)}"
    assert lines["certified"] == f"{bound} with 99.9999 % confidence at all times"
    assert lines["trials"].startswith(f"{record.trials.certify:,}, at level 1e-06")
    assert lines["neighbours"].startswith("D = [1, 1], D' = [1, 1, 1]")
    assert "says D when y[0] < " in str(raised.value) and "of the trials under D)" in str(raised.value)
    assert "hint" not in lines
    again = eval(lines["again"], {"warner": warner, "noisy_sum_half_scale": noisy_sum_half_scale})
    assert again.text.split('"seconds"')[0] == record.text.split('"seconds"')[0]


def test_a_saved_record_is_replayed_by_the_line_in_the_message(tmp_path):
    path = tmp_path / "found.json"
    with pytest.raises(PrivacyViolation) as raised:
        assert_private(answer_too_often_true, 0, 1, epsilon=1, save=path)
    assert warner.Record.load(path) == raised.value.record
    again = eval(lines_of(raised.value)["again"], {"warner": warner, "answer_too_often_true": answer_too_often_true})
    assert again.refuted and again.verb == "measure"
    sound = tmp_path / "none.json"
    assert_private(answer, 0, 1, epsilon=1, budget=1000, save=sound)
    assert not sound.exists()


def test_last_bits_have_a_hint():
    def noisy(data, n, rng):
        return data + rng.laplace(size=n)

    with pytest.raises(PrivacyViolation, match="ideal_numbers=True"):
        assert_private(noisy, 0, 1, epsilon=1)
    assert_private(noisy, 0, 1, epsilon=1, budget=20000, ideal_numbers=True)


@pytest.mark.parametrize(
    "claim, certified",
    [
        ({"mu": 0.5}, "mu at least"),
        ({"rho": 0.1}, "rho at least"),
        ({"rdp": {2: 0.3}}, "Renyi of order 2 at least"),
        ({"tradeoff": "laplace epsilon=0.1 x2"}, "a wealth of"),
        ({"epsilon": 0.5, "delta": 1e-3}, "at delta = 0.001"),
        ({"epsilon": 0.1, "rho": 0.1}, "a wealth of"),
    ],
)
def test_every_claim_is_named_with_what_contradicts_it(claim, certified):
    with pytest.raises(PrivacyViolation) as raised:
        assert_private(answer_too_often_true, 0, 1, **claim)
    assert certified in lines_of(raised.value)["certified"]


def test_a_missing_leak_says_how_closely_was_looked():
    with pytest.raises(NoLeakFound) as raised:
        assert_leaks(answer, 0, 1, epsilon=1, budget=5000)
    lines = lines_of(raised.value)
    assert lines["trials"].startswith("5,000")
    assert f"{raised.value.record.blind_spot:.2g}" in lines["blind spot"]


def test_what_is_raised_is_an_assertion_that_can_be_sent_elsewhere():
    with pytest.raises(AssertionError) as raised:
        assert_private(answer_too_often_true, 0, 1, epsilon=1)
    copy = pickle.loads(pickle.dumps(raised.value))
    assert str(copy) == str(raised.value) and copy.record == raised.value.record


@pytest.mark.parametrize(
    "arguments, options, message",
    [
        ((0,), {"epsilon": 1}, "d and d_prime go together"),
        ((0, 1), {}, "claim"),
        ((0, 1), {"epsilonn": 1}, "epsilonn"),
        ((0, 1), {"epsilon": 1, "level": 2}, "level: 2"),
    ],
)
def test_bad_input_is_named(arguments, options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        assert_private(answer, *arguments, **options)


def test_a_found_pair_is_played_again_as_the_table_was():
    record = warner.check(pipeline_without_clipping, level=1e-6, **FOUND)
    assert record.refuted and record.pair.d == []
    assert warner.play_fresh(record, pipeline_without_clipping, data=INCOMES, trials=4 * record.trials.certify).refuted
    assert warner.replay(record, pipeline_without_clipping, data=INCOMES)


def test_datasets_of_a_record_are_read_as_json():
    record = warner.check(lambda data: flipped(data["bit"], 3), d={"bit": 0}, d_prime={"bit": 1}, epsilon=1)
    assert warner.play_fresh(record, lambda data: flipped(data["bit"], 3), trials=2000).refuted


def test_datasets_too_long_for_a_record_are_asked_for():
    def noisy(data, n, rng):
        return len(data) + discrete_laplace(n, rng, scale=0.2)

    long = ["x" * 50] * 2000
    record = warner.check(noisy, d=long, d_prime=long[1:], epsilon=1)
    assert record.refuted and record.external.dataset_fingerprints
    with pytest.raises(ValueError, match="d, d_prime: are too long for a record"):
        warner.play_fresh(record, noisy)
    fresh = warner.play_fresh(record, noisy, d=long, d_prime=long[1:])
    assert fresh.refuted and len(fresh.external.datasets) == 2
    assert warner.replay(record, noisy, d=long, d_prime=long[1:])
    given = {"d": long, "d_prime": long[1:]}
    parts = [warner.play(record, first, first + 4096, noisy, seed=2, **given) for first in (0, 4096)]
    assert warner.conclude(record, warner.merge(parts), noisy, **given).trials.certify == 8192


def test_numbers_of_numpy_are_numbers():
    one, half = numpy.float64(1), numpy.float32(0.5)
    for claim in ({"epsilon": one}, {"rdp": {numpy.int64(2): half}}, {"tradeoff": [(half, one / 100)]}):
        assert_leaks(answer_too_often_true, 0, 1, **claim)
    assert_leaks(pipeline_without_clipping, **{**FOUND, "bounds": {"income": (numpy.int64(0), 100 * one)}})
    assert warner.plan(claim_epsilon=one, violation=2 * one) == warner.plan(claim_epsilon=1, violation=2.0)
