"""scaling.py CSV STEM: trials a second of threads and ranks, beside one thread's; strong and weak."""

import sys

from style import *

rows = read_rows(sys.argv[1])
cores = rows[0]["cores"]
figure, (*panels, aside) = plt.subplots(1, 3, figsize=(DOUBLE, 2.4), gridspec_kw={"width_ratios": [1, 1, 0.7]})
titles = {"strong": "strong: the same trials", "weak": "weak: as many trials a worker"}
mechanisms = distinct(rows, "mechanism")
most = max(values(rows, "workers"))
for letter, axes, kind in zip("ab", panels, titles):
    panel_letter(axes, letter, titles[kind])
    axes.plot([1, cores, max(most, cores)], [1, cores, cores], color=GREY, linewidth=0.8, linestyle=(0, (4, 2)), zorder=1, label=f"what {cores:g} cores could give")
    for mechanism, colour, marker in zip(mechanisms, COLOURS, MARKERS):
        for way, fill, dash in (("threads", colour, "-"), ("ranks", "white", DASHES[2])):
            these = pick(rows, scaling=kind, mechanism=mechanism, way=way)
            if these:
                bars(axes, these, "workers", "speed", "speed_lowest", "speed_highest", color=colour, marker=marker, markerfacecolor=fill, linestyle=dash, markersize=3.5, label=f"{mechanism}, {way}")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    ticks = distinct(sorted(rows, key=lambda row: row["workers"]), "workers")
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_xlabel("threads, or ranks")
panels[0].set_ylabel("times one thread's speed")
handles, labels = panels[0].get_legend_handles_labels()
aside.set_axis_off()
aside.legend(handles, labels, loc="center left", borderaxespad=0)
save(figure, sys.argv[2])
