"""The rooms stand in a row, and an include points left: sim -> mechanisms -> verify -> results -> cli.

usage: check_includes.py ROOT     ROOT holds the rooms; prints every include that breaks a rule; exit status 1 if there is one

Rules, for the C++ files of a room:
  - an include of a room names it from the root ("sim/stream.hpp"), never by a relative path, and the file exists;
  - it names the room itself or one further left;
  - verify knows of mechanisms what one is, not which there are: four headers, and no more.
Tests, benchmarks and examples may name every room, by the same spelling.
"""
import pathlib
import re
import sys

ROOMS = ["sim", "mechanisms", "verify", "results", "cli"]
ONLOOKERS = ["tests", "bench", "examples"]
WHAT_A_MECHANISM_IS = {f"mechanisms/{noun}.hpp" for noun in ("mechanism", "guarantee", "neighbours", "batch")}
GENERATED = {"results/commit.hpp"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.MULTILINE)


def problems_of(root, file, room):
    text = file.read_text(encoding="utf-8")
    for match in INCLUDE.finditer(text):
        quote, target = match.groups()
        where = f"{file.relative_to(root)}:{text.count(chr(10), 0, match.start()) + 1}: {target}"
        first = target.split("/")[0]
        if ".." in target.split("/") or target.startswith("./"):
            yield f"{where}: is a relative path (write \"room/file.hpp\")"
        elif first not in ROOMS:
            if quote == '"' and first not in ONLOOKERS and (file.parent / target).exists():
                yield f"{where}: is spelled from its own folder (write it from the root)"
        elif quote == "<":
            yield f"{where}: is ours (write it in quotes)"
        elif not (root / target).exists() and target not in GENERATED:
            yield f"{where}: does not exist"
        elif room and ROOMS.index(first) > ROOMS.index(room):
            yield f"{where}: points right, from {room} to {first}"
        elif room == "verify" and first == "mechanisms" and target not in WHAT_A_MECHANISM_IS:
            yield f"{where}: is more of mechanisms than verify may know"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    checked, problems = 0, []
    for folder in ROOMS + ONLOOKERS:
        for file in sorted((root / folder).rglob("*.[ch]pp")):
            if "fixtures" in file.relative_to(root).parts:
                continue
            checked += 1
            problems += problems_of(root, file, folder if folder in ROOMS else None)
    for problem in problems:
        print(problem)
    print(f"{checked} files, {len(problems)} problems")
    return 1 if problems or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
