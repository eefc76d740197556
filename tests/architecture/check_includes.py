"""The rooms stand in a row, their sub-rooms on floors; an include points left, and within a room down.

usage: check_includes.py ROOT [--graph]     ROOT holds the rooms; prints every include that breaks a rule; exit status 1 if there is one
                                            --graph prints how many includes run from each sub-room to each other

Rules, for the C and C++ files of a room:
  - an include of a room names it from the root ("sim/stream.hpp"), never by a relative path, and the file exists;
  - it names the room itself or one further left;
  - within a room it names its own sub-room or one on a lower floor; files that lie in no sub-room stand on top;
  - every sub-room is named in FLOORS and has a README.md;
  - verify knows of mechanisms what one is, not which there are: mechanisms/contract, and no more;
  - a public header includes the standard library and public headers alone.
Tests, benchmarks and examples may name every room, by the same spelling.
"""
import collections
import pathlib
import re
import sys

ROOMS = ["sim", "mechanisms", "verify", "results", "cli", "python"]
FLOORS = {  # of each room, from the bottom up
    "mechanisms": ["noise", "privacy", "contract", "external/process", "external/release", "external/data", "external", "central", "local", "combinators", "broken", "catalogue"],
    "verify": ["bounds", "scores", "wealth", "game", "learn", "search"],
    "results": ["audit", "journal", "testing", "utility", "suite", "figures/tables", "figures/drawing", "figures/census", "figures/experiments", "figures", "report"],
    "python": ["binding"],
}
BESIDE = {"python": ["warner"], "sim": ["simd"], "results": ["figures/plots", "figures/reference"]}  # kernels of the room's own headers; no C++
ONLOOKERS = ["tests", "bench", "examples"]
WHAT_A_MECHANISM_IS = "mechanisms/contract/"
FRAMEWORKS = {"results/testing/catch2.hpp": "catch2/", "results/testing/googletest.hpp": "gmock/"}  # whoever includes one has its framework
GENERATED = {"results/audit/commit.hpp"}
SUFFIXES = {".hpp", ".cpp", ".h", ".def"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.MULTILINE)
PRIVATE_HEADERS = re.compile(r"PRIVATE_HEADERS\s+((?:\S+\.h(?:pp)?\s+)+)")


def sub_room_of(path):
    """("verify", "game") of "verify/game/play.hpp"; of a file that lies in no sub-room, ("verify", "")."""
    room, *inner, _ = path.split("/")
    for depth in range(len(inner), 0, -1):
        if "/".join(inner[:depth]) in FLOORS.get(room, []):
            return room, "/".join(inner[:depth])
    return room, ""


def floor_of(sub_room):
    room, name = sub_room
    floors = FLOORS.get(room, [])
    return floors.index(name) if name else len(floors)


def private_headers(root):
    private = set()
    for room in ROOMS:
        lists = root / room / "CMakeLists.txt"
        found = PRIVATE_HEADERS.search(lists.read_text(encoding="utf-8")) if lists.exists() else None
        private |= {f"{room}/{header}" for header in found[1].split()} if found else set()
    return private


def problems_of(root, file, room, private, arrows):
    text, path = file.read_text(encoding="utf-8"), str(file.relative_to(root))
    here = sub_room_of(path)
    public = room and room not in {"cli", "python"} and file.suffix in {".hpp", ".h"} and path not in private
    for match in INCLUDE.finditer(text):
        quote, target = match.groups()
        where = f"{path}:{text.count(chr(10), 0, match.start()) + 1}: {target}"
        first = target.split("/")[0]
        if ".." in target.split("/") or target.startswith("./"):
            yield f"{where}: is a relative path (write \"room/file.hpp\")"
            continue
        if first not in ROOMS:
            if quote == '"' and first not in ONLOOKERS and (file.parent / target).exists():
                yield f"{where}: is spelled from its own folder (write it from the root)"
            elif target.startswith(FRAMEWORKS.get(path, "<")):
                pass
            elif public and quote == "<" and ("/" in target or "." in target) and target not in {"stddef.h", "stdint.h", "sys/types.h"}:
                yield f"{where}: is no standard header (a public header includes the standard library and POSIX alone; see PRIVATE_HEADERS)"
            continue
        there = sub_room_of(target)
        arrows[here, there] += 1
        if quote == "<":
            yield f"{where}: is ours (write it in quotes)"
        elif not (root / target).exists() and target not in GENERATED:
            yield f"{where}: does not exist"
        elif room and ROOMS.index(first) > ROOMS.index(room):
            yield f"{where}: points right, from {room} to {first}"
        elif room == "verify" and first == "mechanisms" and not target.startswith(WHAT_A_MECHANISM_IS):
            yield f"{where}: is more of mechanisms than verify may know"
        elif room == first and floor_of(there) > floor_of(here):
            yield f"{where}: points up, from {here[1]} to {there[1] or 'the top of ' + room}"
        elif public and target in private:
            yield f"{where}: is private (a public header includes public ones alone)"


def rooms_without_floor(root):
    for room in ROOMS:
        for folder in sorted(path for path in (root / room).rglob("*") if path.is_dir() and path.name != "__pycache__"):
            name = str(folder.relative_to(root / room))
            if name in BESIDE.get(room, []):
                continue
            if name not in FLOORS.get(room, []):
                yield f"{room}/{name}: stands on no floor (name it in FLOORS of {pathlib.Path(__file__).name})"
            elif not (folder / "README.md").exists():
                yield f"{room}/{name}: has no README.md (what is here, what it may use, where to begin)"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    private, arrows = private_headers(root), collections.Counter()
    checked, problems = 0, list(rooms_without_floor(root))
    for folder in ROOMS + ONLOOKERS:
        for file in sorted(path for path in (root / folder).rglob("*") if path.suffix in SUFFIXES):
            if "fixtures" in file.relative_to(root).parts:
                continue
            checked += 1
            problems += problems_of(root, file, folder if folder in ROOMS else None, private, arrows)
    if "--graph" in sys.argv[2:]:
        for (here, there), many in sorted(arrows.items(), key=lambda arrow: [(ROOMS.index(s[0]), floor_of(s)) if s[0] in ROOMS else (9, 0) for s in arrow[0]]):
            if here != there and here[0] in ROOMS:
                print(f"{'/'.join(filter(None, here))} -> {'/'.join(filter(None, there))}: {many}")
    for problem in problems:
        print(problem)
    print(f"{checked} files, {len(problems)} problems")
    return 1 if problems or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
