"""warner utility: decisions and exit codes, records that obey their schema, programs and recorded releases, messages.

    python3 utility.py build/release/bin/warner SOURCE
"""
import csv
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from asking import WARNER, record, timeless, warner

SOURCE = pathlib.Path(sys.argv.pop(1))
LAPLACE = f"python3 '{SOURCE}/examples/external/laplace.py' 1"

# Its answer and an interval that holds the truth, 10, with probability 0.9; one release in a hundred has no answer.
INTERVALS = """
import json, random, sys
for line in sys.stdin:
    asked = json.loads(line)
    rng = random.Random(asked["seed"])
    for _ in range(asked["trials"]):
        y = 10 + rng.gauss(0, 1)
        print("null" if rng.random() < LOST else json.dumps({"y": y, "low": y - 1.6449, "high": y + 1.6449}))
    sys.stdout.flush()
"""


class Utility(unittest.TestCase):
    def test_sound_claims_are_spared_and_wrong_ones_refuted(self):
        """Level 1e-6; an RMSE of sqrt(2) against 1.3 is 25 standard errors off at 2e5 releases."""
        asked = ("utility", "laplace", "--budget", "2e5", "--level", "1e-6")
        sound = record(*asked, "--rmse", "1.415", "--bias", "0", "--quantile", "0.95:2.996", "--median", "0")
        self.assertFalse(sound["refuted"])
        self.assertEqual(sound["stopped"], "budget spent")
        self.assertEqual(sound["trials"], 200_000)
        self.assertEqual(sound["certifies"], "RMSE is at least")
        self.assertAlmostEqual(sound["errors"]["rmse"]["exact"], 2 ** 0.5)
        self.assertEqual(sound["claims"][1]["assumes"], "RMSE <= 1.415")
        self.assertIsNone(sound["errors"]["rmse"]["upper"])
        wrong = record(*asked, "--rmse", "1.3", code=1)
        self.assertTrue(wrong["refuted"])
        self.assertEqual((wrong["stopped"], wrong["claim"]), ("refuted", "RMSE <= 1.3"))
        self.assertGreater(wrong["certified"], 1.3)
        self.assertLess(wrong["trials"], 200_000)

    def test_the_bound_on_the_rmse_says_what_it_assumes(self):
        bounded = ("utility", "laplace", "--budget", "2e4", "--largest", "1000")
        self.assertEqual(record(*bounded)["errors"]["rmse"]["assumes"], "|error| <= 1000 always")
        self.assertRegex(warner(*bounded).stdout, r"RMSE .*, if \|error\| <= 1000 always")
        self.assertIsNone(record("utility", "laplace", "--budget", "2e4", "--rmse", "9")["errors"]["rmse"]["assumes"])

    def test_the_record_is_the_same_for_any_number_of_threads_and_another_for_another_seed(self):
        asked = ("utility", "laplace-vector", "--k", "3", "--budget", "1e5", "--rmse", "2", "--largest", "50", "--bias", "1")
        runs = [timeless(record(*asked, "--threads", n)) for n in (1, 2, 7)]
        self.assertEqual(runs[0], runs[1])
        self.assertEqual(runs[0], runs[2])
        self.assertNotEqual(runs[0]["errors"], record(*asked, "--seed", 2)["errors"])

    def test_records_obey_the_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("no jsonschema here")
        validator = jsonschema.Draft202012Validator(json.loads((SOURCE / "docs/formats/utility.schema.json").read_text()))
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "intervals.py"
            program.write_text(INTERVALS.replace("LOST", "0.01"))
            records = [record("utility", "laplace", "--budget", "1e4"),
                       record("utility", "poll", "--truth", "0", "--budget", "1e3"),
                       record("utility", "laplace", "--rmse", "0.5", "--bias", "0.1", "--largest", "3", "--quantile", "0.5:0.1", "--median", "9", code=1),
                       record("utility", "--exec", f"python3 {program}", "--d", "{}", "--truth", "10", "--interval", "low,high", "--coverage", "0.8", "--budget", "2e3")]
            for one in records:
                self.assertEqual([error.message for error in validator.iter_errors(one)], [])
            for key, value in (("schema", "warner/utility/2"), ("surprise", 1), ("level", 0), ("trials", 0.5), ("stopped", "tired")):
                self.assertFalse(validator.is_valid(records[0] | {key: value}), key)

    def test_a_program_is_measured_and_null_is_infinitely_wrong(self):
        run = record("utility", "--exec", LAPLACE, "--d", "[0]", "--truth", "0", "--rmse", "1.5", "--level", "1e-6", "--budget", "2e4")
        self.assertEqual((run["by"], run["dataset"], run["refuted"], run["learned_from"]), ("exec", [0], False, 200))
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "intervals.py"
            asked = ("utility", "--exec", f"python3 {program}", "--d", "{}", "--truth", "10", "--interval", "low,high", "--budget", "2e4", "--level", "1e-6")
            program.write_text(INTERVALS.replace("LOST", "0"))
            self.assertEqual(record(*asked, "--coverage", "0.89")["interval"], ["y.low", "y.high"])
            self.assertGreater(0.95, record(*asked, "--coverage", "0.95", code=1)["certified"])
            program.write_text(INTERVALS.replace("LOST", "0.05"))
            lost = record(*asked, "--rmse", "5", "--coverage", "0.5", code=1)
            self.assertEqual([claim["refuted"] for claim in lost["claims"]], [True, False])
            self.assertEqual(lost["errors"]["rmse"]["lower"], "inf")
            self.assertGreater(lost["not_numbers"], 0)
            program.write_text("import sys; sys.exit(7)")
            self.assertIn("exit status 7", warner(*asked, code=4).stderr)

    def test_recorded_releases_are_measured(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "releases.csv"
            file.write_text("answer,low,high\n" + "".join(f"{8 + i % 5},{i % 5},{9 + i % 5}\n" for i in range(5000)))  # errors -2 .. 2
            asked = ("utility", "--releases", file, "--truth", "10", "--interval", "low,high", "--coverage", "0.9")
            run = record(*asked, "--largest", "2", code=1)  # held where 10 <= 9 + i % 5: four in five
            self.assertEqual(run["errors"]["largest"], 2)
            self.assertEqual([claim["refuted"] for claim in run["claims"]], [True, False])
            self.assertAlmostEqual(run["errors"]["rmse"]["estimate"], 2 ** 0.5, delta=0.1)
            self.assertIn("others serve to learn from", warner(*asked, "--budget", "5000", code=2).stderr)

    def test_a_missing_cell_leaves_the_header_and_is_counted_once(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "releases.csv"
            file.write_text("count,city\n" + "".join(f"{i % 5 if i != 3 else ''},Oslo\n" for i in range(5000)))
            for seed in (1, 2, 3, 4):
                run = record("utility", "--releases", file, "--truth", "2", "--answers", "count", "--quantile", "0.8:5", "--seed", seed)
                self.assertEqual(run["answers"], ["y.count"])
                self.assertEqual([note for note in run.get("notes", []) if not note.startswith("1 releases were unlike")], [])

    def test_a_sweep_is_a_row_a_value_and_a_csv(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "accuracy.csv"
            run = warner("utility", "laplace", "--sweep", "epsilon=0.5,1", "--sweep", "sensitivity=1,2", "--budget", "1e4", "--out", file)
            self.assertIn("Level 0.05 for all together", run.stdout)
            rows = list(csv.DictReader(file.read_text().splitlines()))
            self.assertEqual([(row["epsilon"], row["sensitivity"], row["level"]) for row in rows],
                             [("0.5", "1", "0.0125"), ("0.5", "2", "0.0125"), ("1", "1", "0.0125"), ("1", "2", "0.0125")])
            for row in rows:
                scale = float(row["sensitivity"]) / float(row["epsilon"])
                self.assertAlmostEqual(float(row["rmse_exact"]), 2 ** 0.5 * scale)
                self.assertLessEqual(float(row["rmse_lower"]), float(row["rmse_exact"]))
                self.assertLessEqual(float(row["size_95_lower"]), float(row["size_95_exact"]))
        swept = json.loads(warner("utility", "laplace", "--sweep", "epsilon=1,2", "--budget", "1e3", "--json").stdout)
        self.assertEqual([(one["family"], one["level"]) for one in swept], [(2, 0.025)] * 2)

    def test_ctrl_c_keeps_what_was_seen(self):
        run = subprocess.Popen([WARNER, "utility", "laplace-vector", "--k", "1000", "--budget", "1e8", "--threads", "1", "--json"], stdout=subprocess.PIPE, text=True)
        time.sleep(2)
        run.send_signal(signal.SIGINT)
        kept = json.loads(run.communicate(timeout=60)[0])
        self.assertEqual(run.returncode, 130)
        self.assertEqual(kept["stopped"], "interrupted")
        self.assertLess(kept["trials"], 1e8)

    def test_bad_input_is_one_line_and_exit_code_2(self):
        for words, said in ((("nothing",), "is unknown"), ((), "none was named"),
                            (("laplace", "--rmse", "0"), "rmse: 0 is not positive"), (("laplace", "--rmse", "x"), "--rmse"),
                            (("laplace", "--bias", "1"), "nothing bounds the mean"), (("laplace", "--quantile", "3"), "no SHARE:SIZE"),
                            (("laplace", "--quantile", "1.5:3"), "not in (0, 1)"), (("laplace", "--coverage", "0.9"), "no interval"),
                            (("laplace", "--interval", "y"), "no LOW,HIGH"), (("laplace", "--truth", "1,2"), "2 numbers for 1 answers"),
                            (("poll",), "--truth says what"), (("laplace", "--answers", "z"), "no column of numbers"),
                            (("laplace", "--level", "1"), "--level"), (("laplace", "--budget", "1e9"), "budget"),
                            (("laplace", "--sweep", "colour=1"), "is no parameter"), (("laplace", "--d-file", "x"), "--d-file"),
                            (("--exec", "cat"), "none was given (--d"), (("--exec", "cat", "--releases", "x"), "give one of"),
                            (("laplace", "--exec", "cat"), "give a name"), (("report-noisy-max-laplace", "--truth", "1"), "no numbers")):
            run = warner("utility", *words, code=2)
            self.assertIn(said, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
            self.assertEqual(run.stdout, "")


if __name__ == "__main__":
    unittest.main()
