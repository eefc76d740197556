"""probabilistic-dp.py CSV STEM: probabilistic beside approximate delta."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, panels = plt.subplots(1, 3, figsize=(DOUBLE, 2.75))
titles = {"Gaussian": r"Gaussian noise, $\mu$ = 1", "K": "counterexample $K$", "T after K": r"$T$ after $K$"}
for i, name in enumerate(distinct(rows, "panel")):
    axes = panels[i]
    for notion, colour, dash, marker in (("probabilistic", VERMILION, DASHES[1], "s"), ("approximate", BLUE, "-", "o")):
        these = pick(rows, panel=name, notion=notion)
        curve, points = pick(these, series="exact"), pick(these, series="measured")
        how = dict(marker=marker, fillstyle="none", markersize=4.6, markeredgewidth=0.8) if notion == "probabilistic" else dict(marker=marker, markersize=2.6)
        bars(axes, points, "epsilon", color=colour, **how)
        axes.plot(values(curve, "epsilon"), values(curve, "exact"), color=colour, linestyle=dash, linewidth=0.9)
        axes.plot([], [], color=colour, linestyle=dash, label=notion, **how)
    if name == "Gaussian":
        axes.set_yscale("log")
        axes.set_ylim(1e-5, 1.5)
    else:
        axes.plot([1], [0.1], marker="D", color=BLACK, fillstyle="none", linestyle="none", markersize=9, zorder=5, label="the claim")
        axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel(r"$\varepsilon$")
    panel_letter(axes, "abc"[i], titles[name])
panels[0].set_ylabel(r"$\delta$")
panels[0].legend(loc="lower left", borderaxespad=0.2)
panels[2].legend(loc="upper right", borderaxespad=0.1)
save(figure, sys.argv[2])
