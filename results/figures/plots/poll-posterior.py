"""poll-posterior.py CSV STEM: prior against posterior, with the bounds that epsilon sets."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (left, right) = plt.subplots(1, 2, figsize=(DOUBLE, 3.7))
bounds = pick(rows, panel="bounds")
for i, epsilon in enumerate(distinct(bounds, "epsilon")):
    curve = pick(bounds, epsilon=epsilon, series="exact")
    for side in ("bound_upper", "bound_lower"):
        left.plot(values(curve, "prior"), values(curve, side), color=COLOURS[i], linestyle=DASHES[i], zorder=2)
    for seen, fill in (("above", "full"), ("below", "none")):
        held = pick(bounds, epsilon=epsilon, series="randomised response", seen=seen)
        bars(left, held, "prior", "posterior", "posterior_lower", "posterior_upper", color=COLOURS[i], marker=MARKERS[i], fillstyle=fill, markersize=3, markeredgewidth=0.7)
    left.plot([], [], color=COLOURS[i], linestyle=DASHES[i], marker=MARKERS[i], label=epsilon_label(epsilon))
panel_letter(left, "a", "bounds, and randomised response")

these = pick(rows, panel="adversaries")
epsilon = these[0]["epsilon"]
curve = pick(bounds, epsilon=epsilon, series="exact")
right.fill_between(values(curve, "prior"), values(curve, "bound_lower"), values(curve, "bound_upper"), color="#E4E4E4", linewidth=0, zorder=0,
                   label=rf"allowed at $\varepsilon$ = {epsilon:g}")
for i, name in enumerate(distinct(these, "series")):
    for seen, fill in (("above", "full"), ("below", "none")):
        held = pick(these, series=name, seen=seen)
        right.plot(values(held, "prior"), values(held, "posterior_exact"), color=COLOURS[i], linestyle=(0, (1, 1.5)), linewidth=0.8, zorder=2)
        bars(right, held, "prior", "posterior", "posterior_lower", "posterior_upper", color=COLOURS[i], marker=MARKERS[i], fillstyle=fill, markersize=3, markeredgewidth=0.7)
    right.plot([], [], color=COLOURS[i], linestyle=(0, (1, 1.5)), marker=MARKERS[i], label=name)
panel_letter(right, "b", "three adversaries")
for axes in (left, right):
    axes.plot([0, 1], [0, 1], color=GREY, linewidth=0.7, zorder=1)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.01)
    axes.set_aspect("equal")
    axes.set_xlabel("prior Pr[yes]")
    axes.set_ylabel("posterior Pr[yes | release]")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncol=2, columnspacing=1.5)
save(figure, sys.argv[2])
