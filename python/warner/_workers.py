"""Processes that ask a function for releases beside each other, for functions that hold the interpreter's lock."""

from __future__ import annotations

import collections
import math
import multiprocessing
import os
import sys
from multiprocessing.reduction import ForkingPickler
from typing import Any

from ._callables import _PIECE, Function, joined
from ._said import said

_GREETING = 100  # releases
_LOG_CHANCE = math.log(1e-9)


def _serve(connection: Any, of_parent: list[Any], function: Function, datasets: list[Any]) -> None:
    """In the worker: answers requests until its pipe is closed."""
    import signal

    for end in of_parent:  # a pipe ends with its last writer, who must be the parent
        end.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it, and closes the pipe
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the parent may do something else about it
    if not function.seeded:
        _reseed()
    while True:
        try:
            dataset, n, seed, piece = connection.recv()
            connection.send_bytes(_answer(function, dataset, datasets[dataset], n, seed, piece))
        except (EOFError, OSError):  # nobody asks or listens any more
            os._exit(0)


def _answer(function: Function, *request: Any) -> Any:
    """Releases, or what was raised, as the parent reads them."""
    try:
        return ForkingPickler.dumps((True, function.work(*request)))
    except BaseException as exception:  # noqa: BLE001  it is raised again in the parent
        try:
            pickled = ForkingPickler.dumps((False, exception))
            ForkingPickler.loads(pickled)  # an exception may be written, and not be read
            return pickled
        except Exception:
            return ForkingPickler.dumps((False, RuntimeError(f"{type(exception).__name__}: {exception}")))


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
        self._workers: list[tuple[Any, Any]] = []
        try:
            for _ in range(processes):
                ours, theirs = context.Pipe()
                of_parent = [*(connection for _, connection in self._workers), ours]
                worker = context.Process(target=_serve, args=(theirs, of_parent, function, datasets), daemon=True)
                worker.start()
                theirs.close()
                self._workers.append((worker, ours))
        except BaseException:
            self.close()
            raise

    def _require_independence(self, dataset: int) -> None:
        """Asks all for a hundred releases, which nobody counts: those that agree beyond chance share a generator."""
        said_by = []
        for worker in range(len(self._workers)):
            self._send(worker, (dataset, _GREETING, 0, 0))
        for good, answer in [self._received(worker) for worker in range(len(self._workers))]:
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
                self._send(worker, (dataset, length, seed, begin + worker))
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

    def _send(self, worker: int, request: tuple[int, ...]) -> None:
        try:
            self._workers[worker][1].send(request)
        except OSError:
            raise self._ended(worker) from None

    def _received(self, worker: int) -> tuple[bool, Any]:
        try:
            good, answer = self._workers[worker][1].recv()
            return bool(good), answer
        except (EOFError, ConnectionError):
            raise self._ended(worker) from None

    def _ended(self, worker: int) -> RuntimeError:
        process, _ = self._workers[worker]
        process.join(1)
        return RuntimeError(f"{self._function.name}: a process of it ended with exit status {process.exitcode}")

    def close(self) -> None:
        """Ends them."""
        for process, connection in self._workers:
            connection.close()
            process.terminate()
        for process, _ in self._workers:
            process.join(1)
            if process.is_alive():  # it does something of its own about being asked to go
                process.kill()
                process.join()
