"""A page that is a transcript: its files are written, its commands run, and print what the page shows.

usage: run_transcript.py PAGE WARNER PYTHON PYTHONPATH [--write]     --write puts in what is printed now

A block with a title (```python title="counts.py") is that file, in a folder of the page's own. A block `console` has lines
`$ command`, each followed by what it prints; `[exit code 1]` says how it ended, where that is not 0. A block
`diff` is applied to the files. Seconds may differ; so may the last words of a line that ends in `..`.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS = re.compile(r" *\b[0-9.]+(?:e[+-]?[0-9]+)? s\b *|\b[0-9a-f]{7,40}\b")


def plain(text):
    """What must agree: all but seconds and names of commits."""
    return "\n".join(SECONDS.sub("", line).rstrip() for line in text.rstrip().splitlines())


def commands_of(block):
    """Pairs of a command and what the page says it prints."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    for part in parts:
        lines = part.splitlines()
        command = [lines.pop(0)]
        while command[-1].endswith("\\"):
            command.append(lines.pop(0))
        yield "\n".join(command), "\n".join(lines).strip("\n")


def ran(command, folder, environment):
    run = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    out = (run.stdout + run.stderr).rstrip("\n")
    return out + (f"\n[exit code {run.returncode}]" if run.returncode else "")


def main():
    page, warner, python, path = pathlib.Path(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3], sys.argv[4]
    text = page.read_text(encoding="utf-8")
    wrong, out, at, start = [], [], 0, time.monotonic()
    with tempfile.TemporaryDirectory() as top:
        folder, tools = pathlib.Path(top) / "repository", pathlib.Path(top) / "bin"
        folder.mkdir()
        tools.mkdir()
        (tools / "warner").symlink_to(warner)
        (tools / "python3").write_text(f'#!/bin/sh\nexec {shlex.quote(os.path.abspath(python))} "$@"\n')
        (tools / "python3").chmod(0o755)
        environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": os.path.abspath(path), "CI": "true",
                       "PYTHONDONTWRITEBYTECODE": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "ada",
                       "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_COMMITTER_NAME": "ada", "GIT_COMMITTER_EMAIL": "ada@example.org"}
        for block in BLOCK.finditer(text):
            kind, title, body = block.groups()
            if title:
                (folder / title).parent.mkdir(parents=True, exist_ok=True)
                (folder / title).write_text(body)
            elif kind == "diff":
                subprocess.run(["patch", "-p0", "--quiet"], cwd=folder, input=body, text=True, check=True)
            elif kind == "console":
                fresh = ""
                for command, shown in commands_of(body):
                    said = ran(command, folder, environment)
                    fresh += f"$ {command}\n{said}\n" if said else f"$ {command}\n"
                    if plain(said) != plain(shown):
                        wrong.append(f"{page}:{text.count(chr(10), 0, block.start()) + 1}: $ {command}\n--- the page\n{shown}\n--- now\n{said}")
                out += [text[at : block.start(3)], fresh if wrong else body]
                at = block.end(3)
    if "--write" in sys.argv[5:] and wrong:
        page.write_text("".join(out) + text[at:], encoding="utf-8")
    elif wrong:
        sys.exit("\n".join(wrong))
    print(f"{page.name}: {len(BLOCK.findall(text))} blocks, {time.monotonic() - start:.1f} s" + (" (now mended)" if wrong else ""))


main()
