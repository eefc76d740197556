"""Warner plays the distinguishing game against a mechanism, and says at a stated level how much it leaks.

>>> import warner
>>> def noisy_count(data, n, rng):
...     return len(data) + rng.laplace(scale=1, size=n)
>>> record = warner.measure(noisy_count, d=[3], d_prime=[3, 4], epsilon=1.0, budget=1e5, ideal_numbers=True)
>>> record.refuted
False

Without ``ideal_numbers`` it is refuted, and truly so: the last bits of a floating-point sum betray what was added.
"""

from ._audit import (
    Look,
    Plugin,
    Program,
    Releases,
    Replay,
    check,
    checking,
    measure,
    play_fresh,
    replay,
)
from ._catalogue import Entry, Mechanism, Parameter, catalogue
from ._core import MechanismFailed
from ._core import version as __version__
from ._curves import TradeoffCurve, compose, plan, profile, tradeoff
from ._distribute import Part, conclude, merge, play
from ._pages import figure_names, figures, report
from ._record import Record

__all__ = [
    "Entry",
    "Look",
    "Mechanism",
    "MechanismFailed",
    "Parameter",
    "Part",
    "Plugin",
    "Program",
    "Record",
    "Releases",
    "Replay",
    "TradeoffCurve",
    "__version__",
    "catalogue",
    "check",
    "checking",
    "compose",
    "conclude",
    "figure_names",
    "figures",
    "measure",
    "merge",
    "plan",
    "play",
    "play_fresh",
    "profile",
    "replay",
    "report",
    "tradeoff",
]
