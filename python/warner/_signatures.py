"""How a function is called: what its signature says of data, number of releases and generator."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from typing import Any, Callable

FORMS = ("f(data)", "f(data, n)", "f(data, rng)", "f(data, n, rng)")

# What a parameter that must be given surely is, by its name; under other names a second one takes the number of releases.
_NUMBERS = {"n", "size", "num", "count", "trials", "samples", "releases", "n_samples", "n_releases", "num_samples"}
_OTHERS = {
    *("epsilon", "eps", "delta", "sigma", "scale", "sensitivity", "mu", "rho", "alpha", "beta", "gamma", "lam", "budget"),
    *("bounds", "lower", "upper", "low", "high", "threshold", "column", "columns", "k", "seed", "random_state", "generator"),
}


@dataclasses.dataclass(frozen=True)
class Call:
    """Which arguments are given by place, and which by name: "data", "n", "rng"."""

    form: str
    places: tuple[str, ...]
    names: tuple[tuple[str, str], ...]  #: a parameter's name, and what it takes

    def on(self, function: Callable[..., Any], data: Any, n: int, rng: Any) -> Callable[[], Any]:
        given = {"data": data, "n": n, "rng": rng}
        return functools.partial(
            function, *(given[what] for what in self.places), **{name: given[what] for name, what in self.names}
        )


def form_of(function: Callable[..., Any]) -> str:
    """Which of FORMS a function has, by its signature."""
    return call_of(function).form


def call_of(function: Callable[..., Any], form: str | None = None) -> Call:
    """How a function is called: a parameter called ``rng`` takes a generator, one that is called ``n``, or else a second
    one that must be given, the number of releases.

    Raises
    ------
    TypeError
        Where a parameter must be given, and nobody knows what.
    """
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # a builtin that does not say
        return _plain(form or "f(data)")
    by_place = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.VAR_POSITIONAL)]
    named = [p for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
    rng = next((p for p in named if p.name == "rng"), None)
    data = _data_of([p for p in by_place if p is not rng])
    number = _number_of([p for p in named if p is not rng and p is not data])
    if form is not None:
        if data is None or data.kind is data.VAR_POSITIONAL or (number is None and "n" in _whats(form)):
            return _plain(form)
        rng, number = rng if "rng" in form else None, number if "n" in _whats(form) else None
    understood = form or FORMS[(number is not None) + 2 * (rng is not None)]
    roles = {id(p): what for p, what in ((data, "data"), (number, "n"), (rng, "rng")) if p is not None}
    unknown = [p.name for p in named if p.default is p.empty and id(p) not in roles]
    if data is None or (form is None and unknown):
        raise TypeError(_what_is_unknown(function, understood, unknown[0] if data is not None else None))
    return _made(understood, by_place, parameters, roles)


def _whats(form: str) -> list[str]:
    return form.removeprefix("f(").removesuffix(")").split(", ")


def _plain(form: str) -> Call:
    whats = _whats(form)
    return Call(form, tuple(what for what in whats if what != "rng"), (("rng", "rng"),) if "rng" in whats else ())


def _data_of(by_place: list[inspect.Parameter]) -> inspect.Parameter | None:
    """The first one, but for an ``n`` before another that must be given."""
    needed = [p for p in by_place if p.default is p.empty]
    if len(needed) > 1 and needed[0].name == "n" and needed[1].name not in _NUMBERS | _OTHERS:
        return needed[1]
    return by_place[0] if by_place else None


def _number_of(others: list[inspect.Parameter]) -> inspect.Parameter | None:
    needed = [p for p in others if p.default is p.empty]
    by_name = [p for p in others if p.name == "n"] + [p for p in needed if p.name in _NUMBERS]
    by_place = [p for p in needed if p.kind is not p.KEYWORD_ONLY and p.name not in _OTHERS]
    return next(iter(by_name + by_place), None)


def _what_is_unknown(function: Callable[..., Any], understood: str, unknown: str | None) -> str:
    name = getattr(function, "__qualname__", repr(function)).replace("<locals>.", "")
    if unknown is None:
        return f"{name}: takes 0 arguments (a mechanism is one of {', '.join(FORMS)})"
    of_number = "" if "n" in _whats(understood) else (
        f", and form={FORMS[FORMS.index(understood) + 1]!r} says that it takes the number of releases"
    )
    return (
        f"{name}: nobody says what its parameter {unknown} is (taken for {understood}; "
        f"functools.partial({name}, {unknown}=..) fixes it{of_number})"
    )


def _made(form: str, by_place: list[inspect.Parameter], parameters: list[inspect.Parameter], roles: dict[int, str]) -> Call:
    """By place what must be, and data and number where they come first; all else by name."""
    places: list[str] = []
    for p in by_place:
        what = roles.get(id(p))
        if what is None or (what == "rng" and p.kind is not p.POSITIONAL_ONLY):
            break
        places.append(what)
    names = tuple((p.name, what) for p in parameters if (what := roles.get(id(p))) and what not in places)
    return Call(form, tuple(places), names)
