"""Audits every row of examples/libraries/rows at a family-wise level, and writes one table.

    python3 examples/libraries/audit.py --warner build/release/bin/warner --environments build/libraries --out build/libraries/table.csv

Each row gets an equal share of the level. A refutation is played again on the same pair with a fresh seed, at the same share.
A row that stands in the table keeps its line until it is audited again: Ctrl-C loses nothing but the row under way.
What LAST_BITS of a file names is audited once more, last bits and all: these rows stand in last_bits.csv beside the table.
"""
import argparse
import csv
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from respond import rows_of

HERE = pathlib.Path(__file__).resolve().parent
FIELDS = ("library", "version", "mechanism", "claim", "bound", "decision", "replayed", "expected", "pair", "witness", "trials", "seconds", "kind", "issue", "fixed", "why", "twin")
WHY_LAST_BITS = "The noise is a double as its sampler made it. Added to 0 it keeps its last bits; added to 1 they are rounded away, so that a release tells where it comes from."
DECISIONS = {0: "not refuted", 1: "refuted", 3: "inconclusive"}


def asked(rows_directory):
    """Every row with the library and version that it belongs to."""
    for path in sorted(rows_directory.glob("*.py")):
        module = rows_of(path)
        for row in module.ROWS:
            for version in row.get("versions", module.VERSIONS):
                yield {"library": module.LIBRARY, "version": version, "path": path, **row}
                if (broken_in := getattr(module, "LAST_BITS", {}).get(row["mechanism"])) is not None:
                    about = {"broken_in": broken_in, "kind": "last bits", "why": WHY_LAST_BITS if version in broken_in else ""}
                    same = {key: row[key] for key in ("mechanism", "d", "d_prime", "data", "neighbours", "bounds", "claim", "budget") if key in row}
                    yield {"library": module.LIBRARY, "version": version, "path": path, **same, **about, "last_bits": True}


def spent():
    """Processor seconds of all that has been run and waited for: other work on the machine does not lengthen them."""
    now = os.times()
    return now.children_user + now.children_system


def neighbours(row, folder):
    """The pair of a row; or, where it has data, what neighbours of it are, which the search then finds.

    A row that has both keeps the pair for its last bits.
    """
    if "data" not in row or row.get("last_bits") and "d" in row:
        return ["--d", json.dumps(row["d"]), "--d-prime", json.dumps(row["d_prime"])]
    data = folder / "data.json"
    data.write_text(json.dumps(row["data"]))
    return ["--data", str(data), "--neighbours", row["neighbours"], "--finite", *(["--bounds", row["bounds"]] if "bounds" in row else [])]


def measured(warner, python, row, level, seed):
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / "record.json"
        words = [warner, "measure", "--exec", shlex.join([python, str(HERE / "respond.py"), str(row["path"]), row["mechanism"]])]
        words += [*neighbours(row, pathlib.Path(folder)), "--level", repr(level)]
        words += ["--budget", str(row.get("budget", 100_000)), "--seed", str(seed), "--threads", "1", "--timeout", "600", "--out", str(record)]
        for name, value in row["claim"].items():
            words += [f"--claim-{name}", repr(value)]
        if not row.get("last_bits"):
            words.append("--ideal-numbers")
        began = spent()
        done = subprocess.run(words, capture_output=True, text=True)
        seconds = spent() - began
        if done.returncode not in DECISIONS:
            last = (done.stderr.strip() or "no message").splitlines()[-1]
            return {"decision": f"failed: {last}", "seconds": round(seconds, 1)}
        said = json.loads(record.read_text())
        found = [json.loads((record.parent / file).read_text()) for file in said["external"].get("dataset_files", [])] if "--data" in words else []
    witness = (said.get("witness") or {}).get("event", "")
    return {"decision": DECISIONS[done.returncode], "pair": said["pair"]["label"] if "--data" in words else "", "bound": said["epsilon_lower_bound"], "witness": witness, "seconds": round(seconds, 1), "found": found}


def key_of(line):
    return line.get("kind") == "last bits", line["library"], line["version"], line["mechanism"]


def key_of_row(row):
    return key_of({"kind": "", **row})


def audited(given, row, share):
    """The line of a row: its audit, and where that refutes, the replay."""
    claim = ", ".join(f"{name} = {value}" for name, value in row["claim"].items())
    expected = "refuted" if row["version"] in row.get("broken_in", ()) else "not refuted"
    line = {**row, "claim": claim, "expected": expected, "trials": row.get("budget", 100_000)}
    python = given.environments / f"{row['library']}-{row['version']}" / "bin" / "python"
    if not python.exists():
        return {**line, "decision": "not installed"}
    line |= measured(given.warner, str(python), row, share, 1)
    if line["decision"] == "refuted":
        again = {**{key: row[key] for key in row if key != "data"}, **dict(zip(("d", "d_prime"), line["found"]))}
        line["replayed"] = measured(given.warner, str(python), again, share, 2)["decision"]
    return line


def lines_of(path):
    if not path.exists():
        return []
    with path.open(newline="") as table:
        return list(csv.DictReader(table))


def write(path, lines):
    """Replaces the table at once, so that what ends this in between loses nothing."""
    part = path.with_name(path.name + ".part")
    with part.open("w", newline="") as file:
        table = csv.DictWriter(file, FIELDS, extrasaction="ignore")
        table.writeheader()
        table.writerows(lines)
    part.replace(path)


def main():
    takes = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    takes.add_argument("--warner", required=True)
    takes.add_argument("--environments", type=pathlib.Path, required=True)
    takes.add_argument("--rows", type=pathlib.Path, default=HERE / "rows")
    takes.add_argument("--out", type=pathlib.Path, required=True)
    takes.add_argument("--level", type=float, default=0.05, help="of all rows together")
    takes.add_argument("--only", type=re.compile, default=re.compile(""), help="audit rows that match this, of 'LIBRARY VERSION MECHANISM'; the others stay as the table has them")
    given = takes.parse_args()
    rows = list(asked(given.rows))
    tables = {False: given.out, True: given.out.with_name("last_bits.csv")}
    stands = {key_of(line): line for path in tables.values() for line in lines_of(path)}
    share = given.level / max(1, len(rows))
    surprises = 0
    for row in rows:
        key = key_of_row(row)
        if not given.only.search(" ".join(key[1:])) and key in stands:
            continue
        stands[key] = line = audited(given, row, share)
        surprises += line["decision"] not in (line["expected"], "not installed")
        for is_last_bits, path in tables.items():
            write(path, [stands[at] for at in map(key_of_row, rows) if at in stands and at[0] == is_last_bits])
        print(row["library"], row["version"], row["mechanism"], "(last bits)" if key[0] else "", line["decision"], line.get("bound", ""), line.get("witness", ""), flush=True)
    print(f"{len(rows)} rows, {surprises} of them not as expected")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
