"""gaussian-dp.py CSV STEM: G_mu with tests on it, certified mu, and the central limit theorem of composition."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (left, middle, right) = plt.subplots(1, 3, figsize=(DOUBLE, 2.75))

these = pick(rows, panel="tradeoff")
left.plot([0, 1], [1, 0], color=GREY, linewidth=0.6)
for i, mu in enumerate(distinct(these, "mu")):
    curve, tests = pick(these, mu=mu, series="exact"), pick(these, mu=mu, series="measured")
    left.plot(values(curve, "exact_type_1"), values(curve, "exact"), color=COLOURS[i], linewidth=0.8)
    bars(left, tests, "type_1", color=COLOURS[i], marker=MARKERS[i], label=rf"$\mu$ = {mu:g}")
left.set_xlim(-0.02, 1.02)
left.set_ylim(-0.02, 1.02)
left.set_aspect("equal")
left.set_xticks([0, 0.5, 1])
left.set_yticks([0, 0.5, 1])
left.set_xlabel("type I error $p$")
left.set_ylabel("type II error $q$")
left.legend(loc="upper right", borderaxespad=0.1, handlelength=1.2)
panel_letter(left, "a", r"$G_\mu$ and tests")

these = pick(rows, panel="certified")
for i, trials in enumerate(distinct(these, "trials")):
    points = pick(these, trials=trials)
    middle.plot(values(points, "mu"), [row["lower"] / row["mu"] for row in points], color=COLOURS[i], marker=MARKERS[i], linestyle=DASHES[i],
                label=f"{trials:,.0f} releases")
middle.axhline(1, color=BLACK, linewidth=0.9)
middle.set_xscale("log")
middle.set_xticks([0.1, 1], ["0.1", "1"])
middle.set_ylim(-0.02, 1.42)
middle.set_yticks([0, 0.2, 0.4, 0.6, 0.8, 1])
middle.set_xlabel(r"true $\mu$")
middle.set_ylabel(r"certified $\mu$ / true $\mu$")
middle.legend(loc="upper left", borderaxespad=0.1)
panel_letter(middle, "b", "from one test")

these = pick(rows, panel="limit")
for i, k in enumerate(distinct(these, "k")):
    curve, tests = pick(these, k=k, series="exact"), pick(these, k=k, series="measured")
    right.plot(values(curve, "exact_type_1"), [row["exact"] - row["limit"] for row in curve], color=COLOURS[i], linestyle=DASHES[i], linewidth=0.9)
    gap = [{"x": row["exact_type_1"], **{name: row[name] - row["limit"] for name in ("measured", "lower", "upper")}} for row in tests]
    bars(right, gap, "x", color=COLOURS[i], marker=MARKERS[i], label=f"$k$ = {k:g}")
right.axhline(0, color=BLACK, linewidth=0.9)
right.set_xlim(-0.02, 1.02)
right.set_xticks([0, 0.5, 1])
right.set_xlabel(r"type I error $\alpha$")
right.set_ylabel(r"$f_k(\alpha) - G_1(\alpha)$")
low, high = right.get_ylim()
right.set_ylim(low, high + 0.32 * (high - low))
right.legend(loc="upper center", ncol=2, borderaxespad=0.1, handlelength=1.2)
panel_letter(right, "c", "composition tends to $G_1$")
save(figure, sys.argv[2])
