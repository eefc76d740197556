"""The table of a run, tab-separated: each row is written when it is known, and what stands in a file is continued."""

import csv
import pathlib

COLUMNS = ("auditor", "task", "kind", "claim", "exact", "epsilon", "refuted", "releases", "cpu_seconds", "seed", "note")


class Table:
    """`key in table` says whether an auditor has its row of a task at a seed; `write(row)` adds one, safe at once.

    The first line states yardstick and budget. A file that states others is refused with ValueError, untouched.
    """

    def __init__(self, path, budget):
        self.rows = []
        stood = self._standing(pathlib.Path(path), budget)
        self._file = open(path, "w" if stood is None else "r+", encoding="utf-8", newline="")  # noqa: SIM115
        self._writer = csv.DictWriter(self._file, COLUMNS, delimiter="\t", lineterminator="\n")
        if stood is None:
            print(budget, file=self._file)
            self._writer.writeheader()
            self._file.flush()
        else:
            self._file.truncate(len(stood.encode()))
            self._file.seek(0, 2)
        self._keys = {key(row) for row in self.rows}

    def _standing(self, path, budget):
        """The whole lines of the file; a last line that was cut off is none. None where there is nothing yet."""
        if not path.exists():
            return None
        text = path.read_bytes().decode("utf-8")
        text = text[: text.rfind("\n") + 1]
        lines = text.splitlines()
        if not lines and path.stat().st_size == 0:
            return None
        if not lines or lines[0] != budget or lines[1:2] not in ([], ["\t".join(COLUMNS)]):
            stated = f"states '{lines[0].lstrip('# ')}'" if lines and lines[0].startswith("# yardstick") else "is no table of this runner"
            raise ValueError(f"out: {path} {stated}, and this run is '{budget.lstrip('# ')}' (name another file)")
        if len(lines) == 1:
            return None
        self.rows = list(csv.DictReader(lines[1:], delimiter="\t"))
        return text

    def __contains__(self, sought):
        return sought in self._keys

    def write(self, row):
        self._writer.writerow(row)
        self._file.flush()
        self.rows.append(row)
        self._keys.add(key(row))


def key(row):
    return row["auditor"], row["task"], int(row["seed"])
