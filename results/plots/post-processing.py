"""post-processing.py CSV STEM: epsilon left by maps of a Laplace release."""

import sys

from style import *

rows = read_rows(sys.argv[1])
maps, bases = distinct(rows, "map"), distinct(rows, "base_epsilon")
figure, axes = plt.subplots(figsize=(DOUBLE * 0.72, 3.4))
for i, base in enumerate(bases):
    for j, name in enumerate(maps):
        row = pick(rows, map=name, base_epsilon=base)[0]
        y = len(maps) - 1 - j + (1 - i) * 0.24
        axes.plot([0, row["exact"] / base], [y, y], color=COLOURS[i], linewidth=3.2, alpha=0.3, solid_capstyle="butt", zorder=1)
        axes.plot(row["lower"] / base, y, color=COLOURS[i], marker=MARKERS[i], linestyle="none", markersize=3.2, zorder=3, clip_on=False,
                  label=rf"certified, release with {epsilon_label(base)}" if j == 0 else None)
axes.axvline(1, color=BLACK, linewidth=0.9, zorder=2)
axes.set_yticks(range(len(maps)), list(reversed(maps)))
axes.tick_params(axis="y", length=0)
axes.grid(False, axis="y")
axes.set_xlim(0, 1.08)
axes.set_ylim(-0.6, len(maps) - 0.4)
axes.set_xlabel(r"$\varepsilon$ of what is released over $\varepsilon$ of the Laplace mechanism (bars: exact)")
figure.legend(loc="lower center", ncol=3, columnspacing=1.2, handlelength=1.2)
figure.get_layout_engine().set(rect=(0, 0.07, 1, 0.93))
save(figure, sys.argv[2])
