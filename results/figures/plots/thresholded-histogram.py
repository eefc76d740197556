"""thresholded-histogram.py CSV STEM: which dishes an open poll names, and delta against the threshold."""

import math
import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (left, right) = plt.subplots(1, 2, figsize=(DOUBLE, 2.9), gridspec_kw={"width_ratios": [1.25, 1]})

these = pick(rows, panel="named")
thresholds, foods = distinct(these, "threshold"), distinct(these, "food")
width = 0.26
for i, threshold in enumerate(thresholds):
    bars_of = pick(these, threshold=threshold)
    where = [j + (i - 1) * width for j in range(len(foods))]
    label = "no threshold" if math.isinf(threshold) else rf"$T$ = {threshold:.3g}"
    left.bar(where, values(bars_of, "exact"), width=0.9 * width, color=COLOURS[i], alpha=0.4, linewidth=0, zorder=1)
    bars(left, [{**row, "x": x} for row, x in zip(bars_of, where)], "x", color=COLOURS[i], marker=MARKERS[i], label=label)
left.set_xticks(range(len(foods)), [f"{row['food']}\n{row['guests']:g}" for row in pick(these, threshold=thresholds[0])])
left.tick_params(axis="x", length=0)
left.grid(False, axis="x")
left.set_ylim(0, 1.28)
left.set_yticks([0, 0.2, 0.4, 0.6, 0.8, 1])
left.set_xlabel("dish, and how many guests say it")
left.set_ylabel("Pr[the dish is named]")
left.legend(loc="upper center", ncol=3, columnspacing=1.5)
panel_letter(left, "a", rf"what is named, $\varepsilon$ = {these[0]['epsilon']:g}")

these = pick(rows, panel="delta")
for i, epsilon in enumerate(distinct(these, "epsilon")):
    points = pick(these, epsilon=epsilon)
    right.plot(values(points, "threshold"), values(points, "exact"), color=COLOURS[i], linestyle=DASHES[i], linewidth=0.9, zorder=1)
    bars(right, [row for row in points if row["count"] > 0], "threshold", color=COLOURS[i], marker=MARKERS[i])
    for row in points:
        if row["count"] == 0:  # an arrow from the upper end, beside what else stands there
            x = row["threshold"] + 0.25
            right.plot([x], [row["upper"]], color=COLOURS[i], marker="_", markersize=4, zorder=3)
            right.annotate("", (x, row["upper"] / 5), (x, row["upper"]), arrowprops={"arrowstyle": "->", "color": COLOURS[i], "linewidth": 0.9, "shrinkA": 0, "shrinkB": 0})
    right.plot([], [], color=COLOURS[i], linestyle=DASHES[i], marker=MARKERS[i], label=epsilon_label(epsilon))
right.set_yscale("log")
right.set_ylim(1e-7, 1)
right.set_xlim(0.5, 12.5)
right.set_xticks([1, 3, 5, 7, 9, 11])
right.set_xlabel("threshold $T$ (guests)")
right.set_ylabel(r"$\delta$ = Pr[Escargots is named]")
right.legend(loc="lower left")
panel_letter(right, "b", "what the threshold buys")
save(figure, sys.argv[2])
