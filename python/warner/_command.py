"""The ``warner`` command, which comes with the package."""

from __future__ import annotations

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings
from typing import Any, Sequence

BINARY = pathlib.Path(__file__).with_name("_command") / "bin" / "warner"
_ANSWERS = (0, 1, 3)  # not refuted, refuted, inconclusive
_INTERRUPTED = 130


def _environment() -> dict[str, str]:
    """This interpreter draws figures, where it has matplotlib."""
    draws = {} if importlib.util.find_spec("matplotlib") is None else {"WARNER_PYTHON": sys.executable}
    return {**draws, **os.environ}


def main() -> None:
    """Entry point of the command: the program itself, with the same words."""
    os.execve(BINARY, ["warner", *sys.argv[1:]], _environment())


def run(words: Sequence[str], *, quiet: bool = True, doubt: str = "") -> str:
    """Runs a verb, and returns what it prints.

    Parameters
    ----------
    doubt : str
        What exit code 1 says, where the caller's caller is to be warned of it.

    Raises
    ------
    ValueError
        Bad input (exit code 2), with the command's own words.
    KeyboardInterrupt
        It was interrupted (exit code 130).
    RuntimeError
        Anything else that is no answer.
    """
    with tempfile.TemporaryFile("w+") as out:
        with subprocess.Popen([str(BINARY), *words], stdout=out, stderr=subprocess.PIPE, text=True, env=_environment()) as command:
            assert command.stderr is not None
            said = []
            try:
                for line in command.stderr:
                    said.append(line)
                    if not quiet:
                        sys.stderr.write(line)
            except BaseException:  # a Ctrl-C that this process alone heard
                command.terminate()
                command.wait()
                raise
        if command.returncode in _ANSWERS:
            if doubt and command.returncode == 1:
                warnings.warn(doubt, RuntimeWarning, stacklevel=4)
            out.seek(0)
            return out.read()
    message = "".join(said[-5:]).strip().removeprefix("warner: ")
    if command.returncode == 2:
        raise ValueError(message)
    if command.returncode == _INTERRUPTED:
        raise KeyboardInterrupt
    raise RuntimeError(message or f"warner {words[0]} ended with exit status {command.returncode}")


def run_json(words: Sequence[str]) -> Any:
    return json.loads(run([*words, "--json"]))
