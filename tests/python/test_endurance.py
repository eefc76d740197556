"""What goes on for long: interruptions, memory, many audits in a row."""
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time

import numpy
import pytest

import warner

PAIR = dict(d=[3], d_prime=[3, 4])
INTERRUPTIONS = int(os.environ.get("WARNER_INTERRUPTIONS", "300"))


@pytest.fixture(autouse=True)
def ctrl_c_is_heard():
    """Also in what a shell started in the background, where it would be ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupted_after(seconds, work):
    """How long it took from the signal to KeyboardInterrupt."""
    sent = []

    def send():
        sent.append(time.perf_counter())
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    timer = threading.Timer(seconds, send)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    took = time.perf_counter() - sent[0]
    timer.join()
    return took


@pytest.mark.parametrize(
    "work",
    [
        lambda: warner.measure("laplace", budget=1e11, threads=2),
        lambda: warner.check("laplace", budget=1e11),
        lambda: warner.measure(lambda data: len(data), **PAIR, epsilon=50, budget=1e9),
        lambda: warner.measure(lambda data, n: [len(data)] * n, **PAIR, epsilon=50, budget=1e9, processes=2),
        lambda: warner.measure(lambda data, n: numpy.zeros(n), **PAIR, epsilon=50, budget=1e10),
        lambda: warner.measure(lambda data, n: time.sleep(10), **PAIR, epsilon=1),
        lambda: warner.measure(lambda data: time.sleep(10), **PAIR, epsilon=1),
        lambda: [None for _ in warner.checking("laplace", budget=1e11)],
        lambda: warner.tradeoff("laplace", budget=1e10),
    ],
)
def test_ctrl_c_is_heard_at_once(work):
    before = threading.active_count()
    assert min(interrupted_after(0.4, work) for _ in range(2)) < 0.2
    assert threading.active_count() <= before + 1  # none of ours is left
    assert warner.measure("laplace", budget=1e4).trials.certify > 0  # and nothing is broken


@pytest.mark.skipif(sys.version_info < (3, 10, 1), reason="threading's own join may hang when interrupted (bpo-45274)")
def test_thousands_of_interruptions():
    """Seeded moments within some milliseconds of work; what is not interrupted must be whole."""
    whole = warner.measure("laplace", budget=2e5, seed=3).tally
    rng = random.Random(7)
    raised = finished = 0
    main = threading.main_thread().ident
    for _ in range(INTERRUPTIONS):
        timer = threading.Timer(rng.random() * 0.006, lambda: signal.pthread_kill(main, signal.SIGINT))
        try:
            timer.start()
            tally = warner.measure("laplace", budget=2e5, seed=3).tally
            assert tally == whole
            finished += 1
            timer.join()
            time.sleep(0.001)
        except KeyboardInterrupt:
            raised += 1
        finally:
            try:
                timer.join()
            except KeyboardInterrupt:
                pass
    assert raised > INTERRUPTIONS / 20
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_handler_of_ones_own_is_kept():
    heard = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        threading.Timer(0.2, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            warner.measure("laplace", budget=1e11)
        assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_thousand_audits_do_not_grow():
    def f(data, n, rng):
        return len(data) + rng.integers(0, 9, n)

    def audit():
        warner.check(f, **PAIR, epsilon=1, budget=500)
        with pytest.raises(ZeroDivisionError):
            warner.check(lambda data, n: 1 / 0, **PAIR, epsilon=1)

    for _ in range(100):
        audit()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(1000):
        audit()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8192  # KiB


def test_audits_do_not_grow_where_others_have_the_processors():
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() + 1)]
    try:
        for _ in range(20):
            warner.check("laplace", budget=500, threads=2)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(200):
            warner.check("laplace", budget=500, threads=2)
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8192  # KiB
    finally:
        for other in others:
            other.kill()
            other.wait()


def test_memory_does_not_grow_with_the_budget():
    code = (
        "import resource, sys, warner\n"
        "f = lambda data, n, rng: len(data) + rng.integers(0, 9, n)\n"
        "warner.measure(f, d=[3], d_prime=[3, 4], epsilon=9, budget=float(sys.argv[1]), search_budget=20000)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    small, large = (
        int(subprocess.run([sys.executable, "-c", code, budget], stdout=subprocess.PIPE, check=True).stdout)
        for budget in ("1e5", "1e7")
    )
    assert large - small < 16384  # KiB
