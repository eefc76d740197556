"""The ``warner`` command, which comes with the package."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from typing import Any, Sequence

BINARY = pathlib.Path(__file__).with_name("_command") / "bin" / "warner"


def main() -> None:
    """Entry point of the command: the program itself, with the same words."""
    os.execv(BINARY, ["warner", *sys.argv[1:]])


def run(words: Sequence[str], *, quiet: bool = True) -> str:
    """Runs a verb, and returns what it prints.

    Raises
    ------
    ValueError
        Bad input (exit code 2), with the command's own words.
    RuntimeError
        Anything else that is no decision.
    """
    done = subprocess.run([str(BINARY), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE if quiet else None, text=True)
    if done.returncode in (0, 1):
        return done.stdout
    said = (done.stderr or "").strip().removeprefix("warner: ") if sys.version_info >= (3, 9) else done.stderr
    if done.returncode == 2:
        raise ValueError(said)
    if done.returncode == 3:
        raise KeyboardInterrupt
    raise RuntimeError(said or f"warner {words[0]} ended with exit status {done.returncode}")


def run_json(words: Sequence[str]) -> Any:
    return json.loads(run([*words, "--json"]))
