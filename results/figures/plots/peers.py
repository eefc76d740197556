"""peers.py CSV STEM: certified bounds beside published ones, as shares of the exact epsilon or of the ceiling."""

import math
import sys

from style import *

rows = read_rows(sys.argv[1])
figure, axes = plt.subplots(figsize=(DOUBLE, 4.2))
places = list(range(len(rows), 0, -1))


def best(row):
    """What there is to reach: the exact epsilon where it is finite, else the ceiling or our own bound, whichever is larger."""
    def finite(*names):
        return [row[name] for name in names if isinstance(row[name], (int, float)) and 0 < row[name] < math.inf]
    return max(finite("epsilon_exact") or finite("ceiling", "epsilon_lower_bound"), default=math.nan)


for name, marker, color, label in (("statdp", "v", ORANGE, "StatDP"), ("dp_sniper", "s", SKY, "DP-Sniper"), ("ceiling", "|", BLACK, "oracle, twice the trials"),
                                   ("epsilon_lower_bound", "o", BLUE, "Warner")):
    shares = [row[name] / best(row) if isinstance(row[name], (int, float)) and math.isfinite(row[name]) else math.nan for row in rows]
    axes.plot(shares, places, marker, color=color, markersize=7 if marker == "|" else 4.5, markeredgewidth=1.4 if marker == "|" else 0.5, linestyle="none", label=label, zorder=3)
axes.axvline(1, color=GREY, linewidth=0.8, zorder=1)
axes.set_yticks(places, [row["mechanism"] for row in rows])
axes.set_xlim(0, 1.12)
axes.set_xlabel(r"certified $\varepsilon$ as a share of the exact one (of the ceiling or of ours, the larger, where that is infinite)")
axes.grid(axis="y", linewidth=0.3, color="0.85")
axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=4)
save(figure, sys.argv[2])
