"""auditors.py WARNER SOURCE: the yardstick's tasks follow from the catalogue, and its runner keeps auditors to their budgets."""

import csv
import importlib.util
import json
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest

WARNER, SOURCE = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
AUDITORS = SOURCE / "bench/auditors"
NEWCOMER = """
import json, sys, time
task = json.loads(sys.stdin.readline())
with open(__file__ + ".asked", "a") as asked: print(task["task"], file=asked)
while task["task"] == SLOW_ON: time.sleep(0.1)
print(json.dumps({"epsilon": EPSILON, "refuted": EPSILON > task["claim"]["epsilon"], "releases": RELEASES}))
"""


class Yardstick(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def command(self, *words, names):
        document = json.loads((AUDITORS / "tasks.json").read_text())
        document["tasks"] = [task for task in document["tasks"] if task["name"] in names]
        (self.path / "tasks.json").write_text(json.dumps(document))
        return [sys.executable, AUDITORS / "run.py", "--warner", WARNER, "--tasks", self.path / "tasks.json", "--out", self.path / "table.tsv", *words]

    def rows(self):
        lines = (self.path / "table.tsv").read_text().splitlines()
        self.assertTrue(lines[0].startswith("# yardstick 1, level 0.05"))
        return list(csv.DictReader(lines[1:], delimiter="\t"))

    def table(self, *words, names=("laplace", "broken/laplace-half-scale")):
        outcome = subprocess.run(self.command(*words, names=names), capture_output=True, text=True)
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        return self.rows(), outcome.stderr

    def newcomer(self, name, epsilon, releases, slow_on=None):
        program = self.path / f"{name}.py"
        program.write_text(NEWCOMER.replace("EPSILON", str(epsilon)).replace("RELEASES", str(releases)).replace("SLOW_ON", repr(slow_on)))
        return ["--add", name, f"{sys.executable} {program}"]

    def asked(self, name):
        return (self.path / f"{name}.py.asked").read_text().split()

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

    def test_no_answer_is_a_row_and_ends_nothing(self):
        says = {"silent": "true", "wordy": "echo it is private", "partial": "echo '{\"epsilon\": 1}'", "list": "echo [1]", "garbled": "printf '\\377\\n'"}
        added = [word for name, command in says.items() for word in ("--add", name, f"sh -c {shlex.quote(command)}")]
        rows, _ = self.table("--only", ",".join(says), *added, *self.newcomer("fair", 0.5, 100), names=("laplace",))
        notes = {row["auditor"]: row["note"] for row in rows}
        self.assertEqual((notes.pop("fair"), notes["silent"]), ("", "no answer"))
        self.assertEqual(sorted(notes), sorted(says))
        for note in notes.values():
            self.assertTrue(note.startswith("no answer"), note)

    def test_a_table_without_rows_is_said_to_be_one(self):
        (self.path / "table.tsv").write_text("")
        draws = importlib.util.find_spec("matplotlib") is not None
        for words in (["summary.py", "table.tsv"], ["plot.py", "table.tsv", "figure"], ["summary.py"], ["plot.py"]):
            if words[0] == "plot.py" and not draws:
                continue
            run = subprocess.run([sys.executable, AUDITORS / words[0], *words[1:]], capture_output=True, text=True, cwd=self.path)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertNotIn("Traceback", run.stderr)

    def test_who_is_not_there_is_skipped_with_a_line(self):
        _, said = self.table("--only", "warner,nobody")
        self.assertIn("nobody: skipped", said)

    def test_a_table_that_stands_is_continued(self):
        toy = self.newcomer("toy", 0.5, 100)
        self.table("--only", "toy", *toy, names=("laplace",))
        before = (self.path / "table.tsv").read_bytes()
        with open(self.path / "table.tsv", "a") as file:
            file.write("toy\tbroken/laplace-half-scale\tbro")  # cut off while it was written
        rows, said = self.table("--only", "toy,other", *toy, *self.newcomer("other", 0.5, 100))
        self.assertIn("1 rows stand, and are not run again", said)
        self.assertTrue((self.path / "table.tsv").read_bytes().startswith(before))
        self.assertEqual(len({(row["auditor"], row["task"]) for row in rows}), 4)
        self.assertEqual(len(rows), 4)
        self.assertEqual(self.asked("toy"), ["laplace", "broken/laplace-half-scale"])
        rows, _ = self.table("--only", "toy", *toy, "--seed", "7")
        self.assertEqual(len(rows), 6, "another seed is another run")

    def test_a_table_of_another_budget_is_refused_and_left_as_it_is(self):
        toy = self.newcomer("toy", 0.5, 100)
        self.table("--only", "toy", *toy, names=("laplace",))
        before = (self.path / "table.tsv").read_bytes()
        outcome = subprocess.run(self.command("--only", "toy", *toy, "--releases", "500", names=("laplace",)), capture_output=True, text=True)
        self.assertEqual(outcome.returncode, 2)
        self.assertEqual(len(outcome.stderr.splitlines()), 1, outcome.stderr)
        for word in ("out: ", "table.tsv states", "100000 releases", "500 releases", "(name another file)"):
            self.assertIn(word, outcome.stderr)
        self.assertEqual((self.path / "table.tsv").read_bytes(), before)
        (self.path / "table.tsv").write_text("somebody's notes\n")
        outcome = subprocess.run(self.command("--only", "toy", *toy, names=("laplace",)), capture_output=True, text=True)
        self.assertEqual((outcome.returncode, (self.path / "table.tsv").read_text()), (2, "somebody's notes\n"))

    def test_an_interrupted_run_loses_nothing_and_goes_on(self):
        quick, slow = self.newcomer("quick", 0.5, 100), self.newcomer("slow", 0.5, 100, slow_on="broken/laplace-half-scale")
        words = self.command("--only", "quick,slow", *quick, *slow, names=("laplace", "broken/laplace-half-scale"))
        run = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.kill)
        waits_until = time.time() + 60
        while time.time() < waits_until and not ((self.path / "slow.py.asked").exists() and len(self.asked("slow")) == 2):
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130, said)
        stood = self.rows()
        self.assertIn(f"interrupted: {len(stood)} rows stand", said)
        self.assertNotIn("Traceback", said)
        self.assertIn("task 1 of 2, laplace: 0 of 4 answers", said)
        self.assertEqual({row["auditor"] for row in stood if row["task"] == "laplace"}, {"quick", "slow"})
        rows, _ = self.table("--only", "quick,slow", *quick, *self.newcomer("slow", 0.5, 100))
        self.assertEqual(rows[: len(stood)], stood)
        self.assertEqual(len(rows), 4)

    def test_an_auditor_may_have_an_interpreter_of_its_own(self):
        marked = self.path / "python"
        marked.write_text(f'#!/bin/sh\necho "$1" >> {self.path}/marked\nexec {sys.executable} "$@"\n')
        marked.chmod(0o755)
        rows, _ = self.table("--only", "warner", "--python", f"warner={marked}", "--python", sys.executable, names=("laplace",))
        self.assertEqual((rows[0]["note"], (self.path / "marked").read_text().count("audit_warner.py")), ("", 1))
        for words in (["--python", "nobody=python3"], ["--path", str(self.path / "nowhere")]):
            outcome = subprocess.run(self.command(*words, names=("laplace",)), capture_output=True, text=True)
            self.assertEqual((outcome.returncode, len(outcome.stderr.splitlines())), (2, 1), outcome.stderr)


unittest.main()
