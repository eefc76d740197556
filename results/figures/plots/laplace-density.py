"""laplace-density.py CSV STEM: releases of a count, cell by cell, against the exact density."""

import math
import sys

from style import *

rows = read_rows(sys.argv[1])
epsilons = distinct(rows, "epsilon")
figure, axes = plt.subplots(2, len(epsilons), figsize=(DOUBLE, 3.5), gridspec_kw={"height_ratios": [1.7, 1]})
for column, epsilon in enumerate(epsilons):
    top, bottom = axes[0][column], axes[1][column]
    cells = pick(rows, epsilon=epsilon)
    truth = cells[0]["truth"]
    inner = [row for row in cells if math.isfinite(row["from"]) and math.isfinite(row["to"])]
    width = inner[0]["to"] - inner[0]["from"]
    edges = [row["from"] - truth for row in inner] + [inner[-1]["to"] - truth]
    reach = edges[-1] + 2 * width
    top.stairs([row["probability"] / width for row in inner], edges, fill=True, color=SKY, alpha=0.35, label="measured")
    top.stairs([row["upper"] / width for row in inner], edges, baseline=[row["lower"] / width for row in inner], fill=True, color=BLUE, label="its 95 % band")
    x = [reach * t / 400 for t in range(-400, 401)]
    top.plot(x, [epsilon / 2 * math.exp(-epsilon * abs(v)) for v in x], color=BLACK, linewidth=0.8, zorder=3, label="exact")
    top.set_ylim(0, 0.68 * epsilon)
    panel_letter(top, "abc"[column], rf"$\varepsilon$ = {epsilon:g}")
    ratio = []
    for row in cells:
        left = edges[0] - 1.5 * width if math.isinf(row["from"]) else row["from"] - truth
        right = edges[-1] + 1.5 * width if math.isinf(row["to"]) else row["to"] - truth
        ratio.append({"x": (left + right) / 2, **{key: row[name] / row["exact"] for key, name in (("y", "probability"), ("lower", "lower"), ("upper", "upper"))}})
    bottom.axhline(1, color=BLACK, linewidth=0.8, zorder=1)
    bars(bottom, ratio, "x", "y", color=BLUE, marker="o", markersize=2, elinewidth=0.6, capsize=1)
    limit = max(max(abs(row["upper"] - 1), abs(row["lower"] - 1)) for row in ratio) * 1.1
    bottom.set_ylim(1 - limit, 1 + limit)
    bottom.set_xlabel(f"answer $-$ {truth:,.0f} (people)")
    for a in (top, bottom):
        a.set_xlim(-reach, reach)
    top.tick_params(labelbottom=False)
axes[0][0].set_ylabel("density (per person)")
axes[1][0].set_ylabel("measured over exact")
axes[0][0].legend(loc="upper right", handlelength=1.6, borderaxespad=0.1)
save(figure, sys.argv[2])
