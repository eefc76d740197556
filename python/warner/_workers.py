"""Processes that ask a function for releases beside each other, for functions that hold the interpreter's lock."""

from __future__ import annotations

import collections
import math
import multiprocessing
import os
import sys
from typing import Any

from ._callables import _PIECE, Function, joined
from ._said import said

_GREETING = 100  # releases
_LOG_CHANCE = math.log(1e-9)


def _serve(connection: Any, function: Function, datasets: list[Any]) -> None:
    """In the worker: answers requests until its pipe is closed."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it, and closes the pipe
    if not function.seeded:
        _reseed()
    while True:
        try:
            dataset, n, seed, piece = connection.recv()
        except EOFError:
            os._exit(0)
        try:
            connection.send((True, function.work(dataset, datasets[dataset], n, seed, piece)))
        except BaseException as exception:  # noqa: BLE001  it is raised again in the parent
            try:
                connection.send((False, exception))
            except Exception:
                connection.send((False, RuntimeError(f"{type(exception).__name__}: {exception}")))


def _reseed() -> None:
    """Forked processes share the state of global generators: each begins with fresh randomness."""
    import random

    random.seed()
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed()
    if "torch" in sys.modules:
        sys.modules["torch"].seed()


class Workers:
    """Answers one request by several processes, forked from this one: closures and data need no pickling."""

    def __init__(self, function: Function, datasets: list[Any], processes: int) -> None:
        if not hasattr(os, "fork"):
            raise RuntimeError("processes: this system can not fork (processes=1 asks in this process)")
        context = multiprocessing.get_context("fork")
        self._function = function
        self._are_independent = False
        self._workers = []
        for _ in range(processes):
            ours, theirs = context.Pipe()
            worker = context.Process(target=_serve, args=(theirs, function, datasets), daemon=True)
            worker.start()
            theirs.close()
            self._workers.append((worker, ours))

    def _require_independence(self, dataset: int) -> None:
        """Asks all for a hundred releases, which nobody counts: those that agree beyond chance share a generator."""
        said_by = []
        for _, connection in self._workers:
            connection.send((dataset, _GREETING, 0, 0))
        for worker in range(len(self._workers)):
            good, answer = self._received(worker)
            if not good:
                raise answer
            said_by.append([said(release) for release in answer])
        for i, first in enumerate(said_by):
            frequency = collections.Counter(first)
            log_chance = sum(math.log(frequency[release] / len(first)) for release in first)
            if log_chance < _LOG_CHANCE and first in said_by[i + 1 :]:
                raise RuntimeError(
                    f"{self._function.name}: two processes of it give the same releases, so they share a generator that "
                    "was made before they were forked (take rng, make it within the function, or leave processes at 1)"
                )

    def __call__(self, dataset: int, n: int, seed: int) -> Any:
        """Deals out pieces in turn; a worker has at most one at a time."""
        if not self._function.seeded and not self._are_independent:
            self._require_independence(dataset)
            self._are_independent = True
        many = len(self._workers)
        size = _PIECE if self._function.seeded else max(1, -(-n // many))
        pieces = [(first, min(size, n - first)) for first in range(0, n, size)]
        answers: list[Any] = [None] * len(pieces)
        for begin in range(0, len(pieces), many):
            batch = list(enumerate(pieces[begin : begin + many]))
            for worker, (_, length) in batch:
                self._workers[worker][1].send((dataset, length, seed, begin + worker))
            failed = None
            for worker, _ in batch:
                good, answer = self._received(worker)
                if good:
                    answers[begin + worker] = answer
                else:
                    failed = failed or answer
            if failed:
                raise failed
        return joined(answers)

    def _received(self, worker: int) -> tuple[bool, Any]:
        process, connection = self._workers[worker]
        try:
            good, answer = connection.recv()
            return bool(good), answer
        except EOFError:
            process.join(1)
            raise RuntimeError(
                f"{self._function.name}: a process of it ended with exit status {process.exitcode}"
            ) from None

    def close(self) -> None:
        """Ends them."""
        for process, connection in self._workers:
            connection.close()
            process.terminate()
        for process, _ in self._workers:
            process.join(1)
