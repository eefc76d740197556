r"""A figure as PGF for LaTeX, without a TeX at the time of drawing.

matplotlib's own PGF backend asks a running LaTeX how wide each text is. Here matplotlib's own fonts are measured instead, and the texts are
anchored where they are meant to stand; LaTeX then sets them in the fonts of the paper. STEM.pgf wants \usepackage{pgf} and \input.
"""

import re

import matplotlib
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.backends.backend_pgf import RendererPgf, _writeln
from matplotlib.text import Text

SIGNS = {"\u2212": r"\ensuremath{-}", "\u2013": "--", "\u2014": "---", "\u2026": r"\ldots{}", "\u00d7": r"\ensuremath{\times}", "\u2019": "'",
         "\u2009": r"\,", "\u2032": r"\ensuremath{'}", "\u2264": r"\ensuremath{\le}", "\u2265": r"\ensuremath{\ge}", "\u03b5": r"\ensuremath{\varepsilon}", "\u03b4": r"\ensuremath{\delta}"}
TEXT = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "_": r"\_", "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}", "<": r"\ensuremath{<}", ">": r"\ensuremath{>}", "|": r"\ensuremath{|}"}
PART = re.compile(r"(\$(?:[^$\\]|\\.)*\$)")


def latex(text):
    """A label of matplotlib's as LaTeX: its mathematics as it stands, all else escaped."""
    parts = PART.split(text)
    for i, part in enumerate(parts):
        if i % 2:
            parts[i] = re.sub(r"\\mathdefault(?![a-zA-Z])", "", part).replace("\u2212", "-")
        else:
            part = part.replace(r"\$", "\0")
            parts[i] = "".join(TEXT.get(c, SIGNS.get(c, c)) for c in part).replace("\0", r"\$")
    return "".join(parts)


class Renderer(RendererPgf):
    def __init__(self, figure, file, serif):
        super().__init__(figure, file)
        self.family = r"\rmfamily" if serif else r"\sffamily"
        self.metrics = RendererAgg(*figure.bbox.size, figure.dpi)

    def get_text_width_height_descent(self, s, prop, ismath):
        return self.metrics.get_text_width_height_descent(s, prop, ismath)

    def draw_image(self, gc, x, y, im, transform=None):
        raise ValueError("a raster image has no place in PGF")

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        inches = 1 / self.figure.dpi
        anchor = ["left", "base"]
        if mtext and angle == 0 and mtext.get_rotation() == 0 and mtext.get_verticalalignment() != "center_baseline":
            x, y = mtext.get_transform().transform(mtext.get_unitless_position())
            anchor = [{"left": "left", "right": "right", "center": ""}[mtext.get_horizontalalignment()],
                      {"top": "top", "bottom": "bottom", "baseline": "base", "center": ""}[mtext.get_verticalalignment()]]
        elif mtext and angle == 0 and mtext.get_rotation() == 0:  # labels of ticks: their end, on matplotlib's base line
            x = mtext.get_transform().transform(mtext.get_unitless_position())[0]
            anchor[0] = {"left": "left", "right": "right", "center": ""}[mtext.get_horizontalalignment()]
        elif angle == 90:  # the middle of where matplotlib would set it, since LaTeX's fonts run narrower
            width, _, _ = self.get_text_width_height_descent(s, prop, ismath)
            y, anchor = y + width / 2, ["base"]
        size = prop.get_size_in_points() * 72.27 / 72
        red, green, blue = gc.get_rgb()[:3]
        _writeln(self.fh, r"\begin{pgfscope}")
        _writeln(self.fh, rf"\definecolor{{textcolor}}{{rgb}}{{{red:f},{green:f},{blue:f}}}")
        options = ",".join(filter(None, [f"x={x * inches:f}in", f"y={y * inches:f}in", *anchor, f"rotate={angle:f}" if angle else ""]))
        font = rf"{self.family}\fontsize{{{size:f}}}{{{1.2 * size:f}}}\selectfont"
        _writeln(self.fh, rf"\pgftext[{options}]{{\color{{textcolor}}{font} {latex(s)}}}")
        _writeln(self.fh, r"\end{pgfscope}")


def make_room(figure, serif):
    """Lays the texts out in DejaVu, which is wider than what papers are set in."""
    for text in figure.findobj(Text):
        text.set_fontfamily("DejaVu Serif" if serif else "DejaVu Sans")
        text.set_math_fontfamily("dejavuserif" if serif else "dejavusans")


def write_pgf(figure, path, serif):
    width, height = figure.get_size_inches()
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"%% A figure by Warner, {width:g} in wide. In the preamble: \\usepackage{{pgf}}; in the paper: \\input{{this file}}.\n")
        for line in (r"\begingroup", r"\makeatletter", r"\begin{pgfpicture}",
                     rf"\pgfpathrectangle{{\pgfpointorigin}}{{\pgfqpoint{{{width:f}in}}{{{height:f}in}}}}", r"\pgfusepath{use as bounding box}"):
            _writeln(file, line)
        with matplotlib.rc_context({"path.simplify": False}):
            figure.draw(Renderer(figure, file, serif))
        for line in (r"\end{pgfpicture}", r"\makeatother", r"\endgroup"):
            _writeln(file, line)
