"""generalised-response.py CSV STEM: epsilon over (p, q), and the error of the designs that spend the same epsilon."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, (left, right) = plt.subplots(1, 2, figsize=(DOUBLE, 2.9))
matrices = pick(rows, panel="matrix")
for i, q in enumerate(distinct(matrices, "q")):
    curve, audit = pick(matrices, q=q, series="exact"), pick(matrices, q=q, series="audit")
    left.plot(values(curve, "p"), values(curve, "exact"), color=COLOURS[i], linestyle=DASHES[i], zorder=2)
    left.plot(values(audit, "p"), values(audit, "lower"), linestyle="none", color=COLOURS[i], marker=MARKERS[i], zorder=3)
    left.plot([], [], color=COLOURS[i], linestyle=DASHES[i], marker=MARKERS[i], label=rf"$q$ = {q:g}")
left.set_xlim(0.44, 1.0)
left.set_ylim(0, 4.4)
left.set_xlabel("probability $p$ that a yes is kept")
left.set_ylabel(r"privacy parameter $\varepsilon$")
left.legend(loc="upper left", ncol=2, columnspacing=1.2)
panel_letter(left, "a", r"exact $\varepsilon$, and certified from below")

designs = pick(rows, panel="design")
best = min(pick(designs, mu=0.5, series="simulated"), key=lambda row: row["exact"])
right.axvline(best["p"], color=GREY, linestyle=(0, (1, 1.5)), linewidth=0.9, zorder=1)
right.annotate(f"$p = q$ = {best['p']:.3f}", (best["p"], 0.022), xytext=(-3, 0), textcoords="offset points", ha="right", va="bottom", fontsize=SMALL, color="#444444")
for i, mu in enumerate(distinct(designs, "mu")):
    curve, held = pick(designs, mu=mu, series="exact"), pick(designs, mu=mu, series="simulated")
    right.plot(values(curve, "p"), values(curve, "exact"), color=COLOURS[i], linestyle=DASHES[i], zorder=2)
    how = dict(color=COLOURS[i], marker=MARKERS[i], fillstyle="none", markeredgewidth=0.7)
    bars(right, held, "p", **how)
    right.plot([], [], label=rf"$\mu$ = {mu:g}", linestyle=DASHES[i], **how)
right.set_yscale("log")
right.set_ylim(0.02, 0.3)
ticks = [0.02, 0.03, 0.05, 0.1, 0.2, 0.3]
right.set_yticks(ticks, [f"{t:g}" for t in ticks])
right.minorticks_off()
right.set_xlim(0.06, 1.0)
right.set_xlabel("probability $p$ that a yes is kept ($q$ follows)")
right.set_ylabel(r"root mean square error of $\hat\mu$")
right.legend(loc="upper center", ncol=3, columnspacing=1.2)
panel_letter(right, "b", rf"designs with $\varepsilon$ = 1, $n$ = {designs[0]['n']:,.0f}")
save(figure, sys.argv[2])
