"""composition.py CSV STEM: one person asked k times: tests, epsilon and the posterior."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (left, middle, right) = plt.subplots(1, 3, figsize=(DOUBLE, 2.75))
looks = {"basic": (VERMILION, DASHES[1], "s", "basic"), "advanced": (GREEN, DASHES[2], "^", "advanced"), "optimal": (BLACK, "-", None, "optimal = exact")}

these = pick(rows, panel="tradeoff")
left.plot([0, 1], [1, 0], color=GREY, linewidth=0.6)
for series, (colour, dash, _, label) in looks.items():
    curve = pick(these, series=series)
    left.plot(values(curve, "exact_type_1"), values(curve, "exact_type_2"), color=colour, linestyle=dash, label=label)
tests = pick(these, series="measured")
bars(left, tests, "type_1", color=BLUE, marker="o", label="measured tests")
left.set_xlim(-0.02, 1.02)
left.set_ylim(-0.02, 1.02)
left.set_aspect("equal")
left.set_xticks([0, 0.5, 1])
left.set_yticks([0, 0.5, 1])
left.set_xlabel("type I error $p$")
left.set_ylabel("type II error $q$")
left.legend(loc="upper right", borderaxespad=0.1)
panel_letter(left, "a", f"{tests[0]['k']:g} answers")

these = pick(rows, panel="epsilon")
for series, (colour, dash, marker, label) in looks.items():
    curve = pick(these, series=series)
    middle.plot(values(curve, "k"), values(curve, "exact"), color=colour, linestyle=dash, marker=marker, fillstyle="none", label=label)
certified = pick(these, series="certified")
middle.plot(values(certified, "k"), values(certified, "lower"), "o", color=BLUE, label="certified")
middle.set_xscale("log")
middle.set_yscale("log")
middle.set_ylim(0.1, 700)
middle.set_xlabel("answers $k$")
middle.set_ylabel(rf"$\varepsilon$ at $\delta$ = {these[0]['delta']:g}")
middle.legend(loc="upper left", borderaxespad=0.1)
panel_letter(middle, "b", "privacy spent")

these = pick(rows, panel="posterior")
for i, level in enumerate(distinct(these, "level")):
    curve, points = pick(these, level=level, series="exact"), pick(these, level=level, series="measured")
    right.plot(values(curve, "k"), values(curve, "exact"), color=COLOURS[i], linewidth=0.5, alpha=0.8)
    bars(right, points, "k", color=COLOURS[i], marker=MARKERS[i], label=f"at least {level:g}")
right.set_xscale("log")
right.set_ylim(-0.02, 1.02)
right.set_xlabel("answers $k$")
right.set_ylabel("Pr[posterior of the truth ...]")
right.legend(loc="upper left", borderaxespad=0.1)
panel_letter(right, "c", "the posterior goes to the truth")
save(figure, sys.argv[2])
