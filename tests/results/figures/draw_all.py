"""Draws many figures in one process, which imports matplotlib once: draw_all.py PLOTS FOLDER STEMS NAME ..

Reads FOLDER/NAME.csv, and writes STEMS/NAME.pdf, .png and .svg, as PLOTS/NAME.py does by itself.
"""
import pathlib
import runpy
import sys

plots, folder, stems = map(pathlib.Path, sys.argv[1:4])
sys.path.insert(0, str(plots))
for name in sys.argv[4:]:
    for shared in ("style", "pgf"):  # they read the command line, and begin from matplotlib's own settings
        sys.modules.pop(shared, None)
    sys.argv = [f"{name}.py", str(folder / f"{name}.csv"), str(stems / name)]
    runpy.run_path(str(plots / f"{name}.py"), run_name="__main__")
    sys.modules["matplotlib.pyplot"].close("all")
