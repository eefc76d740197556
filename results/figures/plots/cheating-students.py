"""cheating-students.py CSV STEM: the class that tells the truth with probability 1/2 + gamma."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (one, two, three) = plt.subplots(1, 3, figsize=(DOUBLE, 2.9))
bounds = [("chebyshev_bound", GREEN, DASHES[2], "Chebyshev, variance bound"), ("chebyshev", VERMILION, DASHES[1], "Chebyshev, exact variance"),
          ("hoeffding", PURPLE, DASHES[3], "Hoeffding")]
how = dict(color=BLUE, marker="o", fillstyle="none", markeredgewidth=0.7)

curve, held = (pick(rows, panel="variance", series=name) for name in ("exact", "simulated"))
positive = [row for row in curve if row["exact"] > 0]
one.plot(values(positive, "gamma"), values(positive, "exact"), color=BLACK, label="exact", zorder=2)
one.plot(values(curve, "gamma"), values(curve, "chebyshev"), color=ORANGE, linestyle=DASHES[1], label=r"bound $1/(16\gamma^2)$", zorder=1)
bars(one, held, "gamma", label="simulated", **how)
one.set_yscale("log")
one.set_xlim(0, 0.51)
one.set_ylim(0.01, 800)
one.set_xlabel(r"$\gamma$")
one.set_ylabel(r"$n \cdot \mathrm{Var}[\hat p]$")
one.legend(loc="upper right")
panel_letter(one, "a", "variance of the estimate")

tail = pick(rows, panel="tail")
for name, colour, dash, label in bounds:
    two.plot(values(tail, "n"), values(tail, name), color=colour, linestyle=dash, label=label, zorder=1)
two.plot(values(tail, "n"), values(tail, "exact"), color=BLACK, label="exact", zorder=2)
seen = [row for row in tail if row["far_off"] > 0]
bars(two, seen, "n", label="simulated", **how)
two.set_yscale("log")
two.set_ylim(0.0004, 1.5)
two.set_xlim(0, 3100)
two.set_xlabel("students $n$")
two.set_ylabel(rf"Pr[$|\hat p - p| \geq$ {tail[0]['alpha']:g}]")
panel_letter(two, "b", rf"large errors, $\gamma$ = {tail[0]['gamma']:g}")

size = pick(rows, panel="size")
for name, colour, dash, label in bounds:
    three.plot(values(size, "alpha"), values(size, name), color=colour, linestyle=dash, zorder=1)
three.plot(values(size, "alpha"), values(size, "n"), color=BLACK, marker="o", fillstyle="none", zorder=2)
three.set_xscale("log")
three.set_yscale("log")
ticks = values(size, "alpha")
three.set_xticks(ticks, [f"{t:g}" for t in ticks])
three.minorticks_off()
three.set_xlim(0.022, 0.23)
three.set_xlabel(r"error $\alpha$")
three.set_ylabel("students needed")
panel_letter(three, "c", r"for error $< \alpha$, 95 %")
handles, labels = two.get_legend_handles_labels()
figure.legend(handles, labels, loc="lower center", ncol=5, columnspacing=1.2)
figure.get_layout_engine().set(rect=(0, 0.12, 1, 0.88))
save(figure, sys.argv[2])
