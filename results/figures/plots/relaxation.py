"""relaxation.py CSV STEM: what a claim says of a smaller epsilon, beside the exact and the measured privacy profile."""

import sys

from style import *

rows = read_rows(sys.argv[1])
names = distinct(rows, "panel")
figure, panels = plt.subplots(1, len(names), figsize=(DOUBLE, 2.75), sharey=True)
for i, name in enumerate(names):
    axes = panels[i]
    for series, colour, dash, label in (("lesson", VERMILION, DASHES[1], r"$\delta + e^{\varepsilon} - e^{\varepsilon'}$"), ("tight", GREEN, (0, (1, 1.2)), "best from the claim alone"),
                                        ("exact", BLACK, "-", "exact")):
        these = pick(rows, panel=name, series=series)
        axes.plot(values(these, "at_epsilon"), values(these, "exact"), color=colour, linestyle=dash, linewidth=2.2 if series == "tight" else 1.0, label=label, zorder=2 if series == "tight" else 3)
    bars(axes, pick(rows, panel=name, series="measured"), "at_epsilon", color=BLUE, marker="o", label="measured", zorder=4)
    claim = these[0]
    axes.plot([claim["epsilon"]], [claim["delta"]], marker="D", color=BLACK, fillstyle="none", linestyle="none", markersize=7, zorder=5, label="the claim", clip_on=False)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-0.02, 1.04)
    axes.set_xlabel(r"$\varepsilon'$")
    panel_letter(axes, "abc"[i], f"{name}, ({claim['epsilon']:g}, {claim['delta']:g})")
panels[0].set_ylabel(r"$\delta(\varepsilon')$")
handles, texts = panels[0].get_legend_handles_labels()
figure.legend(handles, texts, loc="lower center", ncol=5, columnspacing=1.5)
figure.get_layout_engine().set(rect=(0, 0.08, 1, 0.92))
save(figure, sys.argv[2])
