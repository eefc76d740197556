"""search-cost.py CSV STEM: certified bounds against the processor seconds of an audit, beside published points."""

import math
import sys

from style import *

rows = read_rows(sys.argv[1])
names = distinct(rows, "mechanism")
across = 4
down = len(names) // across + 1  # a place is left for the legend
figure, axes = plt.subplots(down, across, figsize=(DOUBLE, 1.25 * down), squeeze=False, sharex=True)


def finite(value):
    return isinstance(value, (int, float)) and math.isfinite(value)


for place, panel in zip(names, axes.flat):
    these = pick(rows, mechanism=place)
    panel.fill_between(values(these, "cpu_seconds"), values(these, "least_epsilon_lower_bound"), values(these, "most_epsilon_lower_bound"), color=BLUE, alpha=0.2, linewidth=0, label="least to most", zorder=2)
    panel.plot(values(these, "cpu_seconds"), values(these, "epsilon_lower_bound"), color=BLUE, marker="o", markersize=2.5, label="Warner", zorder=3)
    first = these[0]
    for name, marker, colour, label in (("dp_sniper", "s", ORANGE, "DP-Sniper"), ("statdp", "v", VERMILION, "StatDP")):
        if finite(first[name]) and finite(first[f"{name}_seconds"]):
            panel.plot([first[f"{name}_seconds"]], [first[name]], marker, color=colour, markersize=4, linestyle="none", label=label, zorder=4)
    if finite(first["ceiling"]):
        panel.axhline(first["ceiling"], color=GREY, linewidth=0.7, linestyle=(0, (4, 2)), label="oracle, 4e8 draws", zorder=1)
    panel.set_xscale("log")
    panel.set_ylim(bottom=0)
    panel.text(0.02, 1.0, place, transform=panel.transAxes, fontsize=SMALL - 1, va="bottom", ha="left")
empty = list(axes.flat)[len(names):]
for panel in empty:
    panel.set_axis_off()
for column in range(across):
    lowest = [panel for panel in axes[:, column] if panel not in empty][-1]
    lowest.tick_params(labelbottom=True)
    lowest.set_xlabel("seconds")
for row in axes:
    row[0].set_ylabel(r"$\varepsilon$")
handles = {}
for panel in axes.flat:
    for handle, label in zip(*panel.get_legend_handles_labels()):
        handles.setdefault(label, handle)
empty[-1].legend(handles.values(), handles.keys(), loc="center")
save(figure, sys.argv[2])
