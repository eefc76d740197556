"""Pictures of records and curves, in the style of the figures: matplotlib, errors on both axes."""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._curves import TradeoffCurve
    from ._record import Record

CLAIM, CERTIFIED, MEASURED = "#4477aa", "#cc3311", "#333333"


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot

    return matplotlib.pyplot.subplots(figsize=(4.2, 3.4), layout="constrained")[1]


def least_beta(alpha: Any, epsilon: float, delta: float) -> Any:
    """The least type II error that (epsilon, delta)-DP leaves a test of type I error alpha."""
    import numpy

    growth = math.exp(min(epsilon, 700))
    return numpy.maximum(0, numpy.maximum(1 - delta - growth * alpha, (1 - delta - alpha) / growth))


def _plane(ax: Any) -> None:
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel="type I error", ylabel="type II error")
    ax.plot([0, 1], [1, 0], color="0.8", lw=0.8, zorder=0)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)


def of_record(record: Record, ax: Any) -> Any:
    ax = _axes(ax)
    return _wealth(record, ax) if record.sequential else _errors(record, ax)


def _errors(record: Record, ax: Any) -> Any:
    import numpy

    alpha = numpy.linspace(0, 1, 1001)
    _plane(ax)
    if record.claim.mu is None and math.isfinite(record.claim.epsilon):
        ax.plot(alpha, least_beta(alpha, record.claim.epsilon, record.claim.delta), color=CLAIM, label=f"claim: {record.guarantee}")
    bound = record.epsilon_lower_bound
    ax.plot(alpha, least_beta(alpha, bound, record.delta), color=CERTIFIED, ls="--", label=f"certified: epsilon $\\geq$ {bound:.3g}")
    spoken = record.tally.right + record.tally.wrong
    ax.plot([], [], " ", label=f"{spoken:,} guesses in {record.trials.certify:,} trials")
    ax.legend(frameon=False, fontsize="small", loc="upper right")
    ax.set_title(f"{record.mechanism}: {record.decision}", fontsize="medium")
    return ax


def _wealth(record: Record, ax: Any) -> Any:
    rounds = (record.sequential or {})["rounds"]
    trials, wealth, so_far = [0], [0.0], 0
    for one in rounds:
        so_far += sum(one["looks"])
        trials.append(so_far)
        wealth.append(float(one["log_wealth"]))
    ax.plot(trials, wealth, color=MEASURED, marker=".", ms=4, label="wealth of the bets against the claim")
    ax.axhline(-math.log(record.level), color=CERTIFIED, ls="--", label=f"refuted at level {record.level:g}")
    ax.set(xlabel="trials", ylabel="log wealth", title=f"{record.mechanism}: {record.decision}")
    ax.legend(frameon=False, fontsize="small")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax


def of_curve(curve: TradeoffCurve, ax: Any, epsilon: float | None, delta: float) -> Any:
    import numpy

    ax = _axes(ax)
    _plane(ax)
    order = numpy.argsort(curve.alpha)
    ax.errorbar(
        curve.alpha[order],
        curve.beta[order],
        xerr=[(curve.alpha - curve.alpha_lower)[order], (curve.alpha_upper - curve.alpha)[order]],
        yerr=[(curve.beta - curve.beta_lower)[order], (curve.beta_upper - curve.beta)[order]],
        fmt=".-",
        lw=0.8,
        ms=3,
        elinewidth=0.6,
        color=MEASURED,
        label="measured",
    )
    if epsilon is not None:
        alpha = numpy.linspace(0, 1, 1001)
        ax.plot(alpha, least_beta(alpha, epsilon, delta), color=CLAIM, label=f"epsilon = {epsilon:g}")
    ax.legend(frameon=False, fontsize="small")
    ax.set_title(curve.name, fontsize="medium")
    return ax


def svg_of(record: Record) -> str:
    """For notebooks; nothing where matplotlib is not there."""
    try:
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError:
        return ""
    figure = Figure(figsize=(4.2, 3.4), layout="constrained")
    FigureCanvasSVG(figure)
    of_record(record, figure.add_subplot())
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]
