"""A bar for long work, where somebody looks: a terminal, a notebook."""

from __future__ import annotations

import sys
from typing import Any, Callable, Optional

Progress = Optional[Callable[[int, int], None]]


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    if shell is None:
        return False
    instance = shell.get_ipython()
    return instance is not None and hasattr(instance, "kernel")


class _Bar:
    """tqdm's bar where tqdm is installed, else a line of our own on standard error."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._bar: Any = None
        self._width = 0
        try:
            from tqdm.auto import tqdm

            self._tqdm: Any = tqdm
        except ImportError:
            self._tqdm = None

    def __call__(self, done: int, everything: int) -> None:
        if self._tqdm is not None:
            if self._bar is None:
                self._bar = self._tqdm(total=everything, desc=self._name, unit=" trials", unit_scale=True, leave=False)
            self._bar.total = max(everything, done)
            self._bar.update(done - self._bar.n)
            return
        filled = 30 * done // max(1, everything)
        line = f"{self._name} [{'#' * filled}{' ' * (30 - filled)}] {done:,} of {everything:,} trials"
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()


class shown:
    """``with shown(progress, name) as report``: report(done, all) draws a bar, calls the caller's, or is None."""

    def __init__(self, progress: Progress | bool, name: str) -> None:
        self._progress = progress
        self._name = name
        self._bar: _Bar | None = None

    def __enter__(self) -> Progress:
        if callable(self._progress):
            return self._progress
        wanted = self._progress if isinstance(self._progress, bool) else sys.stderr.isatty() or _in_notebook()
        if not wanted:
            return None
        self._bar = _Bar(self._name)
        return self._bar

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
