"""What the figures share: fonts, colours, reading the table, writing the same bytes every time."""

import csv
import math
import sys

try:
    import matplotlib
except ImportError:
    print("matplotlib is missing: apt-get install python3-matplotlib", file=sys.stderr)
    sys.exit(3)  # the program knows this code

matplotlib.use("agg")
matplotlib.rcdefaults()  # nobody's matplotlibrc has a say
import matplotlib.pyplot as plt

SINGLE, DOUBLE = 3.5, 7.16  # inches: one column, two columns

# Okabe and Ito's colours; in grey they differ too, and each goes with a marker and a dash of its own.
BLACK, ORANGE, SKY, GREEN, BLUE, VERMILION, PURPLE = "#000000", "#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7"
GREY = "#777777"
COLOURS = [BLUE, VERMILION, GREEN, PURPLE, ORANGE]
MARKERS = ["o", "s", "^", "D", "v"]
DASHES = ["-", (0, (5, 1.5)), (0, (1, 1)), (0, (5, 1.5, 1, 1.5)), (0, (3, 1, 1, 1, 1, 1))]

plt.rcParams.update({
    "font.family": "DejaVu Sans", "mathtext.fontset": "dejavusans",
    "font.size": 8, "axes.labelsize": 8, "axes.titlesize": 8, "legend.fontsize": 7, "xtick.labelsize": 7, "ytick.labelsize": 7,
    "axes.linewidth": 0.6, "lines.linewidth": 1.0, "lines.markersize": 3, "xtick.major.width": 0.6, "ytick.major.width": 0.6,
    "xtick.minor.width": 0.4, "ytick.minor.width": 0.4, "xtick.direction": "in", "ytick.direction": "in",
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "#DDDDDD", "grid.linewidth": 0.4,
    "axes.axisbelow": True, "legend.frameon": False, "legend.handlelength": 2.6, "errorbar.capsize": 1.5,
    "figure.constrained_layout.use": True, "savefig.dpi": 300,
    "pdf.fonttype": 42, "ps.fonttype": 42, "svg.fonttype": "path", "svg.hashsalt": "warner", "pdf.compression": 9,
})


def number(text):
    if text == "":
        return None
    try:
        return float(text)
    except ValueError:
        return text


def read_rows(path):
    """The table, a dictionary a row: numbers as floats, empty cells as None."""
    with open(path, newline="", encoding="utf-8") as file:
        return [{name: number(cell) for name, cell in row.items()} for row in csv.DictReader(file)]


def pick(rows, **wanted):
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


def values(rows, name):
    return [row[name] for row in rows]


def distinct(rows, name):
    """In the order of the table."""
    return list(dict.fromkeys(row[name] for row in rows))


def bars(axes, rows, x, y="measured", lower="lower", upper="upper", **how):
    """Points with their bands as bars."""
    how = {"linestyle": "none", "elinewidth": 0.8, "markersize": 2.6, "zorder": 3, **how}
    centre = values(rows, y) if isinstance(y, str) else y
    low, high = values(rows, lower), values(rows, upper)
    error = [[max(0.0, c - l) for c, l in zip(centre, low)], [max(0.0, h - c) for c, h in zip(centre, high)]]
    return axes.errorbar(values(rows, x), centre, yerr=error, **how)


def epsilon_label(epsilon):
    if math.isinf(epsilon):
        return "no privacy"
    return rf"$\varepsilon$ = {epsilon:g}"


def panel_letter(axes, letter, title=""):
    axes.set_title(f"({letter}) {title}".rstrip(), loc="left")


def save(figure, stem):
    figure.savefig(stem + ".pdf", metadata={"CreationDate": None, "Creator": "Warner", "Producer": None})
    figure.savefig(stem + ".png", metadata={"Software": None})
    figure.savefig(stem + ".svg", metadata={"Date": None, "Creator": "Warner"})
    plt.close(figure)
