"""computational-dp.py CSV STEM: what the game certifies about three encryptions."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (left, right) = plt.subplots(1, 2, figsize=(DOUBLE, 2.75))
keys = distinct(rows, "key")
most = pick(rows, key=keys[0])
left.plot(values(most, "budget"), values(most, "most"), color=BLACK, linewidth=2.2, alpha=0.35, label="never wrong")
for i, key in enumerate(keys):
    these = pick(rows, key=key)
    left.plot(values(these, "budget"), values(these, "certified"), color=COLOURS[i], marker=MARKERS[i], linestyle=DASHES[i], label=key)
    beside = [{**row, "budget": row["budget"] * 1.12 ** (i - 1)} for row in these]  # bands side by side
    bars(right, beside, "budget", color=COLOURS[i], marker=MARKERS[i])
    right.plot(values(beside, "budget"), values(beside, "measured"), color=COLOURS[i], linestyle=DASHES[i], linewidth=0.7)
for axes in (left, right):
    axes.set_xscale("log")
    axes.set_xlabel("budget (trials)")
left.set_ylim(-0.4, 14)
left.set_ylabel(r"certified $\varepsilon$")
left.legend(loc="upper left", borderaxespad=0.1)
panel_letter(left, "a", "the game's bound")
right.axhline(0.5, color=GREY, linewidth=0.8, linestyle=(0, (2, 2)))
right.annotate("a coin", (1, 0.5), xycoords=("axes fraction", "data"), xytext=(2, 0), textcoords="offset points", va="center", fontsize=SMALL, color="#444444", annotation_clip=False)
right.set_ylim(0.2, 1.03)
right.set_ylabel("share of right guesses")
panel_letter(right, "b", "when the adversary speaks")
save(figure, sys.argv[2])
