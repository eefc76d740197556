"""Assertions about privacy, for tests: they need no test runner.

>>> from warner.testing import assert_private
>>> import random
>>> def randomised_response(answer):
...     return answer if random.random() < 0.7 else 1 - answer
>>> assert_private(randomised_response, 0, 1, epsilon=1).refuted
False

What pytest adds is in ``warner.pytest_plugin``.
"""

from __future__ import annotations

import inspect
import os
import re
from typing import Any, Mapping, Union

from ._audit import Mechanisms, check
from ._record import Record

__all__ = ["LEVEL", "NoLeakFound", "PrivacyViolation", "assert_leaks", "assert_private"]

LEVEL = 1e-6  #: of an assertion: a sound mechanism fails it with this probability at most


class _Found(AssertionError):
    """What an audit found, where it is not what was asserted."""

    def __init__(self, message: str, record: Record) -> None:
        super().__init__(message)
        self.record = record

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.record)


class PrivacyViolation(_Found):
    """A claim is refuted. ``record`` is the evidence, and replays."""


class NoLeakFound(_Found):
    """What should leak was not refuted. ``record`` says how closely Warner looked."""


def assert_private(
    mechanism: Mechanisms,
    /,
    d: Any = None,
    d_prime: Any = None,
    *,
    level: float = LEVEL,
    budget: float | None = None,
    save: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Record:
    """Asserts that Warner can not refute the claim. That is evidence, and no proof: ``blind_spot`` says of how much.

    Parameters
    ----------
    mechanism : callable, or another of those that :func:`warner.check` takes
    d, d_prime : object
        Two neighbouring datasets; or ``data=..`` and ``neighbours=..``, which pairs are made from.
    level : float
        A sound mechanism fails with this probability at most, whenever the check stops.
    budget : int
        Trials at most; a leak ends the check sooner.
    save : path
        Where the record goes that refutes the claim.
    **options
        Those of :func:`warner.check`: the claim (``epsilon=1, delta=1e-6``, ``mu=..``, ``rho=..``, ..), ``bounds``, ..

    Returns
    -------
    Record
        Of a check that did not refute the claim.

    Raises
    ------
    PrivacyViolation
        An AssertionError that says what gives the datasets away.
    """
    __tracebackhide__ = True
    asked = {"d": d, "d_prime": d_prime, "budget": budget, "level": level, **options}
    record = check(mechanism, **{"progress": False, **asked})
    if record.refuted:
        if save is not None:
            record.save(os.fspath(save))
        raise PrivacyViolation(violation_in_words(record, mechanism, asked, save), record)
    return record


def assert_leaks(
    mechanism: Mechanisms,
    /,
    d: Any = None,
    d_prime: Any = None,
    *,
    level: float = LEVEL,
    budget: float | None = None,
    **options: Any,
) -> Record:
    """Asserts that Warner refutes the claim: for twins that are broken on purpose, and for tests of the tests.

    Parameters are those of :func:`assert_private`.

    Returns
    -------
    Record
        Of the refutation.

    Raises
    ------
    NoLeakFound
        An AssertionError that says how closely Warner looked.

    Examples
    --------
    >>> from warner.testing import assert_leaks
    >>> assert_leaks(lambda data: sum(data), [1], [1, 1], epsilon=1).trials.certify < 1000
    True
    """
    __tracebackhide__ = True
    asked = {"d": d, "d_prime": d_prime, "budget": budget, "level": level, **options}
    record = check(mechanism, **{"progress": False, **asked})
    if not record.refuted:
        raise NoLeakFound(silence_in_words(record), record)
    return record


_WIDTH = 11


def violation_in_words(
    record: Record,
    mechanism: Mechanisms,
    asked: Mapping[str, Any],
    saved: Union[str, os.PathLike[str], None] = None,
    found: str = "",
) -> str:
    """What was refuted, by what, and how to see it again; ``found``: how it was found, where not by this check."""
    said = _lines(record)
    level = f"at level {record.level:.3g}: a sound mechanism fails with this probability at most"
    rows = [
        ("claim", said["claim"]),
        ("certified", _certified(record, said)),
        ("trials", f"{record.trials.certify:,}{found}, {level}"),
        ("neighbours", said.get("neighbours", record.pair.relation)),
    ]
    for label in ("says D when", "says D' when"):
        if label in said and not said[label].startswith("never"):
            rows.append(("witness", f"{label} {said[label]}"))
    if "in short" in said:
        rows.append(("in short", said["in short"]))
    rows.append(("again", _again(record, mechanism, asked, saved)))
    if saved is not None:
        rows.append(("record", os.fspath(saved)))
    if "last bits" in said:
        rows.append(
            ("hint", f"{said['last bits'].partition(':')[0]}; ideal_numbers=True shows whether anything else leaks")
        )
    return "\n".join([f"{record.mechanism} is not as private as it claims", *(_row(*row) for row in rows)])


def silence_in_words(record: Record) -> str:
    """Of a leak that was expected and not found: how closely Warner looked."""
    said = _lines(record)
    rows = [
        ("claim", said["claim"]),
        ("trials", f"{record.trials.certify:,}, at level {record.level:.3g}"),
        ("certified", _certified(record, said)),
        ("neighbours", said.get("neighbours", record.pair.relation)),
        ("blind spot", f"an event of probability {record.blind_spot:.2g} under one dataset alone may pass unseen"),
        ("hint", "more trials (budget=..), or a pair of neighbours that the leak shows on"),
    ]
    return "\n".join([f"{record.mechanism}: no leak was found", *(_row(*row) for row in rows)])


def _row(label: str, text: str) -> str:
    return f"  {label:<{_WIDTH}} {text}"


def _lines(record: Record) -> dict[str, str]:
    """The record in words, by the labels of its lines; of several with one label, the first."""
    lines: dict[str, str] = {}
    for line in str(record).splitlines():
        if match := re.match(r"  (\S.*?)  +(.*)", line):
            lines.setdefault(match[1], match[2].replace("   (", " ("))
    return lines


def _certified(record: Record, said: Mapping[str, str]) -> str:
    """The bounds that contradict a claim; of statements that have no one number, the wealth."""
    bounds = [
        f"{label} {text}".replace(", certified", "")
        for label, text in said.items()
        if label in ("epsilon", "mu", "rho") or label.startswith("Renyi of order")
        if text.startswith("at least") and not text.startswith("at least 0,")
    ]
    confidence = f"with {100 * (1 - record.level):.10g} % confidence{' at all times' * (record.stopping == 'anytime')}"
    bounds = [bound.replace("with the same confidence", confidence) for bound in bounds]
    if record.claim.statements and record.sequential:
        wealth = f"a wealth of {record.sequential['e_value']:.3g} against the claim"
        bounds.append(f"{wealth}, which is refuted from {1 / record.level:.3g} on")
    return "; ".join(bounds) or "nothing above 0"


def _again(
    record: Record, mechanism: Mechanisms, asked: Mapping[str, Any], saved: Union[str, os.PathLike[str], None]
) -> str:
    """A line of Python that shows the leak again."""
    name = mechanism.__name__ if inspect.isfunction(mechanism) and mechanism.__name__ != "<lambda>" else "mechanism"
    if isinstance(mechanism, str):
        name = repr(mechanism)
    given = {key: value for key, value in asked.items() if value is not None}
    if saved is not None:
        of_replay = ("d", "d_prime", "data", "form", "exceptions", "processes")
        arguments = [f"warner.Record.load({os.fspath(saved)!r})"]
        arguments += [name] if record.external is not None and record.external.by == "callable" else []
        arguments += [f"{key}={_short(value)}" for key, value in given.items() if key in of_replay]
        return f"warner.play_fresh({', '.join(arguments)}, trials={fresh_trials(record)}, level={record.level:.3g})"
    given["level"] = float(f"{record.level:.3g}")
    return f"warner.check({', '.join([name, *(f'{key}={_short(value)}' for key, value in given.items())])})"


def fresh_trials(record: Record) -> int:
    """So many trials that what a check found in its own is hardly missed again: a check stops when luck is with it."""
    return record.trials.certify if record.stopping == "fixed" else max(1000, 4 * record.trials.certify)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 and "\n" not in text else ".."
