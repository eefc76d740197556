"""Every key that a comment or a document cites, [W65], [DRS19, WZ10], and every reference of the catalogue stands in docs/references.bib.

usage: check_references.py ROOT     prints the keys that are missing; exit status 1 if there is one
"""
import pathlib
import re
import sys

KEY = r"[A-Z]{1,6}[0-9]{2}"
CITED = re.compile(rf"\[({KEY}(?:, {KEY})*)\]|\.reference = \"([^\"]+)\"")


def main():
    root = pathlib.Path(sys.argv[1])
    known = set(re.findall(r"^@\w+\{([^,]+),", (root / "docs/references.bib").read_text(encoding="utf-8"), re.MULTILINE))
    missing, cited = [], set()
    for folder in ["sim", "mechanisms", "verify", "results", "cli", "bench", "examples", "tests", "docs", "."]:
        files = (root / folder).glob("*.md") if folder == "." else (root / folder).rglob("*")
        for file in sorted(files):
            if file.suffix not in {".hpp", ".cpp", ".md"}:
                continue
            for match in CITED.finditer(file.read_text(encoding="utf-8")):
                for key in (match[1] or match[2]).split(", "):
                    cited.add(key)
                    if key not in known:
                        missing.append(f"{file.relative_to(root)}: {key}")
    for line in missing:
        print(f"{line}: is not in docs/references.bib")
    print(f"{len(cited)} keys cited, {len(known)} known, {len(missing)} missing")
    return 1 if missing or not cited else 0


if __name__ == "__main__":
    sys.exit(main())
