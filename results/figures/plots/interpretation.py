"""interpretation.py CSV STEM: three attacks beside their bounds, and what statistics still teach."""

import sys

from style import *

rows = read_rows(sys.argv[1])
figure, panels = plt.subplots(2, 2, figsize=(DOUBLE, 4.4), sharey=True)
titles = {"differencing": ("one bit from counts", r"total $\varepsilon$"), "reconstruction": ("64 bits from many answers", "answers"),
          "membership": ("who is in the table?", r"$\mu$ of the table"), "smoking": ("smoking causes cancer", r"$\varepsilon$")}
labels = {"two counts": r"from two counts, $\varepsilon/2$ each", "one count": "from one, all others known", "fixed noise": "same noise on each answer", "fixed budget": r"same total budget, $\mu$ = 1", "sums": "membership"}
for i, (name, (title, x)) in enumerate(titles.items()):
    axes = panels.flat[i]
    for j, series in enumerate(distinct(pick(rows, panel=name), "series")):
        these = pick(rows, panel=name, series=series)
        label = labels.get(series, f"$m$ = {series:g}" if isinstance(series, float) else series)
        axes.plot(values(these, "x"), values(these, "exact"), color=COLOURS[j], linewidth=0.8, linestyle=DASHES[j])
        bars(axes, these, "x", color=COLOURS[j], marker=MARKERS[j], label=label)
        if these[0]["bound"] is not None:
            axes.plot(values(these, "x"), values(these, "bound"), color=BLACK, linestyle=(0, (5, 2)), label="bound on any attack" if j == 0 else None)
    axes.axhline(0.5, color=GREY, linewidth=0.8, linestyle=(0, (2, 2)))
    axes.set_xscale("log")
    axes.set_ylim(0.45, 1.03)
    axes.set_xlabel(x)
    if i % 2 == 0:
        axes.set_ylabel("Pr[right]")
    if name == "smoking":
        axes.legend(loc="lower right", bbox_to_anchor=(1, 0.13), borderaxespad=0.2)
        axes.annotate("a coin", (1, 0.5), xycoords=("axes fraction", "data"), xytext=(0, -8), textcoords="offset points", ha="right", fontsize=SMALL, color="#444444")
    else:
        axes.legend(loc="upper left", borderaxespad=0.2)
    ticks = {"differencing": [0.1, 0.3, 1, 3, 10], "reconstruction": [64, 256, 1024, 4096], "membership": [0.25, 0.5, 1, 2, 4, 8], "smoking": [0.01, 0.03, 0.1, 0.3, 1, 3]}[name]
    axes.set_xticks(ticks, [f"{t:g}" for t in ticks])
    axes.minorticks_off()
    panel_letter(axes, "abcd"[i], title)
save(figure, sys.argv[2])
