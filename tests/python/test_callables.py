"""Functions as mechanisms: their forms, their releases, their data, what they raise."""
import dataclasses
import datetime
import decimal
import enum
import functools
import json
import math
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import warnings

import numpy
import pandas
import pytest

import warner
from warner._callables import Function, form_of
from warner._signatures import call_of
from warner._core import MechanismFailed
from warner._said import rebuilt, said
from warner._workers import _GREETING, Workers

PAIR = dict(d=[3], d_prime=[3, 4])


def geometric(data, n, rng):
    """Exactly 1-DP on PAIR: integers, so that no last bit betrays anything."""
    ratio = math.exp(-1)
    return len(data) + rng.geometric(1 - ratio, n) - rng.geometric(1 - ratio, n)


class Stateful:
    def __init__(self):
        self.asked = 0

    def __call__(self, data):
        self.asked += 1
        return len(data)


class Exactly:
    """A function that is never asked ahead, since it takes a generator; it does not draw from it."""

    def __init__(self, function):
        self.function = function

    def __call__(self, data, n, rng):
        return self.function(data, n)


@pytest.mark.parametrize(
    "function, form",
    [
        (len, "f(data)"),
        (Stateful(), "f(data)"),
        (lambda data, scale=1: 0, "f(data)"),
        (lambda *data: 0, "f(data)"),
        (lambda data, size: 0, "f(data, n)"),
        (lambda data, n=1: 0, "f(data, n)"),
        (lambda data, rng: 0, "f(data, rng)"),
        (lambda data, *, rng=None: 0, "f(data, rng)"),
        (geometric, "f(data, n, rng)"),
    ],
)
def test_forms(function, form):
    assert form_of(function) == form


def test_all_forms_find_the_same_leak():
    for function in (
        lambda data: len(data),
        lambda data, n: [len(data)] * n,
        lambda data, rng: len(data) + 0 * rng.integers(2),
        lambda data, n, rng: numpy.full(n, len(data)),
    ):
        assert warner.check(function, **PAIR, epsilon=1, level=1e-6).refuted


def test_seeded_functions_replay_and_keep_their_record():
    record = warner.measure(geometric, **PAIR, epsilon=1, budget=5e4, level=1e-6)
    assert not record.refuted and record.epsilon_lower_bound > 0.8 and record.external.seeded is not False
    assert warner.replay(record, geometric)
    assert warner.measure(geometric, **PAIR, epsilon=1, budget=5e4, level=1e-6).tally == record.tally
    assert warner.measure(geometric, **PAIR, epsilon=1, budget=5e4, level=1e-6, processes=2).tally == record.tally
    assert not warner.replay(record, lambda data, n, rng: geometric(data + [5, 6], n, rng))
    with pytest.raises(TypeError, match="give that function"):
        warner.replay(record)


def test_unseeded_functions_say_so():
    record = warner.measure(lambda data: len(data) + random.randrange(3), **PAIR, epsilon=1, budget=5e3)
    assert record.external.seeded is False
    with pytest.raises(ValueError, match="play"):
        warner.replay(record, lambda data: len(data))
    fresh = warner.play_fresh(record, lambda data: len(data) + random.randrange(3), level=0.01)
    assert fresh.refuted and fresh.level == 0.01


def test_an_exception_is_a_release():
    def f(data):
        if len(data) == 2 and random.random() < 0.05:
            raise KeyError("k")
        return 1

    record = warner.check(f, **PAIR, epsilon=1, level=1e-6, budget=1e6)
    assert record.refuted and "error" in record.witness.say_d_prime
    with pytest.raises(KeyError):
        warner.check(f, **PAIR, epsilon=1, exceptions="raise")


def test_what_a_function_always_raises_comes_out_with_its_traceback():
    def innermost():
        return undefined_name  # noqa: F821

    for form in (lambda data: innermost(), lambda data, n: innermost()):
        with pytest.raises(NameError) as raised:
            warner.measure(form, **PAIR, epsilon=1)
        assert "innermost" in "".join(traceback.format_tb(raised.value.__traceback__))


def test_it_is_asked_in_the_thread_of_the_caller():
    seen = set()

    def f(data):
        seen.add(threading.get_ident())
        return len(data)

    warner.check(f, **PAIR, epsilon=1)
    assert seen == {threading.get_ident()}


class Supply:
    """Batches of one generator a dataset, as many releases of each as there are."""

    def __init__(self, many=math.inf):
        self.rngs = {1: numpy.random.default_rng(1), 2: numpy.random.default_rng(2)}
        self.many = {1: many, 2: many}
        self.asked = {1: 0, 2: 0}
        self.threads = set()

    def __call__(self, data, n):
        self.threads.add(threading.get_ident())
        self.asked[len(data)] += n
        if self.asked[len(data)] > self.many[len(data)]:
            self.asked[len(data)] -= n
            raise EOFError("no more")
        return len(data) + self.rngs[len(data)].laplace(size=n)


def test_batches_asked_ahead_are_the_releases_of_those_that_are_not():
    def audit(supply, budget):
        return warner.measure(supply, **PAIR, epsilon=1, budget=budget, ideal_numbers=True)

    ahead, again, alone = Supply(), Supply(), Supply()
    for budget in (1e3, 3e4, 4e5):
        record = audit(ahead, budget)
        assert record.tally == audit(again, budget).tally
        exactly = audit(Exactly(alone), budget)
        assert exactly.tally == record.tally and exactly.witness.strategy == record.witness.strategy
        ahead.rngs, again.rngs, alone.rngs = Supply().rngs, Supply().rngs, Supply().rngs
    assert ahead.threads == {threading.get_ident()}
    assert ahead.asked == again.asked
    for dataset in (1, 2):
        assert alone.asked[dataset] <= ahead.asked[dataset] < 1.01 * alone.asked[dataset]


def test_what_is_asked_ahead_need_not_be_there():
    whole = Supply()
    record = warner.measure(Exactly(whole), **PAIR, epsilon=1, budget=4e5)
    just_enough = Supply()
    just_enough.many = dict(whole.asked)
    assert warner.measure(just_enough, **PAIR, epsilon=1, budget=4e5).tally == record.tally
    too_little = Supply()
    too_little.many = {1: whole.asked[1], 2: whole.asked[2] - 1}
    with pytest.raises(EOFError, match="no more"):
        warner.measure(too_little, **PAIR, epsilon=1, budget=4e5)


def test_one_release_may_have_more_numbers_than_caches_hold():
    rng = numpy.random.default_rng(1)

    def wide(data, n):
        return len(data) + rng.laplace(size=(n, 20_000))

    assert warner.measure(wide, d=[3], d_prime=[3, 4], epsilon=1e5, budget=600, ideal_numbers=True).trials.certify > 0


def test_what_nobody_waits_for_any_more_is_asked_all_the_same():
    """An audit ends while releases asked ahead are still made; freed memory is overwritten, so that its use shows."""
    code = """if True:
        import time, numpy, warner
        rng = numpy.random.default_rng(1)
        def slow(data, n):
            time.sleep(0.0005)
            return len(data) + rng.laplace(size=n)
        for i in range(40):
            warner.measure(slow, d=[3], d_prime=[3, 4], epsilon=1, budget=3e4 + 1000 * i, ideal_numbers=True)
    """
    subprocess.run([sys.executable, "-c", code], env=dict(os.environ, MALLOC_PERTURB_="165"), check=True, timeout=300)


def test_threads_of_the_caller_may_audit_at_the_same_time():
    records = [None] * 4

    def audit(i):
        records[i] = warner.measure(geometric, **PAIR, epsilon=1, budget=2e4, seed=1 + i % 2)

    threads = [threading.Thread(target=audit, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert records[0].tally == records[2].tally and records[1].tally == records[3].tally


def test_an_audit_may_lie_within_a_function_that_is_audited():
    def f(data):
        return warner.check("laplace", budget=100, seed=len(data)).tally.right

    assert warner.check(f, **PAIR, epsilon=1, budget=200).trials.certify <= 200


def test_progress_is_told():
    told = []
    warner.measure("laplace", budget=3e7, progress=lambda done, all: told.append((done, all)))
    assert told and all(0 < done <= everything for done, everything in told)

    def bad(done, all):
        raise OSError("the bar broke")

    with pytest.raises(OSError, match="the bar broke"):
        warner.measure("laplace", budget=3e7, progress=bad)


class Colour(enum.Enum):
    RED = 1


@dataclasses.dataclass
class Release:
    count: int
    city: str


@pytest.mark.parametrize(
    "thing, text",
    [
        (None, "null"),
        (True, "true"),
        (1, "1"),
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (0.1, "0.1"),
        (1e300, "1e+300"),
        (float("nan"), "NaN"),
        (float("-inf"), "-Infinity"),
        (10**30, "1" + "0" * 30),
        ('quote " line\n\x01é', '"quote \\" line\\n\\u0001é"'),
        ("\ud800", '"?"'),
        ((1, [2, {"a": None}]), '[1, [2, {"a": null}]]'),
        ({1: 2}, '{"1": 2}'),
        ({("a", 1): 2}, '{"[\\"a\\", 1]": 2}'),
        ({3, 1}, "[1, 3]"),
        (numpy.float64(1.5), "1.5"),
        (numpy.int8(3), "3"),
        (numpy.bool_(True), "true"),
        (numpy.arange(3), "[0, 1, 2]"),
        (numpy.datetime64("2024-02-01"), '"2024-02-01"'),
        (datetime.date(2024, 2, 1), '"2024-02-01"'),
        (decimal.Decimal("1.10"), '"1.10"'),
        (1 + 2j, "[1.0, 2.0]"),
        (Colour.RED, '"RED"'),
        (Release(3, "Paris"), '{"count": 3, "city": "Paris"}'),
        (b"ab\xff", '"ab\\\\xff"'),
        (range(3), "[0, 1, 2]"),
        (pandas.DataFrame({"a": [1, 2], "b": ["x", None]}), '[{"a": 1, "b": "x"}, {"a": 2, "b": null}]'),
        (pandas.Series([1.5, float("nan")]), "[1.5, null]"),
        (pandas.Series({"k": 1}), '{"k": 1}'),
        (pandas.Series({}, dtype=float, index=pandas.Index([])), "{}"),
        (pandas.DataFrame(index=range(2)), "[{}, {}]"),
        (pandas.Timestamp("2024-02-01"), '"2024-02-01T00:00:00"'),
    ],
)
def test_things_are_said(thing, text):
    assert said(thing) == text


def test_what_can_not_be_said():
    with pytest.raises(TypeError, match="object: neither a release"):
        said(object())
    deep = []
    for _ in range(1000):
        deep = [deep]
    with pytest.raises(RecursionError):
        said(deep)
    with pytest.raises(TypeError, match="neither a release"):
        warner.check(lambda data: object(), **PAIR, epsilon=1)


def test_answers_that_are_none():
    with pytest.raises(ValueError, match="asked for .* releases, and returned 1"):
        warner.check(lambda data, n: [1], **PAIR, epsilon=1)
    with pytest.raises(ValueError, match="an array of 1 numbers a release before, and now"):
        warner.check(lambda data, n: numpy.zeros((n, len(data))), **PAIR, epsilon=1)
    with pytest.raises(OverflowError, match="2\\*\\*53"):
        warner.check(lambda data, n: numpy.full(n, 2**60), **PAIR, epsilon=1)


TABLE = pandas.DataFrame({"age": [30, 41, 25, 62], "city": ["P", "L", "P", "R"], "score": [0.5, 1.5, float("nan"), 2.0]})


@pytest.mark.parametrize("table", [TABLE, TABLE.age, TABLE.age.to_numpy(), TABLE.to_dict("records"), [1, 2, 3]])
def test_tables_come_back_as_they_were(table):
    again = rebuilt(said(table), table)
    assert type(again) is type(table)
    if isinstance(table, pandas.DataFrame):
        pandas.testing.assert_frame_equal(again, table)
    elif isinstance(table, (pandas.Series, numpy.ndarray)):
        assert list(again) == list(table) and again.dtype == table.dtype
    assert len(rebuilt("[]", table)) == 0


def test_neighbours_are_made_of_a_data_frame():
    types = set()

    def total(frame, n, rng):
        types.add((type(frame), str(frame.age.dtype)))
        return int(frame.age.clip(0, 120).sum()) + geometric([], n, rng)  # its sensitivity is 120, and not 1

    record = warner.measure(total, data=TABLE, neighbours="add-remove", bounds={"age": (0, 120)}, epsilon=1, budget=1e5)
    assert record.refuted and record.epsilon_lower_bound > 5
    assert types == {(pandas.DataFrame, "int64")}
    assert record.external.sought_among > 5

    def count(frame, n, rng):
        return len(frame) + geometric([], n, rng)

    record = warner.measure(count, data=TABLE, neighbours="add-remove", epsilon=1, budget=1e5, level=1e-6)
    assert not record.refuted and record.epsilon_lower_bound > 0.7


def test_a_constant_is_private():
    assert not warner.check(lambda data: "done", **PAIR, epsilon=0.1, budget=1e4, level=1e-6).refuted


def test_data_frames_of_polars():
    polars = pytest.importorskip("polars")
    table = polars.DataFrame({"age": [30, 41, None], "city": ["P", "L", "P"]})
    assert said(table) == '[{"age": 30, "city": "P"}, {"age": 41, "city": "L"}, {"age": null, "city": "P"}]'
    assert rebuilt(said(table), table).equals(table) and rebuilt("[]", table).schema == table.schema

    def count(frame, n, rng):
        return frame.height + geometric([], n, rng)

    record = warner.measure(count, data=table, neighbours="add-remove", epsilon=1, budget=1e5, level=1e-6)
    assert not record.refuted and record.epsilon_lower_bound > 0.7
    assert warner.check(lambda frame: frame.group_by("city").len(), data=table, neighbours="add-remove", epsilon=1).refuted


def test_data_of_any_type():
    class Bag:
        def __init__(self, many):
            self.many = many

        def __repr__(self):
            return f"a bag of {self.many}"

    record = warner.check(lambda bag: bag.many, d=Bag(1), d_prime=Bag(2), epsilon=1)
    assert record.refuted and record.external.datasets == ['"a bag of 1"', '"a bag of 2"']


def test_processes_ask_beside_each_other():
    meeting = multiprocessing.get_context("fork").Barrier(4, timeout=60)  # breaks, unless four processes come
    calls = []

    def meets(data):
        calls.append(data)
        if len(calls) == _GREETING + 1:  # the first call that counts, of each process
            meeting.wait()
        return len(data)

    assert warner.measure(meets, **PAIR, epsilon=1, budget=400, processes=4).refuted
    assert not meeting.broken and not calls  # all came, and none was this process

    def dies(data):
        import os

        os._exit(7)

    with pytest.raises(RuntimeError, match="exit status 7"):
        warner.measure(dies, **PAIR, epsilon=1, processes=2)
    with pytest.raises(ZeroDivisionError):
        warner.measure(lambda data, n: 1 / 0, **PAIR, epsilon=1, processes=2)


@pytest.mark.parametrize("processes", [0, -1])
def test_processes_are_at_least_one(processes):
    with pytest.raises(ValueError, match=f"processes: {processes} is no number"):
        warner.measure(len, **PAIR, epsilon=1, processes=processes)


def test_no_file_of_a_question_that_makes_no_sense_is_left(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(TypeError, match="object: neither a release") as raised:
        warner.check(warner.Releases([1, object()], [2]), epsilon=1)
    assert not list(tmp_path.iterdir()), raised  # which holds the question


def test_no_process_is_left():
    before = multiprocessing.active_children()
    record = warner.measure(lambda data: len(data), **PAIR, epsilon=1, budget=500, processes=2)
    warner.play_fresh(record, lambda data: len(data), processes=2)
    with pytest.raises(ZeroDivisionError):
        warner.measure(lambda data, n: 1 / 0, **PAIR, epsilon=1, processes=2)
    warner.check(lambda data: len(data), data=[1, 2, 3], neighbours="add-remove", epsilon=1, budget=2000, processes=2)
    assert multiprocessing.active_children() == before


def test_long_doubles_are_numbers():
    third = numpy.longdouble(1) / 3
    assert said(numpy.longdouble("0.5")) == "0.5" and said(numpy.longdouble("inf")) == "Infinity"
    assert said(numpy.longdouble("nan")) == "NaN" and said(numpy.clongdouble(2 + 3j)) == "[2.0, 3.0]"
    assert said(third) in (repr(float(third)), json.dumps(str(third)))  # a double, where long ones are no longer
    assert said(numpy.array([1, 2], dtype=numpy.longdouble)) == "[1.0, 2.0]"
    record = warner.check(lambda data: third * (len(data) + random.random()), **PAIR, epsilon=1, level=1e-6)
    assert record.refuted and record.external.columns[0].kind == "floating"


def is_gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    with open(f"/proc/{pid}/stat") as file:  # one that ended, and that nobody waited for
        return file.read().rpartition(")")[2].split()[0] == "Z"


def soon(condition):
    until = time.monotonic() + 20
    while not condition() and time.monotonic() < until:
        time.sleep(0.01)
    return condition()


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="asks /proc")
@pytest.mark.parametrize("state", ["idle", "busy"])
def test_processes_end_with_their_parent(state, tmp_path):
    """Also where it is killed, and can do nothing about it any more."""
    code = (
        "import os, sys, time\n"
        "from warner._callables import Function\n"
        "from warner._workers import Workers\n"
        "def f(data, n):\n"
        "    open(f'{sys.argv[1]}/{os.getpid()}', 'w').close()\n"
        "    time.sleep(data)\n"
        "    return [data] * n\n"
        "workers = Workers(Function(f, datasets=(0, 1)), [0, 1], 3)\n"
        "workers(0, 9, 1)\n"
        "if sys.argv[2] == 'busy':\n"
        "    for worker in range(3): workers._send(worker, (1, 3, 1, worker))\n"
        "print('ready', flush=True)\n"
        "time.sleep(1000)\n"
    )
    words = [sys.executable, "-c", code, tmp_path, state]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as parent:
        assert parent.stdout.readline() == b"ready\n"
        pids = [int(path.name) for path in tmp_path.iterdir()]
        parent.kill()
        try:
            assert len(pids) == 3 and soon(lambda: all(map(is_gone, pids)))
        finally:
            for pid in pids:
                if not is_gone(pid):
                    os.kill(pid, signal.SIGKILL)
        assert not parent.stderr.read()  # nothing is said to nobody


def test_no_process_is_left_where_not_all_can_be_made():
    before = multiprocessing.active_children()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(64, soft), hard))
    try:
        with pytest.raises(OSError):
            warner.measure(lambda data: len(data), **PAIR, epsilon=1, budget=500, processes=64)
        left = [process for process in multiprocessing.active_children() if process not in before]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    for process in left:
        process.kill()
    assert not left


def test_a_process_that_ends_between_requests_is_named():
    def f(data, n):
        if os.getpid() != parent:
            threading.Timer(0.2, lambda: os._exit(7)).start()
        return [data] * n

    parent = os.getpid()
    workers = Workers(Function(f, datasets=(0, 1)), [0, 1], 2)
    try:
        workers(0, 9, 1)
        for process, _ in workers._workers:
            process.join(20)
        with pytest.raises(RuntimeError, match="f: a process of it ended with exit status 7"):
            workers(0, 9, 1)
    finally:
        workers.close()


def test_processes_that_would_not_go_are_ended():
    def f(data, n):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if data == 1:
            time.sleep(1000)
        return [data] * n

    workers = Workers(Function(f, datasets=(0, 1)), [0, 1], 2)
    workers(0, 9, 1)
    workers._send(0, (1, 9, 1, 0))
    time.sleep(0.2)
    workers.close()
    assert all(process.exitcode is not None for process, _ in workers._workers)


def test_a_process_takes_no_handler_from_its_parent():
    before = signal.signal(signal.SIGTERM, lambda number, frame: None)
    try:
        workers = Workers(Function(lambda data, n: time.sleep(data) or [data] * n, datasets=(0, 1000)), [0, 1000], 2)
        workers(0, 9, 1)
        workers._send(0, (1, 9, 1, 0))
        time.sleep(0.2)
        workers.close()
        assert [process.exitcode for process, _ in workers._workers][0] == -signal.SIGTERM
    finally:
        signal.signal(signal.SIGTERM, before)


class OfTwoWords(Exception):
    """Is written by pickle, and not read."""

    def __init__(self, one, other):
        super().__init__(f"{one} {other}")


def test_what_is_raised_in_a_process_keeps_its_words():
    def f(data, n):
        raise OfTwoWords("no", "budget")

    with pytest.raises(RuntimeError, match="OfTwoWords: no budget"):
        warner.measure(f, **PAIR, epsilon=1, processes=2)


def test_processes_answer_what_they_were_asked():
    """A dataset that was made up may fail; nobody then hears its answers as those about the next."""

    def f(data, n):
        return [1 // data + data] * n

    workers = Workers(Function(f, datasets=None), [0, 5], 2)
    try:
        for _ in range(2):
            with pytest.raises(MechanismFailed, match="ZeroDivisionError"):
                workers(0, 8, 1)
        assert workers(1, 8, 1) == [5] * 8
    finally:
        workers.close()


def test_processes_do_not_share_their_randomness():
    """Workers are forked with the same state of the global generators; the same releases from both would halve the noise."""
    seen = []

    def f(data, n):
        return numpy.random.randint(0, 2**40, n)

    warner.measure(lambda data, n: f(data, n), **PAIR, epsilon=1, budget=1e4, processes=2)
    generator = numpy.random.default_rng(1)
    with pytest.raises(RuntimeError, match="share a generator"):
        warner.measure(lambda data, n: generator.integers(0, 9, n), **PAIR, epsilon=1, budget=1e4, processes=2)
    assert not warner.measure(lambda data, n: numpy.zeros(n), **PAIR, epsilon=1, budget=1e4, processes=2).refuted
    workers = Workers(Function(f, datasets=([0], [1])), [[0], [1]], 2)
    for _ in range(3):
        seen += list(workers(0, 64, 1)[:, 0])
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize(
    "silent, said",
    [
        (lambda data: None, "null"),
        (lambda data: float("nan"), "NaN"),
        (lambda data, n: [{"mean": None}] * n, '{"mean": null}'),
        (lambda data, n: numpy.full(n, numpy.nan), "nan"),
        (lambda data, n: numpy.full((n, 2), numpy.nan), "nan, nan"),
    ],
)
def test_a_function_that_returns_nothing_is_refused(silent, said):
    for ask in (warner.measure, warner.check):
        with pytest.raises(MechanismFailed) as caught:
            ask(silent, **PAIR, epsilon=1, budget=2000)
        assert f"every release was the same, '{said}'" in str(caught.value)


@pytest.mark.parametrize("constant", ["yes", [], {}, 7, None])
def test_a_constant_that_says_something_is_a_release(constant):
    def answer(data):
        return constant if constant is not None or len(data) == 1 else 0

    assert warner.check(answer, **PAIR, epsilon=1, budget=2000).refuted == (constant is None)


def test_notes_are_shown():
    def seldom(data, rng):
        return float("nan") if rng.random() < 0.1 else int(rng.integers(5))

    with pytest.warns(RuntimeWarning, match="seldom: NaN was released") as caught:
        record = warner.measure(seldom, **PAIR, epsilon=1, budget=2000)
    assert caught[0].filename == __file__
    assert "  note                NaN was released" in str(record)


INDEXES = [
    pandas.Index(["a", "a", "b", "c"], name="person"),
    pandas.Index(["w", "x", "y", "z"]),
    pandas.Index([7, 9, 9, 10]),
    pandas.RangeIndex(4, name="id"),
    pandas.to_datetime(["2024-01-01", "2024-01-02", "2024-01-04", "2024-01-04"]),
    pandas.MultiIndex.from_tuples([("a", 1), ("a", 2), ("b", 1), ("b", 1)], names=["person", None]),
    pandas.CategoricalIndex(["a", "b", "a", "b"], name="group"),
]


@pytest.mark.parametrize("index", INDEXES)
def test_an_index_that_says_something_comes_back(index):
    table = TABLE.set_axis(index, axis=0)
    again = rebuilt(said(table), table)
    pandas.testing.assert_frame_equal(again, table, check_freq=False, check_index_type=not isinstance(index, pandas.RangeIndex))
    assert len(rebuilt("[]", table)) == 0
    without_one = rebuilt(said(table.iloc[1:]), table)
    assert list(without_one.index) == list(index[1:])


def test_a_release_that_is_a_frame_has_its_index():
    sums = TABLE.groupby("city")[["age"]].sum()
    assert said(sums) == '[{"city": "L", "age": 41}, {"city": "P", "age": 55}, {"city": "R", "age": 62}]'
    with pytest.raises(ValueError, match="already exists"):
        said(TABLE.set_axis(pandas.Index(["a", "b", "c", "d"], name="age"), axis=0))


def test_people_are_counted_by_the_index():
    """Level 1e-6. Who counts people by the index is exactly 1-DP in rows; by twice the index 2-DP."""
    visits = pandas.DataFrame({"person": ["a", "a", "b", "c", "c", "d"], "spent": [1.0, 2, 3, 4, 5, 6]}).set_index("person")
    seen = set()

    def people(visits, n, rng):
        seen.add((visits.index.name, *visits.index))
        return 2 * visits.index.nunique() + geometric([], n, rng)

    record = warner.measure(people, data=visits, neighbours="add-remove", epsilon=1, budget=1e5, level=1e-6)
    assert record.refuted and record.epsilon_lower_bound > 1.5
    assert all(first == "person" for first, *_ in seen) and ("person", "a", "b", "c", "c", "d") in seen
    by_person = warner.measure(people, data=visits, neighbours="add-remove", unit="person", epsilon=2.1, budget=1e5, level=1e-6)
    assert not by_person.refuted


def test_an_index_that_numbers_rows_is_numbered_anew():
    seen = []

    def count(table, n, rng):
        seen.append(list(table.index) == list(range(len(table))))
        return len(table) + geometric([], n, rng)

    for table in (TABLE[TABLE.age > 26], TABLE.age[TABLE.age > 26]):
        with pytest.warns(RuntimeWarning, match="numbers rows") as caught:
            warner.measure(count, data=table, neighbours="add-remove", epsilon=1, budget=2e4)
        assert caught[0].filename == __file__ and all(seen)
    with pytest.raises(TypeError, match="a series that is labelled .*reset_index"):
        warner.measure(count, data=TABLE.set_index("city").age, neighbours="add-remove", epsilon=1)


def _with_epsilon(data, epsilon, rng):
    return round(epsilon) + len(data) + int(rng.integers(3))


@pytest.mark.parametrize(
    "function, form",
    [
        (lambda data, rng, n: n, "f(data, n, rng)"),
        (lambda rng, data: 1, "f(data, rng)"),
        (lambda n, data: n, "f(data, n)"),
        (lambda data, *, n: n, "f(data, n)"),
        (lambda data, scale=2, *, size: size, "f(data, n)"),
        (lambda data, /, n, rng: n, "f(data, n, rng)"),
        (lambda data, n, rng, /: n, "f(data, n, rng)"),
        (functools.partial(_with_epsilon, epsilon=2), "f(data, rng)"),
        (lambda n: len(n), "f(data)"),
    ],
)
def test_arguments_are_given_by_their_names(function, form):
    assert form_of(function) == form
    asked = Function(function, datasets=[[3]])
    releases = 7 * [0] if asked.is_batch else None
    if releases is None:
        assert all(isinstance(release, int) for release in asked.answer(0, [3], 7, 1))
    else:
        assert call_of(function).on(function, [3], 7, None)() == 7


@pytest.mark.parametrize(
    "function, said",
    [
        (lambda data, epsilon: 0, "its parameter epsilon is .taken for f.data.;"),
        (lambda data, rng, epsilon: 0, "its parameter epsilon is .taken for f.data, rng.;"),
        (lambda data, n, rng, delta: 0, "its parameter delta is .taken for f.data, n, rng.;"),
        (lambda data, n, what: 0, "its parameter what is .taken for f.data, n.;"),
        (lambda data, *, column: 0, "its parameter column is"),
        (lambda *, rng: 0, "takes 0 arguments"),
        (lambda: 0, "takes 0 arguments"),
    ],
)
def test_what_can_not_be_given_is_said(function, said):
    with pytest.raises(TypeError, match=said):
        warner.check(function, **PAIR, epsilon=1)


def test_one_release_in_place_of_n_says_how_it_was_asked():
    with pytest.raises(TypeError, match="returned one release where 100 were asked for.*taken for f.data, n."):
        warner.check(lambda data, m: len(data), **PAIR, epsilon=1)
    assert not warner.check(lambda data, m=3: 5 + m, form="f(data)", **PAIR, epsilon=1, budget=1000).refuted
    assert not warner.check(lambda data, epsilon: [0] * epsilon, form="f(data, n)", **PAIR, epsilon=9, budget=1000).refuted


def test_bounds_are_of_columns_of_numbers():
    with pytest.raises(ValueError, match="bounds: 'city' is no column of numbers .\"P\" in row 1"):
        warner.measure(lambda table: len(table), data=TABLE, neighbours="add-remove", bounds={"city": (0, 1)}, epsilon=1)


def test_one_noise_for_all_releases_is_refused():
    """By chance with probability below 1e-9."""

    def one(data, n, rng):
        return numpy.full(n, len(data) + rng.laplace())

    def one_unseeded(data, n):
        return numpy.full(n, len(data) + numpy.random.default_rng().laplace())

    for function in (one, one_unseeded):
        for ask in (warner.measure, warner.check):
            with pytest.raises(MechanismFailed, match="all releases of a request are the same, and those of the next one are others"):
                ask(function, **PAIR, epsilon=1, budget=1e4)


def test_a_function_that_seeds_itself_is_refused():
    def seeds_itself(data, n):
        return len(data) + numpy.random.default_rng(42).integers(3, size=n)

    for ask in (warner.measure, warner.check):
        with pytest.raises(MechanismFailed, match="the same releases for different seeds .take rng"):
            ask(seeds_itself, **PAIR, epsilon=1, budget=1e4)


def test_a_function_of_one_release_for_each_dataset_has_a_note():
    def seeds_itself(data):
        return len(data) + int(numpy.random.default_rng(42).integers(100))

    with pytest.warns(RuntimeWarning, match="first releases of each dataset were all the same"):
        assert warner.measure(seeds_itself, **PAIR, epsilon=1, budget=1e4).refuted
    for constant in (lambda data: "done", lambda data, n: numpy.zeros(n)):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert not warner.measure(constant, **PAIR, epsilon=1, budget=1e4).refuted
