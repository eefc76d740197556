"""Processes that ask a function for releases beside each other, for functions that hold the interpreter's lock."""

from __future__ import annotations

import multiprocessing
import os
import sys
from typing import Any

from ._callables import _PIECE, Function, joined


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
        self._workers = []
        for _ in range(processes):
            ours, theirs = context.Pipe()
            worker = context.Process(target=_serve, args=(theirs, function, datasets), daemon=True)
            worker.start()
            theirs.close()
            self._workers.append((worker, ours))

    def __call__(self, dataset: int, n: int, seed: int) -> Any:
        """Deals out pieces in turn; a worker has at most one at a time."""
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

    def __del__(self) -> None:
        for process, connection in self._workers:
            connection.close()
            process.terminate()
        for process, _ in self._workers:
            process.join(1)
