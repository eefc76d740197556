"""hypothesis-test.py CSV STEM: type I against type II errors of tests, with what is left of them below."""

import math
import sys

from style import *

rows = read_rows(sys.argv[1])
panels = distinct(rows, "panel")
figure, axes = plt.subplots(2, len(panels), figsize=(DOUBLE, 4.2), gridspec_kw={"height_ratios": [2.6, 1]})
kinds = [("half-line", BLUE, "o", "full"), ("interval", GREEN, "^", "none"), ("wrong way", VERMILION, "s", "none")]
for column, name in enumerate(panels):
    main, rest = axes[0][column], axes[1][column]
    these = pick(rows, panel=name)
    curve = pick(these, series="exact")
    epsilon, delta = curve[0]["epsilon"], curve[0]["delta"]
    corner = (1 - delta) / (1 + math.exp(epsilon))

    def lines(delta, **how):
        main.plot([0, 1 - delta], [1 - delta, 1 - delta - math.exp(epsilon) * (1 - delta)], **how)  # e^eps p + q = 1 - delta
        how.pop("label", None)
        main.plot([0, 1 - delta], [(1 - delta) * math.exp(-epsilon), 0], **how)  # p + e^eps q = 1 - delta

    alpha = [i / 100 for i in range(101)]
    below = [max(0, 1 - delta - math.exp(epsilon) * a, math.exp(-epsilon) * (1 - delta - a)) for a in alpha]
    main.fill_between(alpha, 0, below, color="#EEEEEE", linewidth=0, zorder=0)
    main.plot([0, 1], [1, 0], color=GREY, linewidth=0.6, zorder=1, label="a coin")
    if delta > 0:
        lines(0, color=VERMILION, linestyle=(0, (1, 1.5)), linewidth=0.8, zorder=2, label=r"the same, $\delta = 0$")
    lines(delta, color=VERMILION, linestyle=(0, (5, 2)), linewidth=0.9, zorder=2, label=r"$e^\varepsilon p + q$, $p + e^\varepsilon q = 1 - \delta$")
    main.plot(values(curve, "exact_type_1"), values(curve, "exact_tradeoff"), color=BLACK, linewidth=1.0, zorder=3, label="exact trade-off function")
    for kind, colour, marker, fill in kinds:
        tests = pick(these, series=kind)
        if not tests:
            continue
        label = {"half-line": "best tests", "interval": "reject on an interval", "wrong way": "reject the wrong way"}[kind]
        how = dict(linestyle="none", color=colour, marker=marker, fillstyle=fill)
        main.plot(values(tests, "type_1"), values(tests, "type_2"), markersize=2.8, markeredgewidth=0.7, zorder=4, label=label, **how)
        error = [1000 * (row["type_2"] - row["exact_type_2"]) for row in tests]
        low = [1000 * (row["type_2"] - row["type_2_lower"]) for row in tests]
        high = [1000 * (row["type_2_upper"] - row["type_2"]) for row in tests]
        rest.errorbar(values(tests, "type_1"), error, yerr=[low, high], markersize=2.2, markeredgewidth=0.6, elinewidth=0.6, capsize=1, **how)
    main.set_xlim(-0.02, 1.02)
    main.set_ylim(-0.02, 1.02)
    main.set_xticks([0, 0.5, 1])
    main.set_yticks([0, 0.5, 1])
    main.set_aspect("equal")
    claim = rf"$\varepsilon$ = {epsilon:g}" + (rf", $\delta$ = {delta:g}" if delta > 0 else "")
    panel_letter(main, "abc"[column], f"{name}, {claim}")
    rest.axhline(0, color=BLACK, linewidth=0.8)
    rest.set_xlim(-0.02, 1.02)
    rest.set_xticks([0, 0.5, 1])
    limit = max(abs(v) for v in rest.get_ylim())
    rest.set_ylim(-limit, limit)
    rest.set_xlabel(r"type I error $p$")
axes[0][0].set_ylabel(r"type II error $q$")
axes[1][0].set_ylabel("measured $-$ exact $q$\n" r"($10^{-3}$)")
handles, labels = axes[0][1].get_legend_handles_labels()
figure.legend(handles, labels, loc="lower center", ncol=4, columnspacing=1.5)
figure.get_layout_engine().set(rect=(0, 0.085, 1, 0.915))
save(figure, sys.argv[2])
