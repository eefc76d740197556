"""noise-throughput.py CSV STEM: samples a second of every noise, a line a law, a marker a way, with quartiles."""

import sys

from style import *

rows = read_rows(sys.argv[1])
laws = distinct(rows, "law")
looks = {  # a way's colour and marker; filled is ours
    "Warner": dict(color=BLUE, marker="o", markersize=4.5),
    "std": dict(color=VERMILION, marker="s", markerfacecolor="white"),
    "boost": dict(color=GREEN, marker="^", markerfacecolor="white"),
    "numpy": dict(color=BLACK, marker="D", markerfacecolor="white"),
}
names = {"std": "standard library", "boost": "Boost.Random"}
figure, axes = plt.subplots(figsize=(SINGLE, 3.6))
for y, law in enumerate(laws):
    these = pick(rows, law=law)
    rates = values(these, "samples_per_second")
    axes.plot([min(rates), max(rates)], [y, y], color="#BBBBBB", linewidth=0.8, zorder=1)
    for row in these:
        rate = row["samples_per_second"]
        error = [[rate - row["lower_quartile"]], [row["upper_quartile"] - rate]]
        aside = {"std": -0.15, "boost": 0.15}.get(row["way"], 0)  # equals stay apart
        axes.errorbar(rate, y + aside, xerr=error, linestyle="none", elinewidth=1.0, capsize=0, **{"markersize": 3.5, "zorder": 3, **looks[row["way"]]})
    ratio = next((row["ratio"] for row in these if row["way"] == "std"), None)
    if ratio is not None:
        axes.annotate(rf"{ratio:.1f}$\times$", (max(rates), y), xytext=(6, 0), textcoords="offset points", va="center", fontsize=SMALL)
for way, look in looks.items():
    if pick(rows, way=way):
        axes.plot([], [], linestyle="none", label=names.get(way, way), **{"markersize": 3.5, **look})
axes.set_xscale("log")
low, high = min(values(rows, "samples_per_second")), max(values(rows, "samples_per_second"))
axes.set_xlim(low / 1.5, high * 4)  # room for the ratios
axes.set_yticks(range(len(laws)), laws)
axes.set_ylim(len(laws) - 0.4, -0.6)
axes.tick_params(axis="y", length=0)
axes.grid(axis="y", visible=False)
axes.set_xlabel("samples per second, one core")
axes.legend(loc="lower center", bbox_to_anchor=(0.3, 1.0), ncol=2, columnspacing=1.2, handletextpad=0.3)
save(figure, sys.argv[2])
