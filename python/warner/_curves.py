"""Curves and plans: what is exactly true, what is measured, and what a question costs."""

from __future__ import annotations

import dataclasses
from typing import Any, Mapping, Sequence

from . import _core
from ._audit import Mechanisms, in_python, _number, _Question, check
from ._catalogue import Mechanism
from ._command import run_json
from ._progress import Progress, shown


@dataclasses.dataclass(frozen=True)
class TradeoffCurve:
    """Errors of a family of tests of d against d_prime, measured, with bounds that hold at all points together.

    Arrays of one shape, (points,): ``alpha`` is the type I error, ``beta`` the type II error, each between ``_lower``
    and ``_upper``. The mechanism's trade-off function is at most ``beta_upper`` at ``alpha_upper``.
    """

    name: str
    level: float
    trials: int  #: of each dataset
    threshold: Any
    alpha: Any
    alpha_lower: Any
    alpha_upper: Any
    beta: Any
    beta_lower: Any
    beta_upper: Any

    def lower_delta(self, epsilon: Any) -> Any:
        """The mechanism's delta is at least this, at all epsilons together; float or array like epsilon."""
        import numpy

        points = numpy.asarray(epsilon, dtype=float)[..., None]
        growth = numpy.exp(points)
        d = 1 - self.beta_upper - growth * self.alpha_upper
        d_prime = 1 - self.alpha_upper - growth * self.beta_upper
        best = numpy.maximum(0, numpy.maximum(d, d_prime).max(axis=-1, initial=0))
        return float(best) if best.ndim == 0 else best

    def to_pandas(self) -> Any:
        import pandas

        fields = ("threshold", "alpha", "alpha_lower", "alpha_upper", "beta", "beta_lower", "beta_upper")
        return pandas.DataFrame({name: getattr(self, name) for name in fields})

    def plot(self, ax: Any = None, *, epsilon: float | None = None, delta: float = 0.0) -> Any:
        """Draws the curve with its band; with epsilon, beside the least errors that a claim leaves."""
        from . import _plots

        return _plots.of_curve(self, ax, epsilon, delta)


def tradeoff(mechanism: Mechanisms, /, *, points: int = 24, progress: Progress | bool = None, **options: Any) -> TradeoffCurve:
    """Measures the trade-off curve of one pair.

    Parameters
    ----------
    mechanism : str, Mechanism, callable, Program, Plugin or Releases
        As in :func:`warner.measure`, with its options: d, d_prime, budget, level, seed, .. Budget is in releases.
    points : int
        Tests, at most.

    Returns
    -------
    TradeoffCurve
        Exact curves are those of ``warner.catalogue[..](..).tradeoff(alpha)``.
    """
    import inspect

    import numpy

    signature = inspect.signature(check)
    asked = {p.name: p.default for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY}
    parameters = {key: value for key, value in options.items() if key not in asked}
    asked.update({key: value for key, value in options.items() if key in asked})
    asked.pop("progress")
    if not isinstance(mechanism, (str, Mechanism)) and asked["claim_epsilon"] is None:
        asked["claim_epsilon"] = 1  # a curve tests no claim
    if isinstance(mechanism, (str, Mechanism)) and asked["budget"] is None:
        asked["budget"] = 1_000_000
    with _Question("measure", mechanism, {**asked, "parameters": parameters}) as question:
        with shown(progress, question.name) as report:
            try:
                rows, trials = _core.measured_curve(question.words, points, question.function, report)
            except ValueError as error:
                raise ValueError(in_python(str(error))) from None
        table = numpy.array(rows, dtype=float).reshape(len(rows), 7)
        return TradeoffCurve(question.name, float(asked["level"]), trials, *table.T)


def profile(mechanism: str | Mechanism, epsilon: Any, *, d: Any = None, d_prime: Any = None, **parameters: float) -> Any:
    """The exact privacy profile of a mechanism of the catalogue: the smallest delta at each epsilon; NaN where unknown."""
    made = mechanism if isinstance(mechanism, Mechanism) else Mechanism(mechanism, parameters)
    return made.profile(epsilon, d=d, d_prime=d_prime)


def compose(composition: str, *, delta: float | Sequence[float] | None = None, epsilon: float | Sequence[float] | None = None) -> dict[str, Any]:
    """Certified bounds on the privacy of many releases together.

    Parameters
    ----------
    composition : str
        ``'gaussian sigma=1 x1000; laplace epsilon=0.1 x10'``
    delta, epsilon : float or sequence
        Which is given; the other is bounded.

    Returns
    -------
    dict
        What ``warner compose --json`` prints.

    Examples
    --------
    >>> import warner
    >>> bounds = warner.compose("gaussian sigma=1 x10", delta=1e-5)
    """
    words = ["compose", composition]
    for option, values in (("--delta", delta), ("--epsilon", epsilon)):
        if values is not None:
            words += [option, ",".join(repr(float(x)) for x in ([values] if isinstance(values, (int, float)) else values))]
    return _answer(words)


def plan(
    mechanism: str | None = None,
    *,
    claim_epsilon: float | None = None,
    claim_delta: float | None = None,
    claim_mu: float | None = None,
    claim_rho: float | None = None,
    claim_rdp: Mapping[float, float] | None = None,
    claim_tradeoff: str | None = None,
    violation: float | None = None,
    speaks: float | None = None,
    level: float = 0.05,
    power: float = 0.99,
    budget: float | None = None,
) -> dict[str, Any]:
    """How many trials it takes to refute a claim that is false in a stated way; or, with a budget, what that detects.

    Parameters
    ----------
    claim_epsilon, .. : float
        The claim, or the mechanism's own.
    violation : float
        The true epsilon.
    speaks : float
        In what share of the trials the adversary guesses: rare events take more trials.
    level, power : float
        The probability of a false alarm, at most, and of a refutation, at least.

    Returns
    -------
    dict
        What ``warner plan --json`` prints.
    """
    words = ["plan"] + ([mechanism] if mechanism else [])
    given = {
        "claim-epsilon": claim_epsilon,
        "claim-delta": claim_delta,
        "claim-mu": claim_mu,
        "claim-rho": claim_rho,
        "claim-tradeoff": claim_tradeoff,
        "violation": violation,
        "speaks": speaks,
        "level": level,
        "power": power,
        "budget": budget,
    }
    for option, value in given.items():
        if value is not None:
            words += [f"--{option}", value if isinstance(value, str) else _number(option, value)]
    for alpha, epsilon in (claim_rdp or {}).items():
        words += ["--claim-rdp", f"{_number('claim_rdp', alpha)}:{_number('claim_rdp', epsilon)}"]
    return _answer(words)


def _answer(words: list[str]) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = run_json(words)
    except ValueError as error:
        raise ValueError(in_python(str(error))) from None
    return answer
