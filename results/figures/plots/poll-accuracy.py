"""poll-accuracy.py CSV STEM: variance and mean of the poll's estimate, simulated against eq. 14."""

import math
import sys

from style import *

rows = read_rows(sys.argv[1])
figure = plt.figure(figsize=(DOUBLE, 3.4))
grid = figure.add_gridspec(2, 2, width_ratios=[1, 1.1])
left, top, bottom = figure.add_subplot(grid[:, 0]), figure.add_subplot(grid[0, 1]), figure.add_subplot(grid[1, 1])
shares = distinct(rows, "p")
for i, p in enumerate(shares):
    curve, held = pick(rows, p=p, series="exact"), pick(rows, p=p, series="simulated")
    epsilon = curve[0]["epsilon"]
    privacy = "no privacy" if math.isinf(epsilon) else rf"$\varepsilon$ = {epsilon:.2f}"
    name = rf"$p$ = {p:g} ({privacy})"
    positive = [row for row in curve if row["variance_exact"] > 1e-3]
    left.plot(values(positive, "mu"), values(positive, "variance_exact"), color=COLOURS[i], linestyle=DASHES[i], zorder=2)
    how = dict(color=COLOURS[i], marker=MARKERS[i], fillstyle="none", markeredgewidth=0.7)
    seen = [row for row in held if row["variance_exact"] > 0]
    bars(left, seen, "mu", "variance", "variance_lower", "variance_upper", **how)
    left.plot([], [], label=name, linestyle=DASHES[i], markersize=3, **{k: v for k, v in how.items()})
    shift = (i - 2) * 0.013  # beside each other
    over = [{"x": row["mu"] + shift, "y": row["variance"] / row["variance_exact"], "lower": row["variance_lower"] / row["variance_exact"],
             "upper": row["variance_upper"] / row["variance_exact"]} for row in seen]
    bars(top, over, "x", "y", **how)
    bias = []
    for row in seen:
        unit = math.sqrt(row["variance_exact"] / (row["n"] * row["polls"]))
        bias.append({"x": row["mu"] + shift, "y": (row["mean"] - row["mu"]) / unit, "lower": (row["mean_lower"] - row["mu"]) / unit,
                     "upper": (row["mean_upper"] - row["mu"]) / unit})
    bars(bottom, bias, "x", "y", **how)
left.set_yscale("log")
left.set_ylim(0.05, 150)
left.set_xlabel(r"share of yes in the population $\mu$")
left.set_ylabel(r"$n \cdot \mathrm{Var}[\hat\mu]$")
left.legend(loc="upper center", ncol=2, columnspacing=1.0, handlelength=2.2)
panel_letter(left, "a", r"variance: simulated, and $v(p, \mu)$")
top.axhline(1, color=BLACK, linewidth=0.8, zorder=1)
top.set_ylabel("variance over exact")
top.tick_params(labelbottom=False)
panel_letter(top, "b", "simulated over exact variance")
bottom.axhline(0, color=BLACK, linewidth=0.8, zorder=1)
bottom.set_ylabel("bias (deviations)")
bottom.set_xlabel(r"share of yes in the population $\mu$")
panel_letter(bottom, "c", r"mean of $\hat\mu$ less $\mu$")
for axes in (top, bottom):
    axes.set_xlim(-0.04, 1.04)
    axes.grid(False, axis="x")
save(figure, sys.argv[2])
