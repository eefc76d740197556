"""The public headers as pages, one a room: what stands in their /// comments, above what it is about."""
import re

ROOMS = {
    "sim": "Addresses of random draws, streams of bits, kernels that make noise of them, tallies, threads.",
    "mechanisms": "What a mechanism is, those of the catalogue, exact privacy, programs of your own.",
    "verify": "The game, certified bounds, the search for a strategy, checks that may stop at any time.",
    "results": "Questions and records, figures, the report.",
}
PRIVATE_HEADERS = re.compile(r"PRIVATE_HEADERS\s+((?:\S+\.h(?:pp)?\s+)+)")
LABEL = re.compile(r"^([A-Z]\w+(?: \w+)?):\s{1,}(\S.*)$")
TYPE = re.compile(r"^(?:template\b[^\n]*\n)*(?:\s*requires[^\n]*\n)?\s*(?:struct|class|enum|union)\b[^;{]*\{")


def pages(root):
    index = ["# C++", "", "The public headers, a page a room, from the comments in them. They include the standard library and one another alone;", "an installed Warner is found by `find_package(warner)`, and `warner::verify` brings what stands to its left.", "", "| room | headers | |", "|---|---|---|"]
    for room, about in ROOMS.items():
        headers = public_headers(root, room)
        index.append(f"| [{room}]({room}.md) | {len(headers)} | {about} |")
        yield room, room_page(root, room, about, headers)
    index += ["", "[examples/02_own_mechanism.cpp](../../../examples/02_own_mechanism.cpp) writes a mechanism, breaks it, and has it refuted.", ""]
    index += ["```cpp", (root / "examples/01_first_audit.cpp").read_text(encoding="utf-8").rstrip(), "```", ""]
    yield "index", "\n".join(index)


def public_headers(root, room):
    private = PRIVATE_HEADERS.search((root / room / "CMakeLists.txt").read_text(encoding="utf-8"))
    hidden = set(private[1].split()) if private else set()
    found = [path for path in (root / room).rglob("*") if path.suffix in (".hpp", ".h") and str(path.relative_to(root / room)) not in hidden]
    return sorted(found, key=lambda path: (path.relative_to(root / room).parent.parts, path.name))


def room_page(root, room, about, headers):
    lines, folder = [f"# {room}", "", about, ""], None
    for header in headers:
        declarations = list(declared(header.read_text(encoding="utf-8")))
        if not any(comment for comment, _ in declarations):
            continue
        if header.parent != folder:
            folder = header.parent
            readme = folder / "README.md"
            if folder != root / room:
                lines += [f"## {folder.relative_to(root / room)}", ""]
                if readme.exists():
                    said = re.split(r"\n\s*\n", readme.read_text(encoding="utf-8"))[1:2]
                    lines += [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(said)), ""]
            else:
                lines += [f"## {room}, at the top", ""]
        lines += [f"### {header.name}", "", "```cpp", f'#include "{header.relative_to(root)}"', "```", ""]
        for comment, code in declarations:
            lines += [*markdown(comment), "", "```cpp", code, "```", ""]
    return "\n".join(lines)


def declared(text):
    """(comment, declaration) for declaration at the scope of a namespace, whose bodies and private parts are left out."""
    text = re.sub(r"^[ \t]*#.*(?:\\\n.*)*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^(inline )?namespace [\w:]* ?\{.*$|^\}  // namespace.*$", "", text, flags=re.MULTILINE)
    comment, code = [], []
    for line in text.split("\n"):
        if not code and line.startswith("///"):
            comment.append(line[3:].removeprefix(" "))
        elif not code and (not line.strip() or line.startswith(("//", "/*", " *"))):
            comment = []
        else:
            code.append(line)
            whole = re.sub(r'//.*|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\'', "", "\n".join(code))
            if all(whole.count(a) == whole.count(b) for a, b in ("{}", "()")) and whole.rstrip().endswith((";", "}")):
                if comment or not re.fullmatch(r"(?:struct|class) \w+;", "\n".join(code)):
                    yield "\n".join(comment), shortened("\n".join(code))
                comment, code = [], []


def shortened(code):
    body = TYPE.match(code)
    if not body or "\n" not in code:
        return without_bodies(code)
    inside = code[body.end() : code.rindex("}")]
    kept, hidden = [], body[0].lstrip().startswith("class")
    for line in inside.split("\n"):
        access = re.match(r" (public|private|protected):", line)
        if access:
            hidden = access[1] != "public"
        elif not hidden:
            kept.append(line)
    inside = re.sub(r"\n{3,}", "\n\n", without_bodies("\n".join(kept))).strip("\n")
    return f"{body[0]}\n{inside}\n}};" if inside.strip() else f"{body[0].rstrip(' {')};"


def without_bodies(code):
    """Functions without what they do."""
    out, at = [], 0
    for match in re.finditer(r"\)((?: const| noexcept| override)*(?: ->[^{;]+?)?)(?=\s*(?:\{|:\s*\w+[{(]))", code):
        if match.start() < at:
            continue
        end = _end_of_body(code, match.end())
        if end is None:
            continue
        out += [code[at : match.end()], ";"]
        at = end
    return "".join(out) + code[at:]


def _end_of_body(code, at):
    """Past the initialisers and the braces that follow."""
    initialisers = re.compile(r"\s*[:,]\s*[\w:<>]+\s*(?=[{(])").match(code, at)
    while initialisers:
        at = _closed(code, initialisers.end())
        if at is None:
            return None
        initialisers = re.compile(r"\s*,\s*[\w:<>]+\s*(?=[{(])").match(code, at)
    opening = re.compile(r"\s*(?=\{)").match(code, at)
    end = _closed(code, opening.end()) if opening else None
    return end + 1 if end is not None and code[end : end + 1] == ";" else end


def _closed(code, at):
    depth = 0
    for place in range(at, len(code)):
        depth += (code[place] in "({") - (code[place] in ")}")
        if depth == 0:
            return place + 1
    return None


def markdown(comment):
    """Paragraphs flow; labels (Guarantee: ..) are paragraphs of their own; what is indented stays as it is laid out."""
    lines = comment.split("\n")
    out, place = [], 0
    while place < len(lines):
        line = lines[place]
        label = LABEL.match(line)
        place += 1
        if label and (label.end(1) + 1 < label.start(2) - 1 or label[1] in ("Statistic", "Guarantee", "Assumes", "Reading", "Sampling")):
            words = [label[2]]
            while place < len(lines) and lines[place].startswith("    "):
                words.append(lines[place].strip())
                place += 1
            out += ["", f"**{label[1]}**: " + escaped(" ".join(words)), ""]
        elif line.startswith("  "):
            listing = [line]
            while place < len(lines) and (lines[place].startswith("  ") or (not lines[place].strip() and place + 1 < len(lines) and lines[place + 1].startswith("  "))):
                listing.append(lines[place])
                place += 1
            if re.match(r"\s+1\. ", listing[0]):
                out += ["", *re.sub(r"\n\s+(?!\d+\. )", " ", "\n".join(escaped(one.strip(" ") if re.match(r"\s+\d+\. ", one) else one) for one in listing)).split("\n"), ""]
            else:
                out += ["", "```", *listing, "```", ""]
        else:
            tag = re.match(r"@(\w+):? ?(.*)", line)
            if tag:
                out += ["", f"**{tag[1].capitalize()}** {escaped(tag[2])}"]
            else:
                out.append(escaped(line))
    return out


def escaped(text):
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else part.replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;") for part in parts)
