"""What the figures share: widths and fonts of a venue, colours, reading the table, writing the same bytes every time.

A script is run as NAME.py CSV STEM [--format VENUE] [--pgf] and writes STEM.pdf, STEM.png, STEM.svg and, when asked, STEM.pgf.
"""

import contextlib
import csv
import math
import os
import re
import sys
import warnings

try:
    import matplotlib
except ImportError:
    print("matplotlib is missing: apt-get install python3-matplotlib", file=sys.stderr)
    sys.exit(3)  # the program knows this code

matplotlib.use("agg")
matplotlib.rcdefaults()  # nobody's matplotlibrc has a say
import matplotlib.pyplot as plt

# Inches of a column and of the text, points of text and of small text, by the venue's document class. The page of a drawing is
# exactly so wide, and goes into the paper without scaling.
VENUES = {
    "default": dict(column=3.5, text=7.16, size=8, small=7, serif=False),
    "ieee": dict(column=3.5, text=7.16, size=8, small=7, serif=True),  # IEEEtran, two columns
    "usenix": dict(column=3.33, text=7.0, size=8, small=7, serif=True),  # usenix2019, two columns
    "acm": dict(column=3.33, text=7.0, size=8, small=7, serif=True),  # acmart sigconf, two columns
    "neurips": dict(column=5.5, text=5.5, size=7, small=6.5, serif=True),  # one column
}


def asked(words):
    """The venue and whether PGF is wanted, from what follows CSV and STEM."""
    venue, pgf = "default", False
    words = list(words)
    while words:
        word = words.pop(0)
        if word == "--pgf":
            pgf = True
        elif word == "--format" and words and words[0] in VENUES:
            venue = words.pop(0)
        else:
            sys.exit(f"{os.path.basename(sys.argv[0])}: {word} is not understood (CSV STEM [--format {'|'.join(VENUES)}] [--pgf])")
    return venue, pgf


FORMAT, PGF = asked(sys.argv[3:])
VENUE = VENUES[FORMAT]
SINGLE, DOUBLE, SMALL = VENUE["column"], VENUE["text"], VENUE["small"]
# STIX goes with the Times of the venues; both families come with matplotlib.
FAMILY, MATHS = ("STIXGeneral", "stix") if VENUE["serif"] else ("DejaVu Sans", "dejavusans")

# Okabe and Ito's colours; in grey they differ too, and each goes with a marker and a dash of its own.
BLACK, ORANGE, SKY, GREEN, BLUE, VERMILION, PURPLE = "#000000", "#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7"
GREY = "#777777"
COLOURS = [BLUE, VERMILION, GREEN, PURPLE, ORANGE]
MARKERS = ["o", "s", "^", "D", "v"]
DASHES = ["-", (0, (5, 1.5)), (0, (1, 1)), (0, (5, 1.5, 1, 1.5)), (0, (3, 1, 1, 1, 1, 1))]

warnings.filterwarnings("error", message=".*missing from current font")  # a box in place of a sign is no drawing

plt.rcParams.update({
    "font.family": FAMILY, "mathtext.fontset": MATHS,
    **{name: VENUE["size"] for name in ("font.size", "axes.labelsize", "axes.titlesize")},
    **{name: SMALL for name in ("legend.fontsize", "xtick.labelsize", "ytick.labelsize")},
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


def read_rows(path, texts=()):
    """The table, a dictionary a row: numbers as floats, empty cells as None; columns of texts as they stand."""
    with open(path, newline="", encoding="utf-8") as file:
        return [{name: cell if name in texts else number(cell) for name, cell in row.items()} for row in csv.DictReader(file)]


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


def break_titles(figure):
    """A title that would run into its neighbour, or off the page, is set in two lines."""
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()
    for axes in figure.axes:
        title = axes.get_title(loc="left")
        if " " not in title:
            continue
        here, row = axes.get_window_extent(), [other.get_window_extent() for other in figure.axes if other is not axes]
        ends = [box.x0 for box in row if box.x0 > here.x0 + 1 and box.y0 < here.y1 and box.y1 > here.y0]
        room = min([figure.bbox.x1, *ends]) - here.x0 - 2
        if axes._left_title.get_window_extent(renderer).width <= room:
            continue
        words, lines = iter(re.findall(r"(?:[^\s$]|\$[^$]*\$)+", title)), [""]
        for word in words:
            axes.set_title((lines[-1] + " " + word).strip(), loc="left")
            if lines[-1] and axes._left_title.get_window_extent(renderer).width > room:
                lines.append(word)
            else:
                lines[-1] = (lines[-1] + " " + word).strip()
        axes.set_title("\n".join(lines), loc="left")


@contextlib.contextmanager
def whole(path):
    """A name to write to, which becomes the path, or goes away with what failed."""
    part = f"{path}.part"
    try:
        yield part
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part)
        raise


def save(figure, stem):
    """Each file whole or not at all."""
    break_titles(figure)
    kinds = {"pdf": {"CreationDate": None, "Creator": "Warner", "Producer": None}, "png": {"Software": None}, "svg": {"Date": None, "Creator": "Warner"}}
    for kind, metadata in kinds.items():
        with whole(f"{stem}.{kind}") as part:
            figure.savefig(part, format=kind, metadata=metadata)
    if PGF:
        from pgf import make_room, write_pgf
        make_room(figure, VENUE["serif"])
        break_titles(figure)
        with whole(f"{stem}.pgf") as part:
            write_pgf(figure, part, VENUE["serif"])
    plt.close(figure)
