"""likelihood-ratio.py CSV STEM: P/Q of Laplace releases, and certified against declared epsilon."""

import math
import sys

from style import *

rows = read_rows(sys.argv[1])
figure = plt.figure(figsize=(DOUBLE, 3.3))
grid = figure.add_gridspec(2, 2, width_ratios=[1.1, 1], height_ratios=[1.8, 1])
left, top, bottom = figure.add_subplot(grid[:, 0]), figure.add_subplot(grid[0, 1]), figure.add_subplot(grid[1, 1])

cells = pick(rows, panel="ratio")
epsilon = cells[0]["declared_epsilon"]
inner = [row for row in cells if math.isfinite(row["y_from"]) and math.isfinite(row["y_to"])]
width = inner[0]["y_to"] - inner[0]["y_from"]
edge = 3 * width
starts = [inner[0]["y_from"] - edge if math.isinf(row["y_from"]) else row["y_from"] for row in cells]
ends = [inner[-1]["y_to"] + edge if math.isinf(row["y_to"]) else row["y_to"] for row in cells]
for start, end, row in zip(starts, ends, cells):
    left.fill_between([start, end], row["lower"], row["upper"], color=SKY, alpha=0.55, linewidth=0, zorder=1)
left.fill_between([], [], [], color=SKY, alpha=0.55, linewidth=0, label="simultaneous 95 % band")
left.plot([(a + b) / 2 for a, b in zip(starts, ends)], values(cells, "measured"), "o", color=BLUE, markersize=2.2, zorder=3, label="measured, a cell")
shift = [i / 200 for i in range(-600, 801)]
left.plot(shift, [math.exp(epsilon * (abs(y - 1) - abs(y))) for y in shift], color=BLACK, linewidth=0.9, zorder=2, label="exact")
for sign, name in ((1, r"$e^{\varepsilon}$"), (-1, r"$e^{-\varepsilon}$")):
    left.axhline(math.exp(sign * epsilon), color=VERMILION, linestyle=(0, (5, 2)), linewidth=0.9, zorder=1.5)
    left.annotate(name, (ends[-1], math.exp(sign * epsilon)), xytext=(3, 0), textcoords="offset points", va="center", color=VERMILION, annotation_clip=False)
left.set_yscale("log")
left.set_xlim(starts[0], ends[-1])
left.set_ylim(math.exp(-1.35 * epsilon), math.exp(1.35 * epsilon))
ticks = [0.3, 0.5, 1, 2, 3]
left.set_yticks(ticks, [f"{t:g}" for t in ticks])
left.minorticks_off()
left.set_xlabel(r"release $y$")
left.set_ylabel(r"likelihood ratio $P(y)\,/\,Q(y)$")
left.legend(loc="upper right", bbox_to_anchor=(1.0, 0.82))
panel_letter(left, "a", rf"Laplace, answers 0 and 1, $\varepsilon$ = {epsilon:g}")

certified = pick(rows, panel="certified")
series = list(dict.fromkeys((row["k"], row["pair"]) for row in certified))
for axes in (top, bottom):
    axes.set_xscale("log")
    declared = distinct(certified, "declared_epsilon")
    axes.set_xticks(declared, [f"{e:g}" for e in declared])
    axes.minorticks_off()
    axes.set_xlim(declared[0] / 1.25, declared[-1] * 1.25)
limits = [declared[0] / 1.25, declared[-1] * 1.25]
top.plot(limits, limits, color=BLACK, linewidth=0.9, label="declared")
bottom.axhline(1, color=BLACK, linewidth=0.9)
for i, (k, pair) in enumerate(series):
    these = pick(certified, k=k, pair=pair)
    name = "scalar" if k == 1 else f"$k$ = {k:g}, {pair}"
    how = dict(color=COLOURS[i], marker=MARKERS[i], linestyle=DASHES[i], fillstyle="none" if pair == "spread" else "full")
    top.plot(values(these, "declared_epsilon"), values(these, "lower"), label=name, **how)
    bottom.plot(values(these, "declared_epsilon"), [row["lower"] / row["declared_epsilon"] for row in these], **how)
top.set_yscale("log")
top.set_ylim(0.0025, 6)
top.set_yticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
top.set_ylabel(r"certified $\varepsilon$")
top.tick_params(labelbottom=False)
bottom.set_ylim(0, 1.12)
bottom.set_yticks([0, 0.5, 1])
bottom.set_ylabel("share certified")
bottom.set_xlabel(r"declared $\varepsilon$")
top.legend(loc="lower right", labelspacing=0.3, borderaxespad=0.2)
panel_letter(top, "b", r"certified by the game")
save(figure, sys.argv[2])
