"""goals.py WARNER: a width or a time in place of a budget: what is planned, what the record says, and that it replays."""

import json
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

WARNER = sys.argv.pop(1)


def said(*words, code=None):
    outcome = subprocess.run([WARNER, *words], capture_output=True, text=True, timeout=300)
    if code is not None:
        assert outcome.returncode == code, (words, outcome.returncode, outcome.stderr)
    return outcome


def record(*words):
    outcome = said(*words, "--json")
    assert outcome.returncode in (0, 1), (words, outcome.stderr)
    return json.loads(outcome.stdout)


class Width(unittest.TestCase):
    def test_the_bound_comes_as_near_as_asked(self):
        for name, width in (("laplace", 0.05), ("randomised-response", 0.01), ("sparse-vector-1", 0.1)):
            of = record("measure", name, "--until-width", str(width), "--level", "1e-6")
            self.assertEqual(of["until_width"], width)
            self.assertLessEqual(of["epsilon_estimate"] - of["epsilon_lower_bound"], width)
            self.assertGreater(of["epsilon_estimate"] - of["epsilon_lower_bound"], width / 2)

    def test_a_budget_is_the_most(self):
        of = record("measure", "laplace", "--until-width", "1e-6", "--budget", "50000", "--level", "1e-6")
        self.assertEqual(of["trials"]["search"] + of["trials"]["certify"], 50000)
        self.assertIn("is not reached", said("measure", "laplace", "--until-width", "1e-6", "--budget", "50000").stdout)

    def test_a_check_ends_at_its_width(self):
        of = record("check", "randomised-response", "--until-width", "0.2", "--level", "1e-6")
        self.assertEqual(of["sequential"]["ended"], "width reached")

    def test_a_width_of_what_is_not_claimed_is_refused(self):
        for claim in (("--claim-mu", "0.2"), ("--claim-rho", "0.01"), ("--claim-rdp", "2:0.01")):
            outcome = said("check", "gaussian", "--sigma", "1", *claim, "--until-width", "0.1", code=2)
            self.assertIn("--until-width", outcome.stderr)
            self.assertEqual(outcome.stdout, "")

    def test_an_estimate_of_0_reaches_no_width(self):
        for seed in range(1, 9):
            words = ("check", "ignores-data", "--until-width", "0.1", "--budget", "20000", "--level", "1e-6", "--seed", str(seed))
            of = record(*words)
            if of["epsilon_estimate"] == 0:
                self.assertEqual(of["sequential"]["ended"], "budget spent")
            if of["sequential"]["ended"] == "budget spent":
                self.assertRegex(said(*words).stdout, "width .*is not reached")

    def test_records_replay_and_threads_change_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            for verb in ("measure", "check"):
                made = []
                for threads in ("1", "2"):
                    file = f"{folder}/{verb}{threads}.json"
                    said(verb, "laplace", "--until-width", "0.1", "--level", "1e-6", "--threads", threads, "--out", file, code=0)
                    of = json.loads(pathlib.Path(file).read_text())
                    del of["seconds"]
                    made.append(of)
                self.assertEqual(*made)
                self.assertIn("the same tally", said("replay", file, code=0).stdout)

    def test_shards_play_what_the_search_planned(self):
        words = ("measure", "laplace", "--until-width", "0.02", "--level", "1e-6")
        with tempfile.TemporaryDirectory() as folder:
            said("search", *words, "--out", f"{folder}/found.json", code=0)
            for i in ("1", "2", "3"):
                said("shard", f"{i}/3", *words, "--found", f"{folder}/found.json", "--out", f"{folder}/{i}.json", code=0)
            merged = json.loads(said("merge", *(f"{folder}/{i}.json" for i in "123"), "--json", code=0).stdout)
        whole = record(*words)
        self.assertEqual({**merged, "seconds": 0}, {**whole, "seconds": 0})


class TimeOfShards(unittest.TestCase):
    def test_a_time_is_planned_once_for_all_shards(self):
        words = ("measure", "laplace", "--time", "0.5s", "--level", "1e-6")
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("--found", said("shard", "1/2", *words, "--out", f"{folder}/1.json", code=2).stderr)
            said("search", *words, "--out", f"{folder}/found.json", code=0)
            for i in "12":
                said("shard", f"{i}/2", *words, "--found", f"{folder}/found.json", "--out", f"{folder}/{i}.json", code=0)
            merged = json.loads(said("merge", f"{folder}/1.json", f"{folder}/2.json", "--json", code=0).stdout)
        self.assertEqual(merged["planned_seconds"], 0.5)


class Time(unittest.TestCase):
    def test_it_takes_about_so_long_and_says_so(self):
        start = time.monotonic()
        of = record("measure", "laplace", "--time", "2s", "--level", "1e-6")
        self.assertLess(time.monotonic() - start, 60)  # a time is a plan: a busy machine is slower than its pilots were
        self.assertEqual(of["planned_seconds"], 2)
        self.assertGreater(of["trials"]["certify"], 100_000)

    def test_the_record_is_that_of_its_budget(self):
        of = record("measure", "sparse-vector-1", "--time", "0.5s", "--level", "1e-6")
        budget = of["trials"]["search"] + of["trials"]["certify"]
        named = record("measure", "sparse-vector-1", "--budget", str(budget), "--level", "1e-6")
        del of["planned_seconds"]
        self.assertEqual({**of, "seconds": 0}, {**named, "seconds": 0})

    def test_who_resumes_has_the_same_budget(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ("measure", "laplace", "--time", "0.5", "--level", "1e-6", "--journal", f"{folder}/journal")
            first, again = record(*words), record(*words)
            self.assertEqual({**first, "seconds": 0}, {**again, "seconds": 0})

    def test_a_check_stops_by_its_budget(self):
        of = record("check", "laplace", "--time", "1s", "--level", "1e-6")
        self.assertEqual(of["sequential"]["ended"], "budget spent")
        self.assertEqual(of["planned_seconds"], 1)


class Refusals(unittest.TestCase):
    def test_what_is_no_goal(self):
        for words, why in (
            (("--time", "0"), "is no time"),
            (("--time", "10x"), "is no time"),
            (("--time", "1h30"), "is no time"),
            (("--time", "-5s"), "is no time"),
            (("--time", "1e9"), "is no time"),
            (("--time", "5s", "--budget", "1e6"), "not both"),
            (("--until-width", "0"), "is not above 0"),
            (("--until-width", "nan"), "is not above 0"),
            (("--until-width", "wide"), "is not a number"),
            (("--until-width", "0.1", "--timing"), "durations"),
        ):
            outcome = said("measure", "laplace", *words, code=2)
            self.assertIn(why, outcome.stderr)
            self.assertEqual(len(outcome.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
