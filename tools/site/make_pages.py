"""Makes the pages of the site that follow from something else: references, the gallery, notebooks with their outputs.

usage: make_pages.py ROOT WARNER PAGES [--figures DIR] [--without-notebooks]

ROOT is the repository, WARNER its program, PAGES the folder that is made anew. DIR holds figures that `warner figures` made.
Notebooks are executed by this Python, which must find the package warner.
"""
import argparse
import pathlib
import shutil

import bibliography
import command_line
import cpp_reference
import gallery
import notebooks
import python_reference
from hooks import STAGED


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("warner")
    parser.add_argument("pages", type=pathlib.Path)
    parser.add_argument("--figures", type=pathlib.Path)
    parser.add_argument("--without-notebooks", action="store_true")
    given = parser.parse_args()

    shutil.rmtree(given.pages, ignore_errors=True)
    (given.pages / "reference/cpp").mkdir(parents=True)

    def write(name, text):
        path = given.pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    for source, staged in STAGED.items():
        write(staged, (given.root / source).read_text(encoding="utf-8"))
    write("reference/bibliography.md", bibliography.page(given.root / "docs/references.bib"))
    write("reference/command-line.md", command_line.page(given.warner))
    write("reference/python.md", python_reference.page(given.root / "python/warner"))
    for name, text in cpp_reference.pages(given.root):
        write(f"reference/cpp/{name}.md", text)
    write("figures.md", gallery.page(given.warner, given.root / "docs", given.figures, given.pages))
    for notebook in sorted((given.root / "docs/notebooks").glob("*.ipynb")):
        write(f"notebooks/{notebook.stem}.md", notebooks.page(notebook, execute=not given.without_notebooks))


if __name__ == "__main__":
    main()
