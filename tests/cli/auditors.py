"""auditors.py WARNER SOURCE: the yardstick's tasks follow from the catalogue, and its runner keeps auditors to their budgets."""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

WARNER, SOURCE = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
AUDITORS = SOURCE / "bench/auditors"
NEWCOMER = """
import json, sys
task = json.loads(sys.stdin.readline())
print(json.dumps({"epsilon": EPSILON, "refuted": EPSILON > task["claim"]["epsilon"], "releases": RELEASES}))
"""


class Yardstick(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def table(self, *words, names=("laplace", "broken/laplace-half-scale")):
        document = json.loads((AUDITORS / "tasks.json").read_text())
        document["tasks"] = [task for task in document["tasks"] if task["name"] in names]
        (self.path / "tasks.json").write_text(json.dumps(document))
        outcome = subprocess.run([sys.executable, AUDITORS / "run.py", "--warner", WARNER, "--tasks", self.path / "tasks.json",
                                  "--out", self.path / "table.tsv", *words], capture_output=True, text=True)  # fmt: skip
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        lines = (self.path / "table.tsv").read_text().splitlines()
        self.assertTrue(lines[0].startswith("# yardstick 1, level 0.05"))
        return list(csv.DictReader(lines[1:], delimiter="\t")), outcome.stderr

    def newcomer(self, name, epsilon, releases):
        program = self.path / f"{name}.py"
        program.write_text(NEWCOMER.replace("EPSILON", str(epsilon)).replace("RELEASES", str(releases)))
        return ["--add", name, f"{sys.executable} {program}"]

    def test_the_list_of_tasks_follows_from_the_catalogue(self):
        made = subprocess.run([sys.executable, AUDITORS / "tasks.py", WARNER], capture_output=True, check=True, text=True).stdout
        self.assertEqual(made, (AUDITORS / "tasks.json").read_text())

    def test_warner_certifies_most_of_epsilon_through_the_pipe_and_refutes_what_is_broken(self):
        rows, _ = self.table("--only", "warner")
        of = {row["task"]: row for row in rows}
        self.assertTrue(0.95 < float(of["laplace"]["epsilon"]) <= 1)
        self.assertEqual([of[name]["refuted"] for name in ("laplace", "broken/laplace-half-scale")], ["0", "1"])
        self.assertTrue(all(int(row["releases"]) <= 100_000 for row in rows))

    def test_a_newcomer_gets_its_row_and_is_kept_to_the_budget(self):
        rows, _ = self.table("--only", "warner", *self.newcomer("fair", 0.5, 100), *self.newcomer("greedy", 0.5, 100_001), names=("laplace",))
        of = {row["auditor"]: row for row in rows}
        self.assertEqual((of["fair"]["epsilon"], of["greedy"]["epsilon"], of["greedy"]["note"]), ("0.5", "", "drew 100001 releases"))
        summary = subprocess.run([sys.executable, AUDITORS / "summary.py", self.path / "table.tsv"], capture_output=True, check=True, text=True).stdout
        self.assertIn("| fair | 1/1 | 0.500 |", summary)
        self.assertIn("| greedy | 0/1 | 0.000 |", summary)

    def test_who_is_not_there_is_skipped_with_a_line(self):
        _, said = self.table("--only", "warner,nobody")
        self.assertIn("nobody: skipped", said)


unittest.main()
