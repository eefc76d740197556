"""privacy-accuracy.py CSV STEM: root mean square error against epsilon, and what is left of it after the exact value."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (main, rest) = plt.subplots(2, 1, figsize=(SINGLE, 3.9), sharex=True, gridspec_kw={"height_ratios": [2.4, 1]})
names = {"Laplace": "central: Laplace count", "Gaussian": "central: Gaussian count", "poll": "local: poll", "k-ary": "local: $k$-ary, $k$ = 10"}
for i, estimate in enumerate(distinct(rows, "estimate")):
    these = pick(rows, estimate=estimate)
    main.plot(values(these, "epsilon"), values(these, "rmse_exact"), color=COLOURS[i], linestyle=DASHES[i], linewidth=0.9, zorder=2)
    main.plot(values(these, "epsilon"), values(these, "rmse"), linestyle="none", color=COLOURS[i], marker=MARKERS[i], zorder=3)
    main.plot([], [], color=COLOURS[i], linestyle=DASHES[i], marker=MARKERS[i], label=names[estimate])
    spread = 1 + 0.035 * (i - 1.5)  # side by side
    over = {"y": "rmse", "l": "rmse_lower", "u": "rmse_upper"}
    relative = [{"x": row["epsilon"] * spread, **{key: 100 * (row[name] / row["rmse_exact"] - 1) for key, name in over.items()}} for row in these]
    bars(rest, relative, "x", "y", "l", "u", color=COLOURS[i], marker=MARKERS[i])
n = rows[0]["n"]
main.set_xscale("log")
main.set_yscale("log")
ticks = distinct(rows, "epsilon")
main.set_ylabel("root mean square error of the share")
main.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=2)
for factor, law in ((0.35 / n**0.5, r"$\propto 1/(\varepsilon\sqrt{n})$"), (0.5 / n, r"$\propto 1/(\varepsilon n)$")):  # guides for the eye
    main.plot([0.05, 0.5], [factor / 0.05, factor / 0.5], color=GREY, linewidth=0.8, marker="none")
    main.annotate(law, (0.16, factor / 0.16), xytext=(-4, -4), textcoords="offset points", fontsize=SMALL, color="#444444", ha="right", va="top")
main.set_ylim(1e-5, 1)
rest.axhline(0, color=BLACK, linewidth=0.8)
rest.set_ylabel("measured over\nexact $-$ 1 (%)")
rest.set_xlabel(r"privacy parameter $\varepsilon$")
rest.set_xticks(ticks, [f"{e:g}" for e in ticks])
rest.minorticks_off()
save(figure, sys.argv[2])
