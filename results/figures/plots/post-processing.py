"""post-processing.py CSV STEM: epsilon left by maps of a Laplace release, delta left by maps of a Gaussian one."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (left, right) = plt.subplots(1, 2, figsize=(DOUBLE, 3.2), gridspec_kw={"width_ratios": [1.15, 1]})

these = pick(rows, panel="epsilon")
maps, bases = distinct(these, "map"), distinct(these, "base_epsilon")
for i, base in enumerate(bases):
    for j, name in enumerate(maps):
        row = pick(these, map=name, base_epsilon=base)[0]
        y = len(maps) - 1 - j + (1 - i) * 0.24
        left.plot([0, row["exact"] / base], [y, y], color=COLOURS[i], linewidth=2.8, alpha=0.3, solid_capstyle="butt", zorder=1)
        left.plot(row["lower"] / base, y, color=COLOURS[i], marker=MARKERS[i], linestyle="none", markersize=3, zorder=3, clip_on=False,
                  label=epsilon_label(base) if j == 0 else None)
left.axvline(1, color=BLACK, linewidth=0.9, zorder=2)
left.set_yticks(range(len(maps)), list(reversed(maps)))
left.tick_params(axis="y", length=0)
left.grid(False, axis="y")
left.set_xlim(0, 1.04)
left.set_ylim(-0.6, len(maps) - 0.4)
left.set_xlabel(r"$\varepsilon$ left over $\varepsilon$ of the release")
panel_letter(left, "a", "Laplace: certified, and exact (bars)")

these = pick(rows, panel="delta")
colours = [BLACK, *COLOURS]
for i, name in enumerate(distinct(these, "map")):
    curve, points = pick(these, map=name, series="exact"), pick(these, map=name, series="measured")
    right.plot(values(curve, "epsilon"), values(curve, "exact"), color=colours[i], linestyle=["-", *DASHES][i], linewidth=0.9, zorder=2)
    how = dict(color=colours[i], marker=["*", *MARKERS][i], fillstyle="none", markersize=4.6 if i == 0 else 3.2, markeredgewidth=0.7)
    bars(right, points, "epsilon", **how)
    right.plot([], [], linestyle=["-", *DASHES][i], label=name, **how)
right.set_xlim(-0.03, 1.55)
right.set_ylim(-0.01, 0.42)
right.set_xlabel(r"$\varepsilon$")
right.set_ylabel(r"$\delta(\varepsilon)$")
right.legend(loc="upper right", labelspacing=0.3)
panel_letter(right, "b", r"Gaussian, $\mu$ = 1: exact and measured")
handles, texts = left.get_legend_handles_labels()
figure.legend(handles, texts, loc="lower left", bbox_to_anchor=(0.22, 0), ncol=3, columnspacing=1.2, handlelength=1.0)
figure.get_layout_engine().set(rect=(0, 0.06, 1, 0.94))
save(figure, sys.argv[2])
