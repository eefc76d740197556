"""Writes the tables of docs/libraries.md from those of scripts/libraries.

    python3 examples/libraries/pages.py build/libraries/table.csv docs/libraries.md

Each table stands between a comment `<!-- NAME -->` and `<!-- end -->`; what stands there is replaced, and nothing else is touched.
"""
import collections
import csv
import pathlib
import re
import sys


def read(path):
    with path.open(newline="") as table:
        return list(csv.DictReader(table))


def refuted(row):
    return row["decision"] == row["replayed"] == "refuted"


def twins(row, rows):
    """Spared rows of the repaired version, or of the repaired use, that have the same pair."""
    name = row["twin"] or row["mechanism"]
    return [other for other in rows if other["library"] == row["library"] and other["mechanism"] == name and other["decision"] == "not refuted"]


def link(address):
    kind, number = re.search(r"/(issues|pull)/(\d+)$", address).groups() if address else ("", "")
    return f"[{'issue' if kind == 'issues' else 'pull request'} {number}]({address})" if address else "none known"


def number(text):
    return f"{float(text):.2f}" if text else ""


def claim(text):
    return ", ".join(f"{name} {float(value):.3g}" for name, value in (part.split(" = ") for part in text.split(", "))).replace("epsilon ", "")


def words(witness):
    """An event, with numbers as a reader wants them; a bar would end the cell."""
    return re.sub(r"-?\d+\.\d{4,}(e-?\d+)?", lambda n: f"{float(n[0]):.4g}", witness).replace("|", "or").strip() or "a region of several numbers"


def spared_by(row, rows):
    found = twins(row, rows)
    if not found:
        return row["fixed"] or "none known"
    return f"{row['fixed']}: spared" if row["twin"] else ", ".join(dict.fromkeys(other["version"] for other in found)) + ": spared"


def named(rows):
    return ", ".join(f"`{row['mechanism']}`" for row in rows)


def of_refuted(rows):
    yield "| library | mechanism | claim | bound | neighbours | event | trials | s | source | repaired |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for row in filter(refuted, rows):
        cells = [f"{row['library']} {row['version']}", f"`{row['mechanism']}`", claim(row["claim"]), number(row["bound"]), row["pair"] or "named", words(row["witness"]), row["trials"]]
        yield "| " + " | ".join([*cells, f"{float(row['seconds']):.0f}", link(row["issue"]), spared_by(row, rows)]) + " |"


def of_causes(rows):
    causes = collections.defaultdict(list)
    for row in filter(refuted, rows):
        causes[row["why"]].append(row)
    for why, some in causes.items():
        one = some[0]
        yield f"- **{one['library']} {one['version']}**, {named(some)}. {why}"


def of_spared(rows):
    yield "| library | rows spared | largest bound over claim |"
    yield "|---|---|---|"
    some = collections.defaultdict(list)
    for row in rows:
        if row["decision"] == "not refuted":
            epsilon = re.search(r"epsilon = ([\d.e-]+)", row["claim"])
            some[f"{row['library']} {row['version']}"].append(float(row["bound"]) / float(epsilon[1]) if epsilon and float(epsilon[1]) else 0)
    for name, shares in some.items():
        yield f"| {name} | {len(shares)} | {max(shares):.2f} |"


def of_last_bits(rows):
    yield "| library | refuted by last bits | bound | event | spared |"
    yield "|---|---|---|---|---|"
    some = collections.defaultdict(list)
    for row in rows:
        some[f"{row['library']} {row['version']}"].append(row)
    for name, these in some.items():
        broken, sound = [row for row in these if refuted(row)], [row for row in these if row["decision"] == "not refuted"]
        bounds = [float(row["bound"]) for row in broken]
        span = f"{min(bounds):.1f} to {max(bounds):.1f}" if len(bounds) > 1 else f"{bounds[0]:.1f}" if bounds else ""
        events = ", ".join(dict.fromkeys(re.sub(r"^y\[\d+\] is ", "", row["witness"]) for row in broken))
        yield f"| {name} | {named(broken)} | {span} | {events} | {named(sound)} |"


def many(rows):
    """How many libraries they belong to."""
    return len({row["library"] for row in rows})


def of_numbers(rows):
    broken = [row for row in rows if refuted(row)]
    known = [row for row in broken if row["issue"] and twins(row, rows)]
    spared = [row for row in rows if row["decision"] == "not refuted"]
    slowest = max(float(row["seconds"]) for row in rows if row["seconds"])
    yield f"Of {len(broken) + len(spared)} rows of {many(broken + spared)} libraries, {len(broken)} are refuted in {many(broken)} libraries, each with a fresh seed, too."
    yield f"{len(known)} of them, in {many(known)} libraries, have a public source and a repaired twin that is spared; they have {len({row['why'] for row in known})} causes."
    yield f"The other {len(spared)} rows are spared. No row took more than {slowest:.0f} seconds of processor time."
    found = [row for row in broken + spared if row["pair"]]
    yield f"In {len(found)} rows the search found the neighbours: in {len([row for row in known if row['pair']])} of these {len(known)}, and in {len([row for row in spared if row['pair']])} of those that are spared."


def main():
    table, page = map(pathlib.Path, sys.argv[1:])
    rows, apart = read(table), read(table.with_name("last_bits.csv"))
    text = page.read_text()
    made = {"numbers": of_numbers(rows), "refuted": of_refuted(rows), "causes": of_causes(rows), "spared": of_spared(rows), "last bits": of_last_bits(apart)}
    for name, lines in made.items():
        begin, end = f"<!-- {name} -->\n", "<!-- end -->"
        before, _, rest = text.partition(begin)
        text = before + begin + "\n" + "\n".join(lines) + "\n\n" + end + rest.partition(end)[2]
    page.write_text(text)


if __name__ == "__main__":
    main()
