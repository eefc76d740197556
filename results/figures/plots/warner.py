"""warner.py CSV STEM: epsilon of randomised response against r, measured and certified."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (left, right) = plt.subplots(1, 2, figsize=(DOUBLE, 2.8))
curve, guess, audit = (pick(rows, series=name) for name in ("exact", "guess", "audit"))
left.plot(values(curve, "r"), values(curve, "epsilon_exact"), color=BLACK, linewidth=0.9, zorder=2, label=r"exact, $\ln(1 + 2r/(1-r))$")
left.plot([0, 1], [0, 2], color=GREY, linestyle=(0, (5, 2)), linewidth=0.8, zorder=1, label=r"$2r$")
how = dict(color=BLUE, marker="o", fillstyle="none", markersize=3.4, markeredgewidth=0.8)
bars(left, guess, "r", "epsilon", "epsilon_lower", "epsilon_upper", label="measured, exact interval", **how)
left.plot(values(audit, "r"), values(audit, "epsilon_lower"), "^", color=VERMILION, markersize=2.4, zorder=4, label="certified by an audit")
left.set_xlim(0, 1.01)
left.set_ylim(0, 5.5)
left.set_xlabel("probability of the truth $r$")
left.set_ylabel(r"privacy parameter $\varepsilon$")
left.legend(loc="upper left")
panel_letter(left, "a", "one answer, and what it gives away")

right.axhline(1, color=BLACK, linewidth=0.9, zorder=2)
where = [row["epsilon_exact"] for row in guess]
share = [{"x": row["epsilon_exact"], **{key: row["epsilon" + end] / row["epsilon_exact"] for key, end in (("y", ""), ("lower", "_lower"), ("upper", "_upper"))}}
         for row in guess]
bars(right, share, "x", "y", **how)
right.plot(values(audit, "epsilon_exact"), [row["epsilon_lower"] / row["epsilon_exact"] for row in audit], "^", color=VERMILION, markersize=2.8, zorder=4)
right.set_xscale("log")
ticks = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
right.set_xticks(ticks, [f"{t:g}" for t in ticks])
right.minorticks_off()
low = min(min(values(share, "lower")), min(row["epsilon_lower"] / row["epsilon_exact"] for row in audit))
right.set_ylim(max(0, low - 0.02), max(values(share, "upper")) + 0.02)
right.set_xlabel(r"exact $\varepsilon$")
right.set_ylabel(r"measured or certified over exact $\varepsilon$")
panel_letter(right, "b", "the same, over the exact value")
save(figure, sys.argv[2])
