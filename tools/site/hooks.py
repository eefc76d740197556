"""What MkDocs does not do by itself: pages that were made, patterns in the navigation, links that leave docs/, citations, search in files.

MkDocs calls the functions on_..; https://www.mkdocs.org/dev-guide/plugins/#events says when.
"""
import fnmatch
import pathlib
import posixpath
import re

from mkdocs.structure.files import File

STAGED = {"README.md": "readme.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}  # of the repository's root
BIBLIOGRAPHY = "reference/bibliography.md"

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
KEY = r"\b[A-Z]{1,6}[0-9]{2,3}\b"
CITED = re.compile(rf"\[({KEY}[^\]\[]*)\](?![(\[])")
CODE = re.compile(r"(`[^`\n]+`)")
ELSEWHERE = re.compile(r"[a-z]+:|#")
FENCE = re.compile(r"\s*(```|~~~)")


def anchor(heading, separator):
    """The name that a forge gives to a heading, so that links to it work in both places."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", separator)


def on_config(config, **_):
    config["nav"] = _expanded(config["nav"], _names(config))
    return config


def on_files(files, config, **_):
    made = pathlib.Path(config["extra"]["pages"]).resolve()
    for path in sorted(made.rglob("*")):
        if path.is_file():
            files.append(File(str(path.relative_to(made)), str(made), config["site_dir"], config["use_directory_urls"]))
    return files


def on_page_markdown(markdown, page, config, files, **_):
    known = {file.src_uri: file.abs_src_path for file in files}
    source = {staged: name for name, staged in STAGED.items()}.get(page.file.src_uri)
    place = posixpath.dirname(source) if source else posixpath.join("docs", posixpath.dirname(page.file.src_uri))
    here = posixpath.dirname(page.file.src_uri)

    def prose(text):
        text = LINK.sub(lambda match: _link(match, place, here, known), text)
        if page.file.src_uri == BIBLIOGRAPHY:
            return text
        bibliography = posixpath.relpath(BIBLIOGRAPHY, here or ".")
        return CITED.sub(
            lambda match: "[" + re.sub(KEY, lambda key: f"[{key[0]}]({bibliography}#{key[0].lower()})", match[1]) + "]", text
        )

    markdown = re.sub(r"(<!--.*?-->)\n(?=\|)", r"\1\n\n", markdown)  # else the table is taken for a part of the comment
    return _outside_code(re.sub(r"^```python no-run$", "```python", markdown, flags=re.MULTILINE), prose)


def on_post_build(config, **_):
    """The index of the search once more, as a script: what is opened as a file may not fetch."""
    folder = pathlib.Path(config["site_dir"]) / "search"
    index = (folder / "search_index.json").read_text(encoding="utf-8")
    (folder / "search_index.js").write_text(f"var warner_search_index = {index};\n", encoding="utf-8")


def _names(config):
    written = pathlib.Path(config["docs_dir"])
    made = pathlib.Path(config["extra"]["pages"])
    return sorted({page.relative_to(folder).as_posix() for folder in (written, made) for page in folder.rglob("*.md")})


def _expanded(nav, names):
    named = set(_leaves(nav))

    def walk(item):
        if isinstance(item, dict):
            return [{title: [x for y in below for x in walk(y)] if isinstance(below, list) else below} for title, below in item.items()]
        if "*" in item:
            return [name for name in names if fnmatch.fnmatch(name, item) and name not in named]
        return [item]

    return [x for item in nav for x in walk(item)]


def _leaves(item):
    if isinstance(item, list):
        for one in item:
            yield from _leaves(one)
    elif isinstance(item, dict):
        for one in item.values():
            yield from _leaves(one)
    else:
        yield item


def _outside_code(markdown, change):
    """Changes the prose of a page: neither fences, nor listings, nor code in a line, nor HTML."""
    out, prose, fence = [], [], None

    def flush():
        if prose:
            kept = []
            text = CODE.sub(lambda match: f"\0{kept.append(match[0]) or len(kept) - 1}\0", "\n".join(prose))
            out.append(re.sub("\0([0-9]+)\0", lambda match: kept[int(match[1])], change(text)))
            prose.clear()

    for line in markdown.split("\n"):
        mark = FENCE.match(line)
        if not (fence or mark or line.startswith(("    ", "<"))):
            prose.append(line)
            continue
        flush()
        out.append(line)
        if mark:
            fence = None if mark[1] == fence else fence or mark[1]
    flush()
    return "\n".join(out)


def _link(match, place, here, known):
    """A link as the site has it: to a page, or, beyond the pages, the path in the repository."""
    picture, text, target = match.groups()
    if ELSEWHERE.match(target):
        return match[0]
    path, _, fragment = target.partition("#")
    path = posixpath.normpath(posixpath.join(place, path))
    page = STAGED.get(path) or (path[len("docs/") :] if path.startswith("docs/") else None)
    if page and page.endswith(".ipynb") and page.replace(".ipynb", ".md") in known:
        page = page.replace(".ipynb", ".md")
    if page in known:
        return f"{picture}[{text}]({posixpath.relpath(page, here or '.')}{'#' + fragment if fragment else ''})"
    if page and f"{page}/README.md" in known:
        return f"[{text}]({posixpath.relpath(page + '/README.md', here or '.')})"
    room, _, rest = path.partition("/")
    section = rest.removesuffix("/README.md")
    if section != rest and f"reference/cpp/{room}.md" in known:  # of a sub-room the reference says the same, and more
        described = f"\n## {section}\n" in pathlib.Path(known[f"reference/cpp/{room}.md"]).read_text(encoding="utf-8")
        return f"[{text}]({posixpath.relpath(f'reference/cpp/{room}.md', here or '.')}#{anchor(section, '-')})" if described else text
    name = text.strip("`")
    return f"`{path}`" if name and path.endswith(name) else f"{text} (`{path}`)"
