"""Figures and the report page: made by the command that comes with the package."""

from __future__ import annotations

import os
import pathlib
from typing import Sequence

from ._audit import in_python
from ._command import run


def figures(
    *names: str,
    out: str | os.PathLike[str] = "figures",
    quick: bool = False,
    seed: int = 1,
    threads: int = 0,
    format: str = "default",
    force: bool = False,
) -> pathlib.Path:
    """Makes figures from nothing: data, caption, PDF and PNG. Those that are there from the same options are left.

    Parameters
    ----------
    *names : str
        By default all; ``warner.figure_names()`` lists them.
    out : path
        The folder that they go to.
    quick : bool
        Fewer trials: minutes become seconds, bands wider.
    format : {'default', 'ieee', 'usenix', 'neurips', 'acm'}
        Widths and fonts of a venue.

    Returns
    -------
    pathlib.Path
        The folder.

    Warns
    -----
    RuntimeWarning
        A simulation disagrees with its exact value beyond its level.
    """
    words = ["figures", *names, "--out", os.fspath(out), "--seed", str(seed), "--threads", str(threads), "--format", format]
    words += ["--quick"] * quick + ["--force"] * force
    _run(words, quiet=False, doubt=f"a simulation disagrees with its exact value beyond its level: see the figures in {os.fspath(out)}")
    return pathlib.Path(out)


def figure_names() -> Sequence[str]:
    """The figures' names, with a line on each."""
    return run(["figures", "--list"]).splitlines()


def report(folder: str | os.PathLike[str]) -> pathlib.Path:
    """Gathers the records and figures of a folder into one self-contained HTML page, and returns its path."""
    _run(["report", os.fspath(folder)], quiet=True)
    return pathlib.Path(folder) / "report.html"


def _run(words: list[str], quiet: bool, doubt: str = "") -> None:
    try:
        run(words, quiet=quiet, doubt=doubt)
    except ValueError as error:
        raise ValueError(in_python(str(error))) from None
