"""libraries.py CSV STEM: certified bounds of real libraries over their claims, a line of dots a library and version."""

import math
import sys

from style import *

rows = [row for row in read_rows(sys.argv[1], texts=("library", "version")) if row["decision"] in ("refuted", "not refuted")]
rows = [row for row in rows if all(isinstance(row[name], (int, float)) and math.isfinite(row[name]) for name in ("claim_epsilon", "epsilon_lower_bound"))]
rows = [row for row in rows if row["claim_epsilon"] > 0]  # a bound of 0 is shown, a claim of 0 has no ratio
for row in rows:
    row["name"] = f"{row['library']} {row['version']}"


def in_order(row):
    """Libraries by name, and the versions of one as they came."""
    return row["library"].lower(), [int(part) for part in row["version"].split(".") if part.isdigit()]


names = list(dict.fromkeys(row["name"] for row in sorted(rows, key=in_order)))
figure, axes = plt.subplots(figsize=(DOUBLE, 0.55 + 0.22 * len(names)))
axes.axvline(1, color=GREY, linewidth=0.8, linestyle=(0, (4, 2)), zorder=1)
for place, name in enumerate(names):
    for decision, colour, fill in (("not refuted", COLOURS[0], "white"), ("refuted", COLOURS[1], COLOURS[1])):
        these = sorted(row["epsilon_lower_bound"] / row["claim_epsilon"] for row in pick(rows, name=name, decision=decision))
        shift = [place + 0.09 * (i % 5 - 2) for i in range(len(these))]  # dots that would lie on each other
        axes.plot(these, shift, linestyle="none", marker="o", clip_on=False, markersize=3.2, color=colour, markerfacecolor=fill, markeredgewidth=0.7, label=decision if place == 0 else None)
axes.set_yticks(range(len(names)), names)
axes.set_ylim(len(names) - 0.4, -0.6)
axes.set_xlim(left=0)
axes.set_xlabel("certified lower bound on epsilon, over the claimed epsilon")
handles = [plt.Line2D([], [], linestyle="none", marker="o", markersize=3.2, color=c, markerfacecolor=f) for c, f in ((COLOURS[1], COLOURS[1]), (COLOURS[0], "white"))]
axes.legend(handles, ["refuted", "not refuted"], loc="lower right")
save(figure, sys.argv[2])
