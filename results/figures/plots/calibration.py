"""calibration.py CSV STEM: how often each procedure refutes what is true, and what is false."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (left, right) = plt.subplots(1, 2, figsize=(DOUBLE, 4.6), width_ratios=(1, 1.05))

these = pick(rows, panel="size") + pick(rows, panel="wrong")
floor = 2e-4
places = []
place = 0.0
for i, row in enumerate(these):
    if i and row["panel"] != these[i - 1]["panel"]:
        place -= 0.6
    places.append(place)
    place -= 1
for row, y in zip(these, places):
    wrong = row["panel"] == "wrong"
    colour = VERMILION if wrong else BLUE
    low, high, middle = max(floor, row["lower"]), row["upper"], max(floor, row["measured"])
    left.plot([low, high], [y, y], color=colour, linewidth=1.0)
    left.plot([middle], [y], marker="s" if wrong else "o", color=colour, linestyle="none", markersize=3)
    if row["exact"] is not None:
        left.plot([row["exact"]], [y], marker="D", markerfacecolor="none", color=BLACK, linestyle="none", markersize=4.5, markeredgewidth=0.6)
left.axvline(0.05, color=BLACK, linewidth=0.9)
short = {"randomised response, epsilon = 1": "response", "Gaussian, mu = 1": "Gaussian", "Laplace, epsilon = 1": "Laplace", "nothing to see, epsilon = 0": "nothing",
         "a coin at the claim, looked at after every toss": "every trial", "as private as gaussian sigma=2 x3": "three Gaussians"}
names = {"a bound for one look, looked at after every trial": "one look's bound", "the best of twenty audits, at the level of one": "best of 20 audits",
         "measure, searching included": "measure", "measured curve, all bounds": "curve", "measure, best of three pairs": "measure, of 3 pairs", "check, each of two pairs": "check, of 2 pairs",
         "four divergences, at all times": "4 divergences, anytime", "fit: Kolmogorov-Smirnov": "fit KS", "fit: Anderson-Darling": "fit AD", "fit: chi-squared, ten cells": "fit chi-squared",
         "fit: log ratio": "fit of log ratio"}
left.set_yticks(places, [f"{names.get(row['procedure'], row['procedure'])}, {short[row['setting']]}, $n$ = {row['trials']:,.0f}" for row in these])
left.set_xscale("log")
left.set_xlim(floor, 1)
left.set_xticks([0.001, 0.01, 0.05, 1], ["0.001", "0.01", "0.05", "1"])
left.xaxis.set_minor_formatter(matplotlib.ticker.NullFormatter())
left.tick_params(axis="y", labelsize=6)
left.set_xlabel("share that refutes what is true")
panel_letter(left, "a", "size")

these = pick(rows, panel="power")
right.plot([0.4, 1.02], [0.4, 1.02], color=GREY, linewidth=0.7)
names = distinct(these, "procedure")
colours, marks = iter([*COLOURS, SKY]), iter([*MARKERS, "P"])
looks = {}  # a series of rare guesses is hollow, and else looks like its sibling
for name in names:
    sibling = name.removesuffix(", rare guesses")
    looks[name] = {**looks[sibling], "markerfacecolor": "white"} if sibling in looks else {"color": next(colours), "marker": next(marks)}
offsets = {name: (i - (len(names) - 1) / 2) * 0.005 for i, name in enumerate(names)}
for name in names:
    points = [{"x": row["promised"] + offsets[name], **{key: row[key] for key in ("measured", "lower", "upper")}} for row in pick(these, procedure=name)]
    bars(right, points, "x", label=name, **looks[name])
right.set_xlim(0.44, 1.03)
right.set_ylim(0.4, 1.03)
right.set_xlabel("power that the planner promises")
right.set_ylabel("share that refutes what is false")
right.legend(loc="lower right")
panel_letter(right, "b", "power, off by 0.5 to 0.95")
save(figure, sys.argv[2])
