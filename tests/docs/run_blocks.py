"""The Python of a page does what the page says: every block runs, and prints what stands in the text block below it.

usage: run_blocks.py [--write] PAGE..     --write puts in what is printed now

Blocks of a page share a namespace, as if they were one script. A block that is marked `python no-run` is compiled only.
Seconds, and nothing else, may differ.
"""
import contextlib
import io
import os
import pathlib
import re
import sys
import tempfile
import types
import warnings

BLOCK = re.compile(r"^```python( no-run)?\n(.*?)^```\n(?:(\n```text\n)(.*?)(^```)$)?", re.MULTILINE | re.DOTALL)


def without_seconds(text):
    return re.sub(r"\([0-9.]+ s\)", "(.. s)", text)


def run(page, write):
    text = page.read_text(encoding="utf-8")
    module = sys.modules["__main__"] = types.ModuleType("__main__")  # where processes look for functions
    wrong, out, at = [], [], 0
    for count, match in enumerate(BLOCK.finditer(text), 1):
        no_run, code, opening, shown, _ = match.groups()
        where = f"{page}:{text.count(chr(10), 0, match.start()) + 1}"
        compiled = compile("\n" * (text.count("\n", 0, match.start()) + 1) + code, str(page), "exec")
        printed = io.StringIO()
        if not no_run:
            with contextlib.redirect_stdout(printed):
                exec(compiled, module.__dict__)
        said = "".join(line.rstrip() + "\n" for line in printed.getvalue().rstrip().splitlines())
        if opening is None:
            if said.strip():
                wrong.append(f"{where}: prints what the page does not show:\n{said}")
            continue
        if without_seconds(said) != without_seconds(shown):
            wrong.append(f"{where}: prints something else than the page shows:\n{said}")
            out += [text[at : match.start(4)], said]
            at = match.end(4)
    if write and out:
        page.write_text("".join(out) + text[at:], encoding="utf-8")
    print(f"{page.name}: {len(BLOCK.findall(text))} blocks, {len(wrong)} wrong" + (" (now mended)" if write and out else ""))
    return [] if write else wrong


def main():
    arguments = sys.argv[1:]
    write = "--write" in arguments
    pages = [pathlib.Path(page).resolve() for page in arguments if page != "--write"]
    if not pages:
        sys.exit(__doc__)
    for library in ("numpy", "pandas"):
        try:
            __import__(library)
        except ImportError:
            print(f"SKIPPED: no {library}")
            sys.exit(77)
    warnings.simplefilter("error", DeprecationWarning)
    sys.dont_write_bytecode = True
    before = sys.modules["__main__"]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        wrong = [problem for page in pages for problem in run(page, write)]
        os.chdir("/")
    sys.modules["__main__"] = before
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
