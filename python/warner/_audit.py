"""Audits: questions in Python's words, answered by the compiled part.

Decision 0018: a question is put in the words of the command line, so that both mean the same.
"""

from __future__ import annotations

import contextlib
import dataclasses
import difflib
import json
import math
import os
import pathlib
import re
import sys
import tempfile
import warnings
from typing import Any, Callable, Collection, Iterator, Mapping, Sequence, Union

from . import _core
from ._callables import Function
from ._catalogue import Mechanism, mechanism_names
from ._progress import Progress, shown
from ._record import Record
from ._said import only_numbers_rows, rebuilt, said


@dataclasses.dataclass(frozen=True)
class Program:
    """A program and its arguments, as a mechanism: docs/external.md says what it reads and writes.

    Parameters
    ----------
    command : str
        As a shell would split it.
    binary : int, optional
        It writes so many little-endian float64 a release, in place of lines.
    timeout : float
        Seconds that it may take for one request.
    crash_is_a_release : bool
        That it dies is an outcome like others.
    """

    command: str
    binary: int | None = None
    timeout: float = 60
    crash_is_a_release: bool = False


@dataclasses.dataclass(frozen=True)
class Plugin:
    """A shared library with the functions of mechanisms/external/plugin.h."""

    path: Union[str, pathlib.Path]


@dataclasses.dataclass(frozen=True)
class Releases:
    """Recorded releases of both datasets: files (CSV, JSON lines, .npy), arrays, or sequences of objects."""

    d: Any
    d_prime: Any


Mechanisms = Union[str, Mechanism, Callable[..., Any], Program, Plugin, Releases]

_CLAIMS = ("epsilon", "delta", "mu", "rho", "rdp", "tradeoff")
_BATCH_BUDGET, _SINGLE_BUDGET = 1_000_000, 100_000


def _surely_wanted(budget: Any) -> int:
    """Of how many releases of each dataset an audit with a fair coin has use: a half, but four standard deviations."""
    if not isinstance(budget, (int, float)) or not 0 < budget < 2**53:
        return 0  # the command line says what is wrong with it
    trials = int(budget)
    return max(0, trials // 2 - 2 * math.isqrt(trials))


class _Question:
    """The words of one question, and what goes with them; files that it needs are gone when it is."""

    def __init__(self, verb: str, mechanism: Mechanisms, options: Mapping[str, Any]) -> None:
        self.words: list[str] = [verb]
        self.function: Function | None = None
        self.name = ""
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        try:
            self._words(mechanism, dict(options))
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> _Question:
        return self

    def __exit__(self, *_: object) -> None:
        if self.function is not None:
            self.function.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _file(self, name: str) -> pathlib.Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="warner-")
        return pathlib.Path(self._folder.name) / name

    def _add(self, option: str, value: Any) -> None:
        if value is None or value is False:
            return
        self.words.append(f"--{option}")
        if value is not True:
            self.words.append(value if isinstance(value, str) else _number(option, value))

    def _words(self, mechanism: Mechanisms, options: dict[str, Any]) -> None:
        claims = {name: options.pop(f"claim_{name}") for name in _CLAIMS}
        data = {name: options.pop(name) for name in ("d", "d_prime", "data", "neighbours", "unit", "rows_per_unit", "bounds", "finite")}
        of_function = {name: options.pop(name) for name in ("form", "exceptions", "processes", "name")}
        parameters: dict[str, Any] = options.pop("parameters")
        if isinstance(mechanism, Mechanism):
            parameters = {**mechanism.given, **parameters}
            mechanism = mechanism.name
        if isinstance(mechanism, str):
            self._name(mechanism)
            known = mechanism_names(mechanism)
            for name, value in parameters.items():
                if name not in known:
                    raise TypeError(
                        f"{mechanism}: takes no parameter {name!r} (it takes {', '.join(known) or 'none'}; "
                        f"a claim is claim_epsilon=.. and the like)"
                    )
                self._add(name.replace("_", "-"), value)
        else:
            self._claim(parameters, claims, {*options, *data, *of_function})
            self._outside(mechanism, data, of_function, options)
        self._data(data, is_function=self.function is not None)
        for name, value in claims.items():
            if name == "rdp" and isinstance(value, Mapping):
                for alpha, epsilon in value.items():
                    self._add("claim-rdp", f"{_number(name, alpha)}:{_number(name, epsilon)}")
            elif name == "tradeoff" and value is not None and not isinstance(value, str):
                self._add("claim-tradeoff", ",".join(f"{_number(name, epsilon)}:{_number(name, delta)}" for epsilon, delta in value))
            else:
                self._add(f"claim-{name}", value)
        for name in ("pairs", "length"):
            if isinstance(options[name], (list, tuple)):
                options[name] = ",".join(str(item) for item in options[name])
        for name, value in options.items():
            self._add(name.replace("_", "-"), value)

    def _name(self, name: str) -> None:
        self.name = name
        self.words.append(name)

    @staticmethod
    def _claim(parameters: dict[str, Any], claims: dict[str, Any], options: Collection[str]) -> None:
        """What has no parameters of its own has its claim by the short names."""
        for name, value in parameters.items():
            if name not in _CLAIMS:
                near = difflib.get_close_matches(name, [*options, *_CLAIMS], 1)
                meant = f"did you mean {near[0]}?" if near else f"claims are {', '.join(_CLAIMS)}"
                raise TypeError(f"{name!r}: is no option ({meant})")
            if claims[name] is not None:
                raise TypeError(f"claim: give {name} or claim_{name}, not both")
            claims[name] = value

    def _outside(
        self, mechanism: Any, data: dict[str, Any], of_function: dict[str, Any], options: dict[str, Any]
    ) -> None:
        if isinstance(mechanism, Program):
            self.name = mechanism.command
            self._add("exec", mechanism.command)
            self._add("binary", mechanism.binary)
            self._add("timeout", mechanism.timeout)
            self._add("crash-is-a-release", mechanism.crash_is_a_release)
        elif isinstance(mechanism, Plugin):
            self.name = str(mechanism.path)
            self._add("plugin", self.name)
        elif isinstance(mechanism, Releases):
            self.name = "recorded releases"
            self.words += ["--releases", self._releases("d", mechanism.d), self._releases("d_prime", mechanism.d_prime)]
        else:
            given = data["data"] is None
            if given and (data["d"] is None) != (data["d_prime"] is None):
                raise TypeError("pair: d and d_prime go together")
            if given and data["d"] is None and options["pair"] != "search" and options["pairs"] is None:
                raise TypeError(
                    "pair: a function has no pairs of its own: give d and d_prime, two neighbouring datasets, or data "
                    "with neighbours='add-remove' or 'substitute'"
                )
            self.function = Function(
                mechanism,
                datasets=(data["d"], data["d_prime"]) if given and data["d"] is not None else None,
                table=data["data"],
                timing=bool(options.get("timing")),
                **of_function,
            )
            self.name = self.function.name
            if options["budget"] is None and options.get("time") is None:
                usual = _BATCH_BUDGET if self.function.is_batch else _SINGLE_BUDGET
                options["budget"] = usual
                if options.get("until_width") is not None:  # the budget is then the most
                    if "search_budget" in options and options["search_budget"] is None:
                        options["search_budget"] = usual // 5
                    options["budget"] = 100 * usual
            if self.words[0] == "measure" and options.get("time") is None and options.get("until_width") is None:
                self.function.wanted = _surely_wanted(options["budget"])

    def _releases(self, which: str, releases: Any) -> str:
        if isinstance(releases, (str, os.PathLike)):
            return os.fspath(releases)
        path = self._file(f"{which}.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            for release in releases:
                file.write(said(release) + "\n")
        return str(path)

    def _data(self, data: dict[str, Any], is_function: bool) -> None:
        for name in ("d", "d_prime"):
            if data[name] is not None:
                self._add(name.replace("_", "-"), _dataset(data[name], is_function))
        table = data["data"]
        if table is not None:
            if isinstance(table, (str, os.PathLike)):
                self._add("data", os.fspath(table))
            else:
                path = self._file("data.json")
                path.write_text(_as_rows(table), encoding="utf-8")
                self._add("data", str(path))
        self._add("neighbours", data["neighbours"])
        self._add("unit", data["unit"])
        self._add("rows-per-unit", data["rows_per_unit"])
        bounds = data["bounds"]
        if isinstance(bounds, Mapping):
            bounds = ",".join(
                f"{column}={_number('bounds', low)}:{_number('bounds', high)}" for column, (low, high) in bounds.items()
            )
        self._add("bounds", bounds)
        self._add("finite", data["finite"])


def _as_rows(table: Any) -> str:
    """A table as JSON. An index of pandas that only numbers its rows is left out, and numbered anew in what is made of it.

    Raises
    ------
    TypeError
        For a series whose index says something.
    ValueError
        Where there is no row.
    """
    if hasattr(table, "__len__") and len(table) == 0:
        raise ValueError("data: has no rows, and pairs are made of those that there are")
    if type(table).__module__.partition(".")[0] == "pandas":
        numbers_rows = only_numbers_rows(table.index)
        if numbers_rows and list(table.index) != list(range(len(table))):
            _warn(
                "data: its index has no name, and numbers rows: datasets that are made of it are numbered from 0 on (if "
                "it is data, name it: rename_axis('id'))"
            )
        if table.ndim == 1:
            if not numbers_rows:
                raise TypeError("data: is a series that is labelled by its index (reset_index() makes a table of it)")
            return said(table.reset_index(drop=True))
    return said(table)


def _number(option: str, value: Any) -> str:
    if hasattr(value, "item"):  # a number of numpy, whose own words are none of the command line's
        value = value.item()
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    raise TypeError(f"{option.replace('-', '_')}: {value!r} is no number")


def _dataset(dataset: Any, is_function: bool) -> str:
    """As JSON; for a function it is what a record shows of its data, which may be of any type."""
    try:
        return said(dataset)
    except TypeError:
        if not is_function:
            raise
        return json.dumps(repr(dataset))


def in_python(message: str) -> str:
    """Words of the command line, its options by their names in Python."""
    return re.sub(r"--([a-z][a-z0-9-]*)", lambda match: match[1].replace("-", "_"), message)


def _noted(record: Record) -> Record:
    """Warns of what the record notes of the releases, where the caller of this package stands."""
    for note in record.external.notes if record.external else []:
        _warn(f"{record.mechanism}: {in_python(note)}")
    return record


def _warn(message: str) -> None:
    """Warns where whoever called this package stands."""
    package = str(pathlib.Path(__file__).parent)
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, RuntimeWarning, stacklevel=level)


def _asked(question: _Question, progress: Progress | bool, on_look: Any = None) -> Record:
    with shown(progress, question.name) as report:
        try:
            text = _core.answer(question.words, question.function, report, on_look)
        except _core.MechanismFailed as error:
            raised = question.function.raised if question.function else None
            raise error from raised
        except ValueError as error:
            if isinstance(error, UnicodeError) or error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise  # a function of the caller's raised it
            message = in_python(str(error))
            if question.function:
                message = message.replace("claim_", "")
            raise ValueError(message) from None
    return _noted(Record.from_json(text))


def _options(**given: Any) -> dict[str, Any]:
    return given


def measure(
    mechanism: Mechanisms,
    /,
    *,
    d: Any = None,
    d_prime: Any = None,
    data: Any = None,
    neighbours: str | None = None,
    unit: str | None = None,
    rows_per_unit: int | None = None,
    bounds: Mapping[str, tuple[float, float]] | str | None = None,
    finite: bool = False,
    pair: str | None = None,
    pairs: Sequence[str] | str | None = None,
    length: int | Sequence[int] | str | None = None,
    claim_epsilon: float | None = None,
    claim_delta: float | None = None,
    claim_mu: float | None = None,
    claim_rho: float | None = None,
    claim_rdp: Mapping[float, float] | None = None,
    claim_tradeoff: str | Sequence[tuple[float, float]] | None = None,
    budget: float | None = None,
    until_width: float | None = None,
    time: float | str | None = None,
    level: float = 0.05,
    seed: int = 1,
    generator: str = "ars",
    threads: int = 0,
    white_box: bool = False,
    low_bits: bool = False,
    timing: bool = False,
    ideal_numbers: bool = False,
    form: str | None = None,
    exceptions: str = "release",
    processes: int = 1,
    name: str | None = None,
    progress: Progress | bool = None,
    search_budget: int | None = None,
    **parameters: Any,
) -> Record:
    """Certifies a lower bound on epsilon, and decides whether it refutes the claim.

    A part of the budget chooses a strategy, the rest certifies it: the bound exceeds the true epsilon with probability
    at most ``level``, whatever the mechanism is.

    Parameters
    ----------
    mechanism : str, Mechanism, callable, Program, Plugin or Releases
        A name of the catalogue, ``warner.catalogue[..](..)``, or a function of your own: ``f(data)`` gives one release,
        ``f(data, n)`` n of them; a parameter ``rng`` gets a ``numpy.random.Generator``, and the record then replays.
        A release is anything that JSON, numpy, pandas or polars can express, or a list of what a generator yields; an
        exception is a release, too.
    d, d_prime : object
        Two neighbouring datasets. That they are neighbours is taken for granted.
    data : table
        In place of d and d_prime: a data frame, an array, a list of rows, or the path of a CSV or JSON file, which
        neighbours are made from. The search takes the most promising pair.
    neighbours : {'add-remove', 'substitute'}
        What one unit more or less means. With data it must be given.
    unit : str
        The column of data that says whose a row is; by default each row is a unit.
    rows_per_unit : int
        How many rows a unit has at most, where the mechanism takes that for granted.
    bounds : dict
        From where to where columns' numbers go, as ``{"income": (0, 100)}``: both ends and beyond are tried.
    finite : bool
        Cells are there and numbers finite, which the mechanism takes for granted: no null, NaN or infinity is tried.
    pair : str
        Of the catalogue: one of the mechanism's own, by its name; ``'search'``: the most promising.
    pairs : list of str
        Patterns by their names, as ``["one-above", "half-half"]``: the search takes the most promising.
    length : int or list of int
        Of vectors of answers that pairs are made of; several compete.
    claim_epsilon, claim_delta, claim_mu, claim_rho : float
        What is claimed in place of the mechanism's own guarantee; an epsilon without a delta is pure. Of what is not in
        the catalogue, ``epsilon=``, ``delta=``, ``mu=``, ``rho=``, ``rdp=`` and ``tradeoff=`` say the same.
    claim_rdp : dict
        Renyi divergences by their order, as ``{2: 0.3}``.
    claim_tradeoff : str or list of (epsilon, delta)
        A whole trade-off function: ``'gaussian sigma=1 x10'``, or statements that all hold.
    budget : int
        Trials altogether. By default 1e7 in the catalogue, 1e6 for programs and for functions of n releases, 1e5 for
        functions of one.
    until_width : float
        As many trials as bring the bound within this of its estimate, in nats. ``budget`` is then the most, by default
        a hundred times the usual one.
    time : float or str
        In place of a budget, as many trials as this takes here: seconds, or ``'10m'``, by short pilots beforehand.
    level : float
        The probability that the certified bound is above the truth, at most.
    seed : int
        Names every random draw of Warner's.
    generator : {'ars', 'philox', 'aes'}
        Of the random draws; another generator is another stream.
    threads : int
        0: all. The result is the same for any number. A function is asked in the thread that called.
    white_box : bool
        Let the strategy read the mechanism's density.
    low_bits : bool
        Let it read the last bits of numbers that stand for ideal real ones, too.
    timing : bool
        Release one at a time: how long it took is one more column.
    ideal_numbers : bool
        Numbers stand for ideal real ones: do not look at their last bits.
    form : str
        How a function is called, where its signature does not say: ``'f(data)'``, ``'f(data, n)'``, ``'f(data, rng)'``,
        ``'f(data, n, rng)'``.
    exceptions : {'release', 'raise'}
        What an exception of a function of one release is. One that it always raises comes out in any case.
    processes : int
        Forked workers that a function is asked in, where it holds the interpreter's lock.
    name : str
        What the record calls a function; by default its own name.
    progress : bool or callable
        By default a bar where somebody looks; a callable gets (done, all), in trials.
    **parameters : float
        Of the mechanism, as ``epsilon=1``.
    search_budget : int
        Trials to search on, at most; by default a fifth of the budget.

    Returns
    -------
    Record
        Shows itself in a notebook; ``record.refuted`` decides.

    Raises
    ------
    ValueError, TypeError
        For what can not be asked, naming the argument.
    MechanismFailed
        A program crashed, hung, or wrote what is no release.
    KeyboardInterrupt
        Ctrl-C, within a fifth of a second where no call of a function holds it up; nothing is left behind.

    Examples
    --------
    >>> import warner
    >>> warner.measure("broken/laplace-half-scale", epsilon=1, budget=1e5).refuted
    True
    >>> def noisy_count(data, n, rng):
    ...     return len(data) + rng.laplace(size=n)
    >>> warner.measure(noisy_count, d=[3], d_prime=[3, 4], epsilon=1, budget=1e5, ideal_numbers=True).refuted
    False
    """
    options = _options(d=d, d_prime=d_prime, data=data, neighbours=neighbours, unit=unit, rows_per_unit=rows_per_unit, bounds=bounds, finite=finite, pair=pair, pairs=pairs, length=length, claim_epsilon=claim_epsilon, claim_delta=claim_delta, claim_mu=claim_mu, claim_rho=claim_rho, claim_rdp=claim_rdp, claim_tradeoff=claim_tradeoff, budget=budget, until_width=until_width, time=time, level=level, seed=seed, generator=generator, threads=threads, white_box=white_box, low_bits=low_bits, timing=timing, ideal_numbers=ideal_numbers, form=form, exceptions=exceptions, processes=processes, name=name, search_budget=search_budget, parameters=parameters)
    with _Question("measure", mechanism, options) as question:
        return _asked(question, progress)


def check(
    mechanism: Mechanisms,
    /,
    *,
    d: Any = None,
    d_prime: Any = None,
    data: Any = None,
    neighbours: str | None = None,
    unit: str | None = None,
    rows_per_unit: int | None = None,
    bounds: Mapping[str, tuple[float, float]] | str | None = None,
    finite: bool = False,
    pair: str | None = None,
    pairs: Sequence[str] | str | None = None,
    length: int | Sequence[int] | str | None = None,
    claim_epsilon: float | None = None,
    claim_delta: float | None = None,
    claim_mu: float | None = None,
    claim_rho: float | None = None,
    claim_rdp: Mapping[float, float] | None = None,
    claim_tradeoff: str | Sequence[tuple[float, float]] | None = None,
    budget: float | None = None,
    until_width: float | None = None,
    time: float | str | None = None,
    level: float = 0.05,
    seed: int = 1,
    generator: str = "ars",
    threads: int = 0,
    white_box: bool = False,
    low_bits: bool = False,
    timing: bool = False,
    ideal_numbers: bool = False,
    form: str | None = None,
    exceptions: str = "release",
    processes: int = 1,
    name: str | None = None,
    progress: Progress | bool = None,
    **parameters: Any,
) -> Record:
    """Tries to refute the claim, and stops as soon as it is refuted; the level holds at every stopping time.

    The quick answer where a leak is large: some hundred trials are enough then. Parameters, errors and result are those
    of :func:`measure`; ``budget`` is the number of trials after which it gives up.

    Examples
    --------
    >>> import warner
    >>> record = warner.check("broken/laplace-half-scale", epsilon=1)
    >>> record.refuted, record.trials.certify < 5000
    (True, True)
    """
    options = _options(d=d, d_prime=d_prime, data=data, neighbours=neighbours, unit=unit, rows_per_unit=rows_per_unit, bounds=bounds, finite=finite, pair=pair, pairs=pairs, length=length, claim_epsilon=claim_epsilon, claim_delta=claim_delta, claim_mu=claim_mu, claim_rho=claim_rho, claim_rdp=claim_rdp, claim_tradeoff=claim_tradeoff, budget=budget, until_width=until_width, time=time, level=level, seed=seed, generator=generator, threads=threads, white_box=white_box, low_bits=low_bits, timing=timing, ideal_numbers=ideal_numbers, form=form, exceptions=exceptions, processes=processes, name=name, parameters=parameters)
    with _Question("check", mechanism, options) as question:
        return _asked(question, progress)


@dataclasses.dataclass(frozen=True)
class Look:
    """A check at one moment: what it has shown so far, valid at all moments together."""

    trials: int
    epsilon_lower_bound: float
    log_wealth: float
    refuted: bool


def checking(mechanism: Mechanisms, /, **options: Any) -> Iterator[Look]:
    """Checks, and yields what is shown after each look: ``for look in warner.checking(f, d=.., d_prime=.., epsilon=1)``.

    Leave the loop when you have seen enough: what the last look says holds at the level. Options are those of
    :func:`check`, but for ``progress``.

    Yields
    ------
    Look
    """
    import inspect
    import queue
    import threading

    inspect.signature(check).bind(mechanism, **options)
    looks: queue.SimpleQueue[Look | BaseException | None] = queue.SimpleQueue()
    left = threading.Event()

    class Left(BaseException):
        """The loop was left."""

    def on_look(trials: int, bound: float, wealth: float, refuted: bool) -> None:
        if left.is_set():
            raise Left
        looks.put(Look(trials, bound, wealth, refuted))

    def work() -> None:
        try:
            _check_with_looks(mechanism, on_look, options)
            looks.put(None)
        except Left:
            pass
        except BaseException as error:  # noqa: BLE001  raised again where the loop is
            looks.put(error)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    try:
        while (look := looks.get()) is not None:
            if isinstance(look, BaseException):
                raise look
            yield look
    finally:
        left.set()
        worker.join()


def _check_with_looks(mechanism: Mechanisms, on_look: Any, given: Mapping[str, Any]) -> Record:
    import inspect

    signature = inspect.signature(check)
    options = {p.name: p.default for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY}
    parameters = {key: value for key, value in given.items() if key not in options}
    options.update({key: value for key, value in given.items() if key in options})
    options.pop("progress")
    with _Question("check", mechanism, {**options, "parameters": parameters}) as question:
        return _asked(question, None if question.function else False, on_look)


def _closing(function: Function | None) -> contextlib.AbstractContextManager[Any]:
    return contextlib.nullcontext() if function is None else contextlib.closing(function)


def _function_of(
    record: Record, mechanism: Callable[..., Any] | None, d: Any, d_prime: Any, data: Any = None, **of_function: Any
) -> Function | None:
    if record.external is None or record.external.by != "callable":
        if mechanism is not None:
            raise TypeError(f"{record.mechanism}: this record is of no function")
        return None
    if mechanism is None:
        raise TypeError(f"{record.mechanism}: this record is of a function: give that function")
    datasets: Sequence[Any]
    if d is not None:
        datasets = (d, d_prime)
    elif record.external.datasets:
        datasets = [rebuilt(text, data) for text in record.external.datasets]
    elif record.external.dataset_fingerprints:
        raise ValueError("d, d_prime: are too long for a record, which has their fingerprints alone: give them")
    else:
        datasets = (_whole(record.pair.d), _whole(record.pair.d_prime))
    return Function(mechanism, datasets=datasets, **of_function)


def _text_with(record: Record, d: Any, d_prime: Any) -> str:
    """A record's JSON, with the datasets that are given in place of their fingerprints."""
    if d is None or record.external is None or not record.external.dataset_fingerprints or record.external.dataset_files:
        return record.text
    document = json.loads(record.text)
    del document["external"]["dataset_fingerprints"]
    document["external"]["datasets"] = [_dataset(d, is_function=True), _dataset(d_prime, is_function=True)]
    return json.dumps(document)


def _whole(numbers: list[float]) -> list[float]:
    """As they were given: 3 rather than 3.0, which JSON does not tell apart here."""
    return [int(x) if x == int(x) else x for x in numbers] if all(abs(x) < 2**53 for x in numbers) else numbers


@dataclasses.dataclass(frozen=True)
class Replay:
    """Whether a record's tally came out the same, and which of its fields do not follow."""

    same: bool
    contradictions: list[str]

    def __bool__(self) -> bool:
        return self.same and not self.contradictions


def replay(
    record: Record,
    mechanism: Callable[..., Any] | None = None,
    *,
    d: Any = None,
    d_prime: Any = None,
    data: Any = None,
    form: str | None = None,
    exceptions: str = "release",
    processes: int = 1,
    threads: int = 0,
    progress: Progress | bool = None,
) -> Replay:
    """Plays a record's frozen strategy again on the same trials: the tally must come out the same.

    Parameters
    ----------
    record : Record
    mechanism : callable
        Of a record of a function: that function. It must take ``rng``, and draw from it alone.
    d, d_prime : object
        Its datasets, where they are no JSON; by default those of the record.
    data : table
        Of a pair that was found: a table of the type, and with the columns, that the record's datasets shall have.

    Returns
    -------
    Replay
        True where nothing in the record is contradicted.
    """
    function = _function_of(record, mechanism, d, d_prime, data, form=form, exceptions=exceptions, processes=processes)
    text = _text_with(record, d, d_prime)
    with shown(progress, record.mechanism) as report, _closing(function):
        same, contradictions = _core.replay(text, function, threads, report)
    if text is not record.text:  # its digest is of fingerprints, and follows from datasets no more
        contradictions = [line for line in contradictions if not line.startswith("provenance.digest")]
    return Replay(same, contradictions)


def play_fresh(
    record: Record,
    mechanism: Callable[..., Any] | None = None,
    *,
    d: Any = None,
    d_prime: Any = None,
    data: Any = None,
    trials: float | None = None,
    level: float = 0.05,
    seed: int | None = None,
    form: str | None = None,
    exceptions: str = "release",
    processes: int = 1,
    threads: int = 0,
    progress: Progress | bool = None,
) -> Record:
    """Plays a record's frozen strategy on releases that its audit never saw, and certifies a bound of its own.

    The evidence for what can not be seeded: it owes nothing to the recorded trials, nor to how the strategy was found.

    Parameters
    ----------
    record, mechanism, d, d_prime, data
        As of :func:`replay`; the function need not take ``rng``.
    trials : int
        By default as many as certified.
    level : float
        Of the statement that follows, by itself.
    seed : int
        By default the next after the record's that its strategy has not seen; one that it has seen is refused.
    """
    function = _function_of(record, mechanism, d, d_prime, data, form=form, exceptions=exceptions, processes=processes)
    with shown(progress, record.mechanism) as report, _closing(function):
        return _noted(
            Record.from_json(
                _core.play_fresh(
                    _text_with(record, d, d_prime), function, int(trials or 0), level, seed, threads, report
                )
            )
        )
