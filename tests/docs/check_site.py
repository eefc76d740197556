"""The site builds without a warning; it loads nothing from elsewhere, and every link in it leads to a page and a heading.

usage: check_site.py ROOT BUILD     builds with scripts/docs into a temporary folder, from what lies in BUILD

Where there is a Chromium, the search is tried, too: in pages that were opened as files.
"""
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src", "embed": "src", "object": "data"}
NAMED = {"canonical", "license", "prev", "next", "alternate"}  # relations of <link> that load nothing
ELSEWHERE = re.compile(r"^(?:[a-z]+:)?//|^https?:")


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.loads, self.links, self.names = [], [], {""}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.names |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag in LOADS and given.get(LOADS[tag]):
            self.loads.append(given[LOADS[tag]])
        if tag == "link" and not NAMED & set((given.get("rel") or "").split()):
            self.loads.append(given.get("href") or "")
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])


def problems_of(site):
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        where = path.relative_to(site)
        for target in page.loads:
            if ELSEWHERE.match(target):
                yield f"{where}: loads {target}"
            elif path.name != "404.html" and not target.startswith("data:") and not (path.parent / urllib.parse.unquote(target.split("?")[0])).exists():
                yield f"{where}: loads {target}, which is not there"
        for target in page.links:
            if ELSEWHERE.match(target) or re.match(r"[a-z]+:", target) or path.name == "404.html":
                continue
            name, _, anchor = urllib.parse.unquote(target).partition("#")
            there = (path.parent / name).resolve() if name else path
            if not there.exists():
                yield f"{where}: {target} leads nowhere"
            elif anchor and there in pages and anchor not in pages[there].names:
                yield f"{where}: {target} names nothing on that page"
    for path in site.rglob("*.css"):
        for target in re.findall(r"""(?:@import\s+|url\()\s*['"]?([^'")]+)""", path.read_text(encoding="utf-8")):
            if ELSEWHERE.match(target):
                yield f"{path.relative_to(site)}: loads {target}"
    if len(pages) < 60:
        yield f"{len(pages)} pages are too few"


def search_problems(site):
    browser = next((found for found in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if found), None)
    if browser is None:
        print("search: not tried, no Chromium")
        return
    page = (site / "index.html").resolve().as_uri() + "?q=blind+spot"
    with tempfile.TemporaryDirectory() as profile:
        shown = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--virtual-time-budget=8000", "--dump-dom", page],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=120, check=False,
        ).stdout
    found = re.findall(r'class="md-search-result__link"', shown)
    print(f"search: {len(found)} results")
    if not found:
        yield "index.html?q=blind+spot, opened as a file, finds nothing"


def main():
    root, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    for module in ("mkdocs", "pymdownx", "nbconvert", "ipykernel", "pandas"):
        try:
            __import__(module)
        except ImportError:
            print(f"SKIPPED: no {module} (scripts/setup --docs)")
            sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder) / "site"
        made = subprocess.run([root / "scripts/docs", "--no-setup", "--built", build, "--out", site, "--figures", folder], text=True, stderr=subprocess.PIPE, check=False)
        if made.returncode:
            print(made.stderr)
            sys.exit(1)
        problems = [*problems_of(site), *search_problems(site)]
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
