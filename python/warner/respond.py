"""Answers for a function as a program does, so that the command line, a suite or a shell script audits it.

    warner check --exec 'python3 -m warner.respond counts:noisy_count' --d '[1, 2]' --d-prime '[1]' --claim-epsilon 1

The function is looked for in the current folder first, and may have any form that ``warner.check`` takes. Requests and
answers are those of docs/external.md, version 2. What the function prints goes to standard error.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import importlib
import json
import os
import sys
import traceback
from typing import Any, BinaryIO, Callable, Sequence

from ._callables import FORMS, Function
from ._core import MechanismFailed
from ._said import rebuilt, said

_UNUSABLE, _FAILED = 2, 4  # exit codes, as those of the command


class Unusable(Exception):
    """What was asked for can not be audited; says why, and what could be."""


def function_at(place: str) -> Callable[..., Any]:
    """The function that ``MODULE:FUNCTION`` names; dots lead into packages, and into what a module has.

    Raises
    ------
    Unusable
        Where there is none. What the module itself raises comes out as it is.
    """
    name, _, path = place.partition(":")
    if not name or not path or name.startswith("."):
        raise Unusable(f"{place}: names no function (MODULE:FUNCTION does, as counts:noisy_count)")
    folder = os.getcwd()
    if folder not in sys.path[:1]:
        sys.path.insert(0, folder)
    try:
        thing: Any = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise  # a module that it imports
        raise Unusable(f"{name}: no such module in {folder} or where Python looks (its name has no .py)") from None
    except SystemExit:
        raise Unusable(f"{name}: ends when it is imported (a script asks whether __name__ is '__main__')") from None
    for step in path.split("."):
        if not hasattr(thing, step):
            raise Unusable(f"{place}: {name} has no such function{_instead(thing, step)}")
        thing = getattr(thing, step)
    if not callable(thing):
        raise Unusable(f"{place}: is of type {type(thing).__name__}, and no function")
    return thing  # type: ignore[no-any-return]


def _instead(thing: Any, step: str) -> str:
    functions = [name for name in dir(thing) if name[:1] != "_" and callable(getattr(thing, name, None))]
    near = difflib.get_close_matches(step, functions, 1)
    return f" (did you mean {near[0]}?)" if near else ""


def _form(text: str) -> str:
    """One of FORMS, however its spaces are."""
    forms = {form.replace(" ", ""): form for form in FORMS}
    try:
        return forms[text.replace(" ", "")]
    except KeyError:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(FORMS)}") from None


def _table(path: str) -> Any:
    """A data frame of pandas, whose columns and types the datasets shall have."""
    try:
        import pandas

        return pandas.read_json(path) if path.endswith(".json") else pandas.read_csv(path)
    except ImportError:
        raise Unusable("--frame: pandas is not installed (without --frame a dataset is a list of rows)") from None
    except (OSError, ValueError) as error:
        raise Unusable(f"--frame: {path} can not be read ({error})") from None


class Respondent:
    """Answers requests, each a line of JSON, in the words of the protocol."""

    def __init__(self, function: Function, answers: BinaryIO, *, table: Any = None, greets: bool = True) -> None:
        self._function = function
        self._answers = answers
        self._table = table
        self._greets = greets  #: who asks understands a hello
        self._numbers: int | None = None  #: of a release; 0: it is a line
        self._prepared: dict[int, tuple[int, Any]] = {}
        self._known: dict[bytes, int] = {}

    def hear(self, line: str | bytes) -> None:
        request = json.loads(line)
        if "prepare" in request:
            self._prepared[request["prepare"]] = self._dataset(request["data"])
            return
        dataset, data = (
            self._prepared[request["prepared"]] if "prepared" in request else self._dataset(request["dataset"])
        )
        self._answer(dataset, data, request["trials"], request["seed"])

    def _dataset(self, data: Any) -> tuple[int, Any]:
        """The same number for equal data, and the data as the function takes them."""
        text = json.dumps(data)
        number = self._known.setdefault(hashlib.sha256(text.encode()).digest(), len(self._known))
        try:
            return number, data if self._table is None else rebuilt(text, self._table)
        except (TypeError, ValueError, OverflowError) as error:
            raise MechanismFailed(f"{self._function.name}: can not be given this dataset ({error})") from None

    def _answer(self, dataset: int, data: Any, n: int, seed: int) -> None:
        releases = self._function.answer(dataset, data, n, seed)
        if len(releases) != n:
            raise ValueError(f"{self._function.name} was asked for {n} releases, and returned {len(releases)}")
        self._require_same_form(releases.shape[1] if hasattr(releases, "dtype") else 0)
        if self._numbers and self._greets:
            self._answers.write(releases.astype("<f8", copy=False).tobytes())
        else:
            if self._numbers:  # who asks knows lines alone
                releases = releases.tolist() if self._numbers > 1 else releases[:, 0].tolist()
            self._answers.write("".join(said(release) + "\n" for release in releases).encode())
        self._answers.flush()

    def _require_same_form(self, numbers: int) -> None:
        """The first answer says how all are; a hello that tells it goes before it."""
        if self._numbers is None:
            self._numbers = numbers
            if self._greets:
                self._answers.write(json.dumps(self._hello(numbers)).encode() + b"\n")
        elif self._numbers != numbers:
            forms = [f"an array of {k} numbers a release" if k else "a list" for k in (self._numbers, numbers)]
            raise ValueError(f"{self._function.name} returned {forms[0]} before, and now {forms[1]}")

    def _hello(self, numbers: int) -> dict[str, Any]:
        hello = {"warner": 2, "name": self._function.name, "seeded": self._function.seeded, "prepares": True}
        version = getattr(sys.modules.get(getattr(self._function.function, "__module__", "")), "__version__", None)
        if isinstance(version, str):
            hello["version"] = version
        return {**hello, "binary": numbers} if numbers else hello


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Where requests come from, and where answers go: nothing else that runs here reads or writes there."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, answers


def _tell(error: BaseException, *, last: str = "") -> None:
    """Its traceback, from the caller's own code on."""
    ours, trace = os.path.dirname(__file__), error.__traceback__
    while trace and (trace.tb_frame.f_code.co_filename.startswith((ours, "<frozen importlib", importlib.__file__))):
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace)
    if last:
        print(f"warner.respond: {last}", file=sys.stderr)


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python3 -m warner.respond",
        description="Answers for a Python function as a program does: for warner check --exec, and the like.",
        epilog="The options are those of warner.check in Python, and mean the same.",
    )
    parser.add_argument("function", metavar="MODULE:FUNCTION", help="as counts:noisy_count, for counts.py in this folder")
    parser.add_argument("--form", type=_form, help=f"how it is called, where its signature does not say: {', '.join(FORMS)}")
    parser.add_argument(
        "--exceptions", choices=("release", "raise"), default="release", help="what an exception of one release is"
    )
    parser.add_argument("--frame", metavar="FILE", help="datasets are data frames of pandas, with this table's columns and types")
    parser.add_argument("--name", help="what the record calls it; by default its own name")
    return parser.parse_args(words)


def _function(options: argparse.Namespace) -> Function:
    function = function_at(options.function)
    try:
        return Function(function, datasets=(), name=options.name, form=options.form, exceptions=options.exceptions)
    except TypeError as error:  # its signature is none of a mechanism
        raise Unusable(str(error)) from None


def main(words: Sequence[str] | None = None) -> int:
    """Answers until the requests end. Exit code 2: there is no such function; 4: it failed."""
    options = _arguments(words)
    requests, answers = _pipes()
    try:
        table = None if options.frame is None else _table(options.frame)
        function = _function(options)
    except Unusable as error:
        print(f"warner.respond: {error}", file=sys.stderr)
        return _UNUSABLE
    except Exception as error:
        _tell(error, last=f"{options.function}: can not be imported (see above)")
        return _UNUSABLE
    respondent = Respondent(function, answers, table=table, greets=os.environ.get("WARNER_PROTOCOL") == "2")
    try:
        for line in requests:
            respondent.hear(line)
    except BrokenPipeError:  # nobody listens any more
        os._exit(0)
    except MechanismFailed as error:
        print(f"warner.respond: {error}", file=sys.stderr)
        return _FAILED
    except Exception as error:
        _tell(error)
        return _FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
