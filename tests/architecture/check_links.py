"""Every relative link of a Markdown page leads to a file, and to a heading of it; every path in `code` is there.

usage: check_links.py ROOT     prints the dead ones; exit status 1 if there is one

A path in code is one that begins with a folder of ROOT (`sim/coin.cpp`, `tests/verify/promises*`). NAME stands for any
name: `docs/theory/NAME.md` is not looked up. Listings, which are indented, are passed over, and so is the web.
"""
import pathlib
import re
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([\w.-]+/[\w./*+-]*)`")
HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.MULTILINE)
PASSED_OVER = {"build", "out", "shared", "fixtures", "corpus"}
ELSEWHERE = re.compile(r"[a-z]+:")
GENERATED = {"results/audit/commit.hpp"}


def anchors_of(page):
    """The names that a forge gives to the headings of a page."""
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(page.read_text(encoding="utf-8")))
    return {heading.replace(" ", "-") for heading in words}


def pages_of(root):
    for page in sorted(root.rglob("*.md")):
        inside = page.relative_to(root).parts
        if not PASSED_OVER & set(inside) and not any(part.startswith(".") for part in inside):
            yield page


def is_there(root, path):
    return path in GENERATED or "NAME" in path or any(root.glob(path.rstrip("/")))


def dead_of(root, page, folders):
    text = "\n".join("" if line.startswith("    ") else line for line in page.read_text(encoding="utf-8").split("\n"))
    for match in LINK.finditer(text):
        target, _, anchor = match[1].partition("#")
        file = page.parent / target if target else page
        if ELSEWHERE.match(match[1]):
            continue
        if not file.exists():
            yield match, "leads nowhere"
        elif anchor and file.suffix == ".md" and anchor not in anchors_of(file):
            yield match, "names no heading of that page"
    for match in CODE.finditer(text):
        if match[1].split("/")[0] in folders and not is_there(root, match[1]):
            yield match, "is not there"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    folders = {path.name for path in root.iterdir() if path.is_dir()} - PASSED_OVER
    pages, dead = 0, 0
    for page in pages_of(root):
        pages += 1
        for match, problem in dead_of(root, page, folders):
            dead += 1
            print(f"{page.relative_to(root)}: {match[1]}: {problem}")
    print(f"{pages} pages, {dead} dead")
    return 1 if dead or pages == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
