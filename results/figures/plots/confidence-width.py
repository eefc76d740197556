"""confidence-width.py CSV STEM: width of the poll's confidence interval, and how often it holds the truth."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure = plt.figure(figsize=(DOUBLE, 3.2))
grid = figure.add_gridspec(2, 2, width_ratios=[1, 1.15])
left, top, bottom = figure.add_subplot(grid[:, 0]), figure.add_subplot(grid[0, 1]), figure.add_subplot(grid[1, 1])
for i, epsilon in enumerate(distinct(rows, "epsilon")):
    these = pick(rows, epsilon=epsilon)
    how = dict(color=COLOURS[i], linestyle=DASHES[i])
    clt, exact = pick(these, interval="clt"), pick(these, interval="exact")
    left.plot(values(clt, "n"), values(clt, "width"), marker=MARKERS[i], markevery=4, label=epsilon_label(epsilon), **how)
    for axes, interval in ((top, clt), (bottom, exact)):
        axes.plot(values(interval, "n"), values(interval, "coverage_exact"), linewidth=0.9, zorder=2, **how)
        held = [row for row in interval if row["polls"] is not None and row["polls"] >= 2000]
        bars(axes, held, "n", "coverage", "coverage_lower", "coverage_upper", color=COLOURS[i], marker=MARKERS[i], fillstyle="none",
             markersize=2.4, elinewidth=0.6, markeredgewidth=0.6)
left.axhline(1, color=GREY, linewidth=0.8, linestyle=(0, (2, 2)))
left.annotate("wider than [0, 1]: says nothing", (1e7, 1), xytext=(0, 3), textcoords="offset points", ha="right", fontsize=SMALL, color="#555555")
left.set_xscale("log")
left.set_yscale("log")
left.set_xlabel("people asked $n$")
left.set_ylabel(r"width of the 95 % interval for $\mu$")
left.legend(loc="lower left")
panel_letter(left, "a", "width by the central limit theorem")
for axes, low in ((top, 0.6), (bottom, 0.9)):
    axes.set_xscale("log")
    axes.axhline(0.95, color=BLACK, linewidth=0.8)
    axes.set_ylabel(r"Pr[interval holds $\mu$]")
    axes.set_ylim(low, 1.0 + (1 - low) * 0.03)
    axes.set_xlim(8, 1.25e7)
top.annotate("promised: 0.95", (1e7, 0.95), xytext=(0, -8), textcoords="offset points", ha="right", fontsize=SMALL)
bottom.annotate("promised: at least 0.95", (1e7, 0.95), xytext=(0, -9), textcoords="offset points", ha="right", fontsize=SMALL)
top.tick_params(labelbottom=False)
bottom.set_xlabel("people asked $n$")
panel_letter(top, "b", "central limit theorem's interval")
panel_letter(bottom, "c", "exact interval (Clopper-Pearson)")
save(figure, sys.argv[2])
