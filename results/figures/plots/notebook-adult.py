"""notebook-adult.py CSV STEM: the notebook on a census."""

import math
import sys

from style import *

rows = read_rows(sys.argv[1])
figure, ((*ages,), (query, guess, sales)) = plt.subplots(2, 3, figsize=(DOUBLE, 4.2))

counts = {row["series"]: row["measured"] for row in pick(rows, panel="count")}
truth = counts["age 40 or more"]
for i, (axes, epsilon) in enumerate(zip(ages, distinct(pick(rows, panel="age"), "epsilon"))):
    cells = pick(rows, panel="age", epsilon=epsilon)
    edges = [row["from"] - truth for row in cells] + [cells[-1]["to"] - truth]
    axes.stairs(values(cells, "measured"), edges, fill=True, color=SKY, alpha=0.45, label="measured")
    axes.stairs(values(cells, "upper"), edges, baseline=values(cells, "lower"), fill=True, color=BLUE, label="its 95 % band")
    reach = edges[-1]
    x = [reach * t / 300 for t in range(-300, 301)]
    axes.plot(x, [epsilon / 2 * math.exp(-epsilon * abs(v)) for v in x], color=BLACK, linewidth=0.8, zorder=3, label="exact")
    axes.set_xlim(-reach, reach)
    axes.set_ylim(0, 0.72 * epsilon)  # room for the legend
    axes.set_xlabel(f"answer $-$ {truth:,.0f} (people)")
    panel_letter(axes, "abc"[i], rf"age $\geq$ 40?  $\varepsilon$ = {epsilon:g}")
ages[0].set_ylabel("density (per person)")
ages[0].legend(loc="upper right", handlelength=1.6, borderaxespad=0.1)

for i, t in enumerate((0.0, 1.0)):
    cells = pick(rows, panel="query", truth=t)
    epsilon = cells[0]["epsilon"]
    edges = values(cells, "from") + [cells[-1]["to"]]
    query.stairs(values(cells, "upper"), edges, baseline=values(cells, "lower"), fill=True, color=COLOURS[i], alpha=0.45)
    x = [-5 + 11 * k / 600 for k in range(601)]
    density = [epsilon / 2 * math.exp(-epsilon * abs(v - t)) for v in x]
    query.plot(x, density, color=COLOURS[i], linestyle=DASHES[i], label=f"truth {t:g}")
query.axvline(0.5, color=GREY, linewidth=0.8, linestyle=(0, (2, 2)))
for side, name in ((-1, "guess 0"), (1, "guess 1")):
    query.annotate(name, (0.5, 0.6), xytext=(4 * side, 0), textcoords="offset points", ha="right" if side < 0 else "left", va="center",
                   fontsize=SMALL, color="#444444")
query.set_xlim(-4, 5)
query.set_ylim(0, 0.64)
query.set_xlabel("answer (people)")
query.set_ylabel("density (per person)")
query.legend(loc="upper right", bbox_to_anchor=(1.02, 0.9), handlelength=1.8, borderaxespad=0)
panel_letter(query, "d", rf"about one person, $\varepsilon$ = {epsilon:g}")

these = pick(rows, panel="guess")
fine = [k / 100 for k in range(0, 531)]
guess.plot(fine, [1 / (1 + math.exp(-e)) for e in fine], color=VERMILION, linestyle=DASHES[1], label=r"bound $e^\varepsilon/(1+e^\varepsilon)$")
guess.plot(fine, [1 - math.exp(-e / 2) / 2 for e in fine], color=BLACK, label=r"exact $1 - e^{-\varepsilon/2}/2$")
guess.plot(values(these, "epsilon"), values(these, "measured"), "o", color=BLUE, label="measured")
guess.axhline(0.5, color=GREY, linewidth=0.8, linestyle=(0, (2, 2)))
guess.annotate("a coin", (5.2, 0.5), xytext=(0, 3), textcoords="offset points", ha="right", fontsize=SMALL, color="#444444")
guess.set_xlim(0, 5.3)
guess.set_ylim(0.47, 1.01)
guess.set_xlabel(r"privacy parameter $\varepsilon$")
guess.set_ylabel("Pr[guess is right]")
guess.legend(loc="lower right", bbox_to_anchor=(1.03, 0.1), handlelength=1.8)
panel_letter(guess, "e", "what the adversary learns")

asked = pick(rows, panel="sales")
truth = asked[0]["truth"]
positions = {epsilon: i for i, epsilon in enumerate(distinct(asked, "epsilon"))}
looks = [("reported", VERMILION, "s", "full", 0.0), ("corrected, CLT", BLUE, "o", "full", -0.15), ("corrected, exact", GREEN, "^", "none", 0.15)]
for series, colour, marker, fill, offset in looks:
    points = [dict(row, x=positions[row["epsilon"]] + offset) for row in pick(asked, series=series)]
    how = dict(color=colour, marker=marker, fillstyle=fill, markersize=3, markeredgewidth=0.8)
    if series == "reported":
        sales.plot(values(points, "x"), values(points, "measured"), linestyle="none", label="reported yes", **how)
    else:
        bars(sales, points, "x", capsize=2, label=series, **how)
sales.axhline(truth, color=BLACK, linewidth=0.9, zorder=1, label=f"truth {truth:,.0f}")
sales.set_xticks(list(positions.values()), [r"$\ln 3$" if abs(e - math.log(3)) < 1e-9 else f"{e:g}" for e in positions])
sales.set_xlim(-0.5, len(positions) - 0.5)
sales.set_yscale("log")
low, high = max(1, min(values(asked, "lower"))), max(values(asked, "measured"))
sales.set_ylim(low / 1.15, high * 2.4)
ticks = [t for t in (1, 10, 100, 200, 500, 1000, 2000, 3000, 5000, 10000, 20000, 50000) if low / 1.15 <= t <= high * 1.2]
sales.set_yticks(ticks, [f"{t:,}" for t in ticks])
sales.minorticks_off()
sales.set_xlabel(r"$\varepsilon$ of each answer")
sales.set_ylabel("people in sales")
sales.legend(loc="upper right", borderaxespad=0, handlelength=1.6, labelspacing=0.3)
panel_letter(sales, "f", "do you work in sales?")
save(figure, sys.argv[2])
