"""group-privacy.py CSV STEM: what groups of k spend."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (left, right) = plt.subplots(1, 2, figsize=(DOUBLE, 2.8))
pure = pick(rows, panel="epsilon")
line = pick(pure, mechanism="Laplace")
left.plot([0] + values(line, "k"), [0] + values(line, "bound"), color=BLACK, linewidth=0.9, label=r"$k\varepsilon$: bound, and exact for both", zorder=1)
for i, name in enumerate(distinct(pure, "mechanism")):
    these = pick(pure, mechanism=name)
    left.plot(values(these, "k"), values(these, "lower"), linestyle="none", color=COLOURS[i], marker=MARKERS[i], fillstyle="none", markersize=4,
              label=f"certified, {name}", zorder=3)
left.set_xlim(0, 8.4)
left.set_ylim(0, 2.2)
left.set_xlabel("people in the group $k$")
left.set_ylabel(r"$\varepsilon$ of the group")
left.legend(loc="upper left")
panel_letter(left, "a", rf"$\varepsilon$ = {pure[0]['epsilon']:g} for one person")

these = pick(rows, panel="delta")
names = {"Gaussian": "Gaussian noise", "naming": "a category's name"}
one = pick(these, mechanism="Gaussian")
right.plot(values(one, "k"), values(one, "bound"), color=BLACK, linestyle=DASHES[1], linewidth=1.1, label="bound for any mechanism", zorder=2)
for i, name in enumerate(distinct(these, "mechanism")):
    points = pick(these, mechanism=name)
    right.plot(values(points, "k"), values(points, "exact"), color=COLOURS[i + 2], linewidth=2.4 if name == "naming" else 0.9, alpha=0.5 if name == "naming" else 1, zorder=1)
    bars(right, points, "k", color=COLOURS[i + 2], marker=MARKERS[i + 2], fillstyle="none", markersize=3.6, label=names[name])
right.set_yscale("log")
right.set_ylim(0.005, 0.6)
right.set_yticks([0.01, 0.02, 0.05, 0.1, 0.2], ["0.01", "0.02", "0.05", "0.1", "0.2"])
right.minorticks_off()
right.set_xlim(0, 8.4)
right.set_xlabel("people in the group $k$")
right.set_ylabel(r"$\delta$ at $k\varepsilon$")
right.legend(loc="upper left")
panel_letter(right, "b", rf"$\varepsilon$ = {these[0]['epsilon']:g}, $\delta$ = {these[0]['delta']:g} for one person")
save(figure, sys.argv[2])
