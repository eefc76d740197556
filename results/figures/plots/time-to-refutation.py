"""time-to-refutation.py CSV STEM: after how many trials a check refutes, beside the planner's reckoning and published tests."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (left, right) = plt.subplots(1, 2, figsize=(DOUBLE, 3.6), width_ratios=(1.6, 1))


def waited(axes, rows, x, y, upper, **how):
    """The points, and from each a bar to its ninth decile."""
    axes.errorbar(values(rows, x), values(rows, y), yerr=[[0] * len(rows), [row[upper] - row[y] for row in rows]], linestyle="none", elinewidth=0.8, zorder=3, **how)


broken = pick(rows, series="broken")
seen = [row for row in broken if row["planned_trials"] and row["median_trials"] and row["ninth_decile_trials"]]
waited(left, seen, "planned_trials", "median_trials", "ninth_decile_trials", color=BLUE, marker="o", markersize=3)
ends = [min(row["planned_trials"] for row in seen) / 1.5, max(row["ninth_decile_trials"] for row in seen) * 1.5]
left.plot(ends, ends, color=GREY, linewidth=0.7)


# The slow are named where a name hides nobody.
def place(row):
    return math.log10(row["planned_trials"]), math.log10(row["median_trials"])


per_point = math.log10(ends[1] / ends[0]) / 250  # decades
named = []
for row in sorted(seen, key=lambda row: -row["median_trials"]):
    x, y = place(row)
    width, height = (6 + 3.2 * len(row["mechanism"])) * per_point, 6 * per_point
    for left_edge, align in ((x, "left"), (x - width, "right")):
        crowd = [place(other) for other in seen if other is not row] + named
        if math.log10(ends[0]) < left_edge < math.log10(ends[1]) - width and all(abs(v - y) > height or not left_edge - 0.01 < u < left_edge + width for u, v in crowd):
            named += [(left_edge + width * i / 8, y) for i in range(9)]
            left.annotate(row["mechanism"], (10**x, 10**y), xytext=(5 if align == "left" else -5, 0), textcoords="offset points", ha=align, va="center", fontsize=5.5)
            break
missed = [row for row in broken if not row["median_trials"]]
if missed:
    said = "\n".join(f"{row['mechanism']}: {row['refuted']:.0f} of {row['seeds']:.0f} within {row['budget']:,.0f}" for row in missed)
    left.annotate("half did not refute:\n" + said, (1, 0), xycoords="axes fraction", xytext=(-3, 3), textcoords="offset points", ha="right", va="bottom", fontsize=5.5, color="#444444")
left.set_xlabel("planned: half of the checks, strategy known beforehand (trials)")
left.set_ylabel("median of the checks (trials)")
panel_letter(left, "a", "mechanisms that are broken on purpose")

for i, start in enumerate(("gaussian", "laplace")):
    these = [{**row, "steps": row["mean_trials"] / 2, "upper": row["ninth_decile_trials"] / 2} for row in pick(rows, series="published")
             if row["mechanism"].startswith(start) and row["published"] and row["mean_trials"]]
    if these:
        waited(right, [{**row, "upper": max(row["upper"], row["steps"])} for row in these], "published", "steps", "upper", color=COLOURS[i], marker=MARKERS[i], markersize=4, label=start.capitalize())
    for row in these:
        right.annotate(f"{row['claim'].split('=')[-1].strip()}", (row["published"], row["steps"]), xytext=((-5, 5)[i], -7), textcoords="offset points", ha=("right", "left")[i], fontsize=SMALL)
right.plot([80, 4000], [80, 4000], color=GREY, linewidth=0.7)
right.set_xlabel("published mean (steps)")
right.set_ylabel("mean of the checks (steps of two trials)")
if right.get_legend_handles_labels()[0]:
    right.legend(loc="upper left")
panel_letter(right, "b", "1 in truth, claimed less")
for axes in (left, right):
    axes.set_xscale("log")
    axes.set_yscale("log")
save(figure, sys.argv[2])
