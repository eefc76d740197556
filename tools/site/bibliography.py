"""The keys that pages cite, as a page: from docs/references.bib."""
import re
import unicodedata

ENTRY = re.compile(r"^@\w+\{([^,]+),(.*)\}\s*$", re.MULTILINE)
FIELD = re.compile(r"(\w+) = \{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
ACCENTS = {"'": "\u0301", "`": "\u0300", '"': "\u0308", "^": "\u0302", "~": "\u0303", "c": "\u0327", "v": "\u030c", "H": "\u030b", "=": "\u0304"}
WHERE = ("journal", "booktitle", "publisher", "howpublished", "institution", "school")


def plain(text):
    """LaTeX as text: accents, braces, dashes."""
    text = re.sub(r"\\([cvH])\{(\w)\}", lambda match: match[2] + ACCENTS[match[1]], text)
    text = re.sub(r"""\\(['`"^~=])\{?\\?(\w)\}?""", lambda match: match[2] + ACCENTS[match[1]], text)
    text = text.replace(r"\i", "i").replace("--", "–").replace(r"\&", "&").replace("$", "").replace("~", " ")
    return unicodedata.normalize("NFC", re.sub(r"[{}]", "", text)).replace("\\", "")


def names(authors):
    people = [" ".join(reversed([part.strip() for part in author.split(",", 1)])) for author in authors.split(" and ")]
    return ", ".join(people[:-1]) + " and " + people[-1] if len(people) > 1 else people[0]


def page(path):
    lines = ["# Bibliography", "", "What code and pages cite, by its key.", ""]
    for key, rest in sorted(ENTRY.findall(path.read_text(encoding="utf-8"))):
        fields = {name: plain(value) for name, value in FIELD.findall(rest)}
        where = next((fields[name] for name in WHERE if name in fields), "")
        pages = f", {fields['pages']}" if "pages" in fields else ""
        volume = f" {fields['volume']}" + (f"({fields['number']})" if "number" in fields else "") if "volume" in fields else ""
        note = f" {fields['note']}." if "note" in fields else ""
        author = names(fields.get("author", fields.get("editor", fields.get("organization", ""))))
        lines += [f"**{key}**{{: #{key.lower()} }} {author}. *{fields.get('title', '')}*. {where}{volume}{pages}, {fields.get('year', '')}.{note}", ""]
    return "\n".join(lines)
