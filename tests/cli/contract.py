"""The command line's contract: exit codes, records, error messages, and the same bytes for any number of threads.

    python3 contract.py build/release/bin/warner
"""

import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import tempfile
import time
import unittest

from asking import WARNER, record, timeless, warner


class Contract(unittest.TestCase):
    def test_a_sweep_audits_every_combination_at_one_level(self):
        """Level 1e-6: laplace at 0.1 keeps 0.4 and 2, at 1 it keeps 2 alone."""
        axes = ("--sweep", "epsilon=0.1,1", "--sweep", "claim-epsilon=0.4,2")
        with tempfile.TemporaryDirectory() as folder:
            run = warner("measure", "laplace", *axes, "--budget", "1e5", "--level", "1e-6", "--out", folder, code=1)
            self.assertEqual([line.split()[-1] for line in run.stdout.splitlines()[1:5]], ["refuted", "refuted", "REFUTED", "refuted"])
            self.assertIn("1 of 4 refuted", run.stdout)
            records = [json.loads((pathlib.Path(folder) / f"000{i}.json").read_text()) for i in (1, 2, 3, 4)]
            self.assertEqual([(r["parameters"]["epsilon"], r["claim"]["epsilon"], r["family"], r["level"]) for r in records],
                             [(e, c, 4, 2.5e-7) for e in (0.1, 1) for c in (0.4, 2)])
        for axis, word in (("foo=1", "is no parameter of laplace"), ("epsilon", "is no NAME=VALUE"), ("epsilon=1,1", "comes twice"), ("epsilon=1,,2", "is empty"), ("epsilon=1,-1", "not positive")):
            run = warner("measure", "laplace", "--sweep", axis, code=2)
            self.assertIn(word, run.stderr)
            self.assertEqual(run.stdout, "")
        self.assertIn("varies twice", warner("check", "laplace", "--sweep", "epsilon=1", "--sweep", "epsilon=2", code=2).stderr)

    def test_time_is_an_output_where_asked(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "timed.json"
            r = record("measure", "discrete-gaussian", "--sigma", "5", "--timing", "--budget", "2e4", "--level", "1e-9", "--out", file)
            self.assertTrue(r["timing"])
            self.assertIsNone(r["epsilon_exact"])
            self.assertIn("timing: durations do not happen twice", warner("replay", file, code=2).stderr)
        self.assertNotIn("timing", record("measure", "randomised-response", "--budget", "2e4"))
        self.assertIn("--timing", warner("measure", "--all", "--timing", code=2).stderr)
        self.assertIn("timing: ", warner("check", "laplace", "--timing", "--white-box", code=2).stderr)

    def test_a_sound_mechanism_is_spared_and_its_bound_is_tight(self):
        r = record("measure", "laplace", "--epsilon", "0.1", "--budget", "1e6", "--seed", "1")
        self.assertEqual(r["decision"], "not refuted")
        self.assertEqual(r["schema"], "warner/record/1")
        self.assertGreater(r["epsilon_lower_bound"], 0.09)
        self.assertLess(r["epsilon_lower_bound"], 0.102)
        self.assertEqual(r["epsilon_exact"], 0.1)
        self.assertEqual(r["trials"]["search"] + r["trials"]["certify"], 1_000_000)
        self.assertFalse(r["white_box"])
        self.assertIn("declares no density (the audit is black-box)", warner("measure", "sparse-vector-gap", "--white-box", "--budget", "1e4").stderr)

    def test_a_broken_mechanism_is_refuted(self):
        r = record("measure", "broken/laplace-half-scale", "--epsilon", "1", "--budget", "1e5", code=1)
        self.assertEqual(r["decision"], "refuted")
        self.assertGreater(r["epsilon_lower_bound"], 1.8)
        self.assertLessEqual(r["epsilon_lower_bound"], 2.1)

    def test_the_record_is_the_same_for_any_number_of_threads_and_twice(self):
        in_cells = ("broken/sparse-vector-6", "--epsilon", "0.1", "--pair", "search", "--search-budget", "5e5")  # thousands of cells, counted by blocks
        for asked in (("laplace",), ("randomised-response",), ("gaussian-analytic",), ("laplace-vector",), in_cells):
            budget, code = ("1.5e6", 1) if asked is in_cells else ("3e5", 0)
            runs = [timeless(record("measure", *asked, "--budget", budget, "--threads", n, code=code)) for n in (1, 2, 7, 7)]
            for run in runs[1:]:
                self.assertEqual(run, runs[0])

    def test_another_seed_and_another_generator_are_other_trials(self):
        first = record("measure", "laplace", "--budget", "1e5")
        self.assertNotEqual(first["tally"], record("measure", "laplace", "--budget", "1e5", "--seed", 2)["tally"])
        self.assertNotEqual(first["tally"], record("measure", "laplace", "--budget", "1e5", "--generator", "philox")["tally"])

    def test_either_parameter_makes_the_mechanism_never_both_at_odds(self):
        one = record("measure", "laplace", "--epsilon", "0.5", "--budget", "1e4")
        self.assertEqual(one["tally"], record("measure", "laplace", "--scale", "2", "--budget", "1e4")["tally"])
        self.assertEqual(one["tally"], record("measure", "laplace", "--scale", "2", "--epsilon", "0.5", "--budget", "1e4")["tally"])
        self.assertIn("scale", warner("measure", "laplace", "--scale", "3", "--epsilon", "0.5", code=2).stderr)

    def test_bad_input_gets_one_clear_line_and_exit_code_2(self):
        for arguments, word in (
            (("measure", "laplace", "--epsilon", "nan"), "epsilon"),
            (("measure", "laplace", "--epsilon", "-1"), "-1"),
            (("measure", "laplace", "--epsilon", "one"), "'one'"),
            (("measure", "laplace", "--budget", "0"), "budget"),
            (("measure", "laplace", "--budget", "1.5"), "budget"),
            (("measure", "laplace", "--level", "1"), "level"),
            (("measure", "laplace", "--level", "nan"), "level"),
            (("measure", "laplace", "--seed", "-1"), "seed"),
            (("measure", "laplace", "--threads", "-1"), "threads"),
            (("measure", "laplace", "--generator", "dice"), "dice"),
            (("measure", "laplace", "--d", "[0]"), "d-prime"),
            (("measure", "laplace", "--d", "zero", "--d-prime", "[1]"), "zero"),
            (("measure", "laplace", "--d", "[]", "--d-prime", "[]"), "d"),
            (("measure", "laplac"), "laplace"),
            (("measure", "laplace", "--gamma", "1"), "gamma"),
            (("measure",), "mechanism"),
            (("check",), "mechanism"),
            (("plan",), "claim"),
            (("plan", "--claim", "1"), "violation"),
            (("plan", "--claim", "1", "--violation", "0.9"), "violation"),
            (("plan", "--claim", "1", "--violation", "2", "--power", "1"), "power"),
            (("check", "laplace", "--budget", "0"), "budget"),
            (("check", "laplace", "--level", "2"), "level"),
            (("check", "laplace", "--pair", "all", "--d", "[0]", "--d-prime", "[1]"), "--pair"),
            (("replay", "no-such-file.json"), "no such file"),
            (("replay", "/"), "folder"),
            (("figures", "notebook-adult", "--data", "no-such-file.csv", "--out", "/tmp/never"), "no-such-file.csv"),
            (("figures", "no-such-figure"), "no-such-figure"),
            (("report", "no-such-folder"), "no-such-folder"),
        ):
            with self.subTest(arguments=arguments):
                run = warner(*arguments, code=2)
                self.assertEqual(run.stdout, "")
                self.assertIn(word, run.stderr)
                self.assertEqual(len(run.stderr.strip().splitlines()), 1, run.stderr)

    def test_budgets_beyond_what_counts_hold_are_refused(self):
        verbs = (("measure", "randomised-response"), ("check", "laplace"), ("profile", "laplace", "--measure"), ("tradeoff", "laplace", "--measure"),
                 ("shard", "1/1000000", "measure", "laplace", "--out", "/tmp/never"), ("utility", "laplace", "--rmse", "3"), ("plan", "--claim", "1"))
        for words in verbs:
            for budget in ("9007199254740993e1", "9223372036854775807", "9.2e18", "1.9e19", "18446744073709551616", "1e300", "inf", "1e400"):
                with self.subTest(words=words, budget=budget):
                    run = warner(*words, "--budget", budget, code=2)
                    self.assertEqual(run.stdout, "")
                    self.assertRegex(run.stderr, r"\Awarner: --?budget: [^\n]*\n\Z")

    def test_a_plan_of_1e15_trials_says_what_they_detect(self):
        said = warner("plan", "--claim", "1", "--budget", "1e15").stdout
        blind = re.search(r"blind spot +(\S+) +(\S+)", said)
        self.assertTrue(all(1e-14 < float(x) < 1e-13 for x in blind.groups()), said)
        self.assertIn("more than can be", warner("plan", "--claim", "1", "--violation", "1.00000001").stdout)

    def test_a_level_that_no_double_holds_is_refused(self):
        for words in (["measure", "laplace"], ["check", "laplace"], ["utility", "laplace", "--rmse", "3"], ["plan", "--claim-epsilon", "1", "--violation", "2"],
                      ["profile", "laplace", "--measure"], ["measure", "laplace", "--sweep", "epsilon=1,2"]):
            for level in ("4.9e-324", "9e-301"):
                self.assertIn(f"--level: {'5e-324' if level[0] == '4' else level} is below 1e-300", warner(*words, "--level", level, code=2).stderr)
            self.assertIn("--level: 2 is not in (0, 1)", warner(*words, "--level", "2", code=2).stderr)
            if words[0] != "profile":
                budget = [] if words[0] == "plan" else ["--budget", "1e4"]
                warner(*words, "--level", "1e-300", *budget)

    def test_no_folder_for_temporary_files_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder) / "t.csv"
            table.write_text("x\n1\n2\n")
            run = subprocess.run([WARNER, "measure", "--exec", "cat", "--data", table, "--neighbours", "add-remove", "--bounds", "x=0:3", "--as-files", "--claim-epsilon", "1"],
                                 capture_output=True, text=True, env={**os.environ, "TMPDIR": "/nonexistent"})
            self.assertEqual((run.returncode, run.stderr), (2, "warner: /nonexistent: is no folder for temporary files (TMPDIR names one)\n"))

    def test_a_level_and_neighbours_are_said_in_words_that_tell(self):
        for level, says in (("0.05", "95 %"), ("1e-9", "99.9999999 %"), ("1.5e-7", "99.999985 %"), ("1e-17", "100 % less 1e-15 %")):
            self.assertIn(f"certified with {says} confidence", warner("measure", "laplace", "--budget", "1e4", "--level", level).stdout)
        self.assertIn("(one answer differs)", warner("measure", "laplace-vector", "--budget", "1e4").stdout)
        self.assertEqual(record("measure", "laplace-vector", "--budget", "1e4")["pair"]["relation"], "one differ")

    def test_usage_errors_name_the_way_out(self):
        for arguments in (("frobnicate",), (), ("measure", "laplace", "--no-such-option")):
            self.assertIn("--help", warner(*arguments, code=2).stderr)
        for arguments, says in ((("measure", "laplace", "--epsilno", "1"), "--epsilno: is no option of measure; did you mean --epsilon?"),
                                (("measure", "laplace", "--epsilno=1"), "--epsilno: is no option of measure; did you mean --epsilon?"),
                                (("--threads", "1", "measure", "laplace"), "--threads: goes behind measure"),
                                (("mesure", "laplace"), "mesure: is no verb; did you mean measure?"),
                                (("measure", "laplace", "--frobnicate"), "--frobnicate: is no option of measure (try"),
                                (("measure", "python3", "mine.py"), "mine.py: is a word too many; a program and its arguments go behind --exec"),
                                (("--verison",), "--verison: is no option; did you mean --version?")):
            self.assertIn(says, warner(*arguments, code=2).stderr)

    def test_the_help_of_parts_lists_what_they_read(self):
        for verb in ("search", "shard"):
            said = warner(verb, "--help").stdout
            self.assertIn("--search-budget", said)
            for hidden in ("--all", "--sweep", "--json", "--timing"):
                self.assertNotRegex(said, rf"\n  {hidden}\b")

    def test_files_of_nothing_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("empty.csv", b""), ("zeros.csv", bytes(4096)), ("header.csv", b"age,workclass\n")):
                path = pathlib.Path(folder, name)
                path.write_bytes(content)
                run = warner("figures", "notebook-adult", "--data", path, "--out", folder, code=2)
                self.assertIn(name, run.stderr)

    def test_help_and_version_everywhere(self):
        for verb in ((), ("list",), ("measure",), ("check",), ("try",), ("plan",), ("figures",), ("report",), ("replay",), ("bench",)):
            self.assertIn("warner", warner(*verb, "--help").stdout)
            self.assertEqual(warner(*verb, "-h").stdout, warner(*verb, "--help").stdout)
            self.assertRegex(warner(*verb, "--version").stdout, r"warner \d+\.\d+\.\d+")

    def test_a_record_replays_to_the_same_tally_and_keeps_its_decision(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.json")
            for mechanism, code in (("laplace", 0), ("broken/laplace-half-scale", 1), ("randomised-response", 0), ("laplace-vector", 0)):
                warner("measure", mechanism, "--budget", "2e5", "--out", path, code=code)
                self.assertIn("the same tally", warner("replay", path, code=code).stdout)
            other = json.loads(path.read_text())
            other["tally"]["right"] += 1
            other["tally"]["wrong"] -= 1
            path.write_text(json.dumps(other))
            self.assertIn("NOT", warner("replay", path, code=5).stdout)
            path.write_text(re.sub(r'"column": \d+', '"column": 99', path.read_text()))
            self.assertIn("it reads column", warner("replay", path, code=2).stderr)
            path.write_text("{")
            warner("replay", path, code=2)

    def test_a_replay_names_what_does_not_follow(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.json")
            warner("measure", "laplace", "--budget", "1e5", "--out", path)
            made = json.loads(path.read_text())
            for field, value in (("epsilon_lower_bound", 0.9), ("guarantee", "epsilon = 0.5"), ("epsilon_exact", 3), ("replicates", [0, 5]), ("epsilon_estimate", 0.5), ("blind_spot", 0.5), ("flaw", "none"),
                                 ("delta_lower_bound", 0.1), ("detectable_epsilon", 1.0001)):
                path.write_text(json.dumps({**made, field: value}))
                run = warner("replay", path, code=5)
                self.assertRegex(run.stdout, rf"does not follow  {field}", field)
                self.assertIn("not checked", run.stdout)
            path.write_text(json.dumps({**made, "level": 0.9}))
            self.assertIn("does not follow  epsilon_lower_bound", warner("replay", path, code=5).stdout)
            path.write_text(json.dumps({**made, "pair": {**made["pair"], "d_prime": []}}))
            self.assertIn("0 values where this mechanism takes 1", warner("replay", path, code=2).stderr)
            path.write_text(json.dumps(made).replace('"seed": 1', '"seed": 1e83648'))
            self.assertIn("JSON: can not be read", warner("replay", path, code=2).stderr)
            path.write_text(json.dumps(made).replace('"seed": 1', '"level": 0.9, "seed": 1'))
            self.assertIn("'level' is given twice", warner("replay", path, code=2).stderr)
            warner("measure", "laplace-vector", "--k", "3", "--budget", "1e5", "--out", path)
            made = json.loads(path.read_text())
            path.write_text(json.dumps({**made, "pair": {**made["pair"], "d_prime": [1]}}))
            self.assertIn("1 values where this mechanism takes 3", warner("replay", path, code=2).stderr)

    def test_what_is_wrong_is_said_before_anything_is_computed(self):
        claim = ("--claim-tradeoff", "subsampled-gaussian q=0.01 sigma=1 x100000; laplace epsilon=0.001 x1000")
        for arguments in (("--budget", ""), ("--budget", "0"), ("--level", "7"), ("--seed", "-1"), ("--generator", "dice"), ("--d", "[0]"), ("--d", "[0]", "--d-prime", "[]"), ("--claim-delta", "2"), ("--out", "/")):
            started = time.monotonic()
            warner("check", "laplace", *claim, *arguments, code=2)
            self.assertLess(time.monotonic() - started, 2, arguments)

    def test_a_record_goes_where_it_is_sent(self):
        with tempfile.TemporaryDirectory() as folder:
            fifo, link, target = (pathlib.Path(folder, name) for name in ("fifo", "link", "target"))
            os.mkfifo(fifo)
            reader = subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE)
            warner("measure", "laplace", "--budget", "1e4", "--out", fifo)
            self.assertEqual(json.loads(reader.communicate(timeout=60)[0])["mechanism"], "laplace")
            link.symlink_to("target")
            warner("measure", "laplace", "--budget", "1e4", "--out", link)
            self.assertTrue(link.is_symlink())
            self.assertEqual(json.loads(target.read_text())["mechanism"], "laplace")
            self.assertIn("it is a folder", warner("measure", "laplace", "--budget", "1e4", "--out", folder, code=2).stderr)
            self.assertIn('"schema"', warner("measure", "laplace", "--budget", "1e4", "--out", "/dev/stdout").stdout)
            warner("measure", "laplace", "--budget", "1e4", "--out", "/dev/null")
            self.assertEqual(sorted(os.listdir(folder)), ["fifo", "link", "target"])

    def test_a_signal_ends_the_wait_for_a_fifo(self):
        with tempfile.TemporaryDirectory() as folder:
            fifo = pathlib.Path(folder, "fifo")
            os.mkfifo(fifo)
            for number in (signal.SIGINT, signal.SIGTERM):
                run = subprocess.Popen([WARNER, "measure", "--releases", fifo, "/dev/null", "--claim-epsilon", "1"], stderr=subprocess.PIPE)
                time.sleep(0.5)
                run.send_signal(number)
                self.assertEqual(run.wait(timeout=10), 130)
                run.stderr.close()

    def test_odd_input_is_bad_input(self):
        self.assertIn("is unknown", warner("measure", "x" * 300, code=2).stderr)
        self.assertIn("no such library", warner("measure", "--plugin", "x" * 300, "--d", "[0]", "--d-prime", "[1]", "--claim-epsilon", "1", code=2).stderr)
        self.assertIn("more than a million bytes", warner("measure", "--releases", "/dev/zero", "/dev/null", "--claim-epsilon", "1", code=2).stderr)

    def test_a_check_stops_at_a_refutation_and_replays(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.json")
            for mechanism, code in (("laplace", 0), ("broken/laplace-half-scale", 1), ("gaussian-analytic", 0)):
                warner("check", mechanism, "--budget", "1e5", "--out", path, code=code)
                r = json.loads(path.read_text())
                self.assertEqual(r["verb"], "check")
                self.assertEqual(r["stopping"], "anytime")
                self.assertEqual(r["decision"] == "refuted", code == 1)
                self.assertEqual(r["sequential"]["trials_to_refutation"], sum(r["tally"].values()) if code else None)
                self.assertEqual(r["sequential"]["e_value"] >= 20, code == 1)
                self.assertIn("the same tally", warner("replay", path, code=code).stdout)
            r["sequential"]["rounds"][-1]["looks"][0] += 1
            path.write_text(json.dumps(r))
            self.assertIn("adds up", warner("replay", path, code=2).stderr)
            broken = record("check", "broken/laplace-half-scale", "--budget", "1e6", code=1)
            self.assertLess(broken["trials"]["certify"], 3000)
            self.assertEqual(broken["trials"]["search"], 0)

    def test_a_check_is_the_same_for_any_number_of_threads(self):
        for mechanism in ("laplace", "gaussian-analytic", "laplace-vector"):
            runs = [timeless(record("check", mechanism, "--budget", "2e5", "--threads", n)) for n in (1, 2, 7)]
            for run in runs[1:]:
                self.assertEqual(run, runs[0])

    def test_a_check_of_every_pair_shares_out_its_level(self):
        records = json.loads(warner("check", "report-noisy-max-laplace", "--pair", "all", "--budget", "8e4", "--json").stdout)
        self.assertEqual([r["family"] for r in records], [len(records)] * len(records))
        self.assertAlmostEqual(sum(r["level"] for r in records), 0.05)
        self.assertEqual(sum(r["trials"]["certify"] for r in records), 80_000)
        broken = json.loads(warner("check", "broken/report-noisy-max-value-laplace", "--pair", "all", "--json", code=1).stdout)
        self.assertEqual([r["decision"] for r in broken], ["not refuted"] * (len(broken) - 1) + ["refuted"])

    def test_the_plan_is_kept_and_a_budget_too_small_is_inconclusive(self):
        plan = json.loads(warner("plan", "--claim", "1", "--violation", "1.1", "--power", "0.99", "--json").stdout)
        self.assertLess(plan["measure"]["certifying_trials"], plan["measure"]["budget"])
        self.assertLess(plan["measure"]["certifying_trials"], plan["check"]["certifying_trials"])
        warner("plan", "--claim", "1", "--violation", "1.1", "--power", "0.99", "--budget", plan["measure"]["budget"])
        warner("plan", "--claim", "1", "--violation", "1.1", "--power", "0.99", "--budget", 1000, code=3)
        turned = json.loads(warner("plan", "--claim", "1", "--budget", "1e6", "--json").stdout)
        self.assertLess(1, turned["measure"]["detectable_epsilon"])
        self.assertLess(turned["measure"]["blind_spot"], turned["check"]["blind_spot"])
        self.assertIn("certifying trials", warner("plan", "broken/laplace-wrong-scale").stdout)
        self.assertIn("truly infinite", warner("plan", "broken/laplace-float64").stdout)
        self.assertEqual(json.loads(warner("plan", "broken/laplace-float64", "--json").stdout)["violation"], "inf")
        self.assertIn("truly 64;", warner("plan", "broken/float-sum-order").stdout)  # finite, however large
        self.assertIn("truly 40;", warner("plan", "--claim", "1", "--violation", "40").stdout)
        plan = json.loads(warner("plan", "--claim", "1", "--violation", "inf", "--json").stdout)
        self.assertGreaterEqual(plan["measure"]["budget"], 20)  # a fifth of it is searched with
        self.assertGreater(plan["check"]["budget"], 32)  # which are silent
        for verb in ("measure", "check"):
            for seed in range(1, 11):
                warner(verb, "randomised-response", "--epsilon", "20", "--claim-epsilon", "1", "--budget", plan[verb]["budget"], "--seed", seed, code=1)
        turned = json.loads(warner("plan", "--claim", "1", "--violation", "3", "--budget", "19", "--json", code=3).stdout)
        self.assertEqual((turned["measure"]["power"], turned["measure"]["detectable_epsilon"], turned["check"]["power"]), (0, "inf", 0))

    def test_what_can_not_be_planned_is_said_of_both(self):
        start = time.monotonic()
        self.assertRegex(warner("plan", "--claim", "0", "--violation", "1e-9").stdout, "certifying trials +more than can be +more than can be")
        self.assertLess(time.monotonic() - start, 10)
        self.assertIn("0.99999999", warner("plan", "--claim", "1", "--claim-delta", "0.99999999", "--budget", "1000").stdout)

    def test_patterns_of_any_length(self):
        r = record("measure", "sparse-vector-1", "--pairs", "half-half", "--length", "4", "--base", "0", "--step", "0.5", "--budget", "1e4")
        self.assertEqual(r["pair"]["d_prime"], [0.5, 0.5, -0.5, -0.5])
        self.assertEqual(r["parameters"]["n"], 4)
        r = record("measure", "broken/sparse-vector-5", "--pairs", "one-above,half-half", "--budget", "1e5", code=1)
        self.assertEqual(r["pair"]["label"], "half and half")
        self.assertGreater(r["trials"]["search"], 1e4)
        checked = record("check", "report-noisy-max-laplace", "--pairs", "one-above,x-shape", "--budget", "1e4", "--level", "1e-6")
        self.assertEqual([(r["pair"]["label"], r["family"]) for r in checked], [("one above", 2), ("X shape", 2)])
        self.assertIn("the guarantee does not cover 'all above'", warner("measure", "prefix-sum", "--pairs", "all-above", code=2).stderr)
        self.assertIn("step: 2 is not in (0, 1]", warner("measure", "prefix-sum", "--pairs", "one-above", "--step", "2", code=2).stderr)
        self.assertIn("does not say which vectors", warner("measure", "randomised-response", "--pairs", "all", code=2).stderr)
        self.assertIn("are at odds", warner("measure", "prefix-sum", "--n", "3", "--length", "4", code=2).stderr)
        self.assertIn("say something of --pairs alone", warner("measure", "prefix-sum", "--step", "1", code=2).stderr)
        r = record("check", "broken/laplace-half-scale", "--pair", "search", "--budget", "1e5", code=1)
        self.assertEqual(r["trials"]["search"], 10000)
        found = record("measure", "report-noisy-max-laplace", "--pair", "rest above last 1 below, the odd by -2", "--budget", "1e4")
        self.assertEqual((found["pair"]["d"], found["pair"]["d_prime"]), ([1, 1, 1, 1, -1], [2, 2, 2, 2, -2]))
        self.assertIn("one that a search has found", warner("measure", "report-noisy-max-laplace", "--pair", "sideways", code=2).stderr)

    def test_pairs_of_several_lengths_compete_and_the_record_names_the_one(self):
        leak = "broken/report-noisy-max-value-exponential"
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "record.json")
            for lengths in ("2,5", "5,2"):
                r = record("measure", leak, "--pairs", "all-above", "--length", lengths, "--budget", "1e5", "--out", file, code=1)
                self.assertEqual((r["parameters"]["n"], len(r["pair"]["d"])), (2, 2))
                self.assertIn("the same tally", warner("replay", file, code=1).stdout)
        alone = record("measure", leak, "--pairs", "all-above", "--length", "2", "--budget", "1e5", code=1)
        self.assertEqual(alone["parameters"], r["parameters"])
        for lengths in ((20, 5), (5, 20)):
            searched = record("measure", "laplace-vector", "--pair", "search", "--length", f"{lengths[0]},{lengths[1]}", "--budget", "1e5", "--level", "1e-6")
            self.assertEqual(searched["lengths"], list(lengths))
            self.assertEqual(searched["parameters"]["k"], len(searched["pair"]["d"]))
        grows = "broken/report-noisy-max-value-laplace"  # truly n epsilon / 2
        searched = record("measure", grows, "--pair", "search", "--length", "2,7", "--budget", "1e6", code=1)
        self.assertEqual((searched["parameters"]["n"], searched["lengths"]), (7, [2, 7]))
        found = warner("measure", grows, "--pair", "search", "--length", "2,7", "--budget", "1e6", code=1).stdout
        self.assertIn("length              7, chosen among 2, 7", found)
        claimed = record("measure", grows, "--pair", "search", "--claim-epsilon", "2.6")  # is of five answers, then
        self.assertEqual(claimed["parameters"]["n"], 5)
        self.assertNotIn("lengths", claimed)
        checked = record("check", "report-noisy-max-laplace", "--pairs", "one-above", "--length", "2,3", "--budget", "1e4", "--level", "1e-6")
        self.assertEqual([(r["parameters"]["n"], len(r["pair"]["d"]), r["family"]) for r in checked], [(2, 2, 2), (3, 3, 2)])
        checked = record("check", "report-noisy-max-laplace", "--pair", "all", "--length", "1,2", "--budget", "1e4", "--level", "1e-6")
        self.assertEqual({r["parameters"]["n"] for r in checked}, {1, 2})
        for arguments, said in ((("laplace", "--pair", "search", "--length", "2,3"), "the datasets of laplace have one length"),
                                (("prefix-sum", "--length", "2,3"), "several of them go with --pairs, --pair search or, for check, --pair all"),
                                (("prefix-sum", "--pair", "search", "--length", "2,2"), "2 is named twice"),
                                (("prefix-sum", "--pair", "search", "--length", "2,,3"), "--length: ''"),
                                (("prefix-sum", "--pair", "search", "--length", "3,"), "--length: ''"),
                                (("--all", "--length", "2,3"), "--all: audits every mechanism on its own pairs"),
                                (("prefix-sum", "--pair", "search", "--length", ""), "length: it is empty"),
                                (("prefix-sum", "--pair", "search", "--n", "3", "--length", "2,3"), "length: n = 3 names it already"),
                                (("prefix-sum", "--pairs", "one-above", "--n", "3", "--length", "2,3"), "are at odds")):
            self.assertIn(said, warner("measure", *arguments, code=2).stderr)

    def test_claims_of_ones_own(self):
        self.assertEqual(record("measure", "laplace", "--claim-epsilon", "0.5", "--budget", "1e5", code=1)["claim"], {"epsilon": 0.5, "delta": 0.0})
        r = record("check", "gaussian-analytic", "--sigma", "1", "--claim-mu", "0.5", code=1)
        self.assertEqual(r["claim"]["mu"], 0.5)
        self.assertGreater(r["mu_lower_bound"], 0.5)
        r = record("check", "laplace", "--claim-tradeoff", "laplace epsilon=0.1 x10", "--level", "1e-9", code=1)
        self.assertEqual(r["guarantee"], "as private as laplace epsilon=0.1 x10")
        self.assertGreater(len(r["claim"]["statements"]), 10)
        self.assertGreater(r["total_variation_lower_bound"], r["claim"]["delta"] / 2)
        r = record("check", "laplace", "--claim-tradeoff", "1:0,0:0.4", "--budget", "1e5", "--level", "1e-9")
        self.assertEqual(r["claim"]["statements"], [{"epsilon": 0.0, "delta": 0.4}, {"epsilon": 1.0, "delta": 0.0}])
        self.assertIn("--claim-tradeoff: '2' is no epsilon:delta", warner("check", "laplace", "--claim-tradeoff", "1:0,2", code=2).stderr)
        r = record("measure", "gaussian-analytic", "--sigma", "1", "--budget", "1e6")
        self.assertGreater(r["mu_lower_bound"], 0.3)
        self.assertLess(r["mu_lower_bound"], 1)
        self.assertLess(r["renyi_lower_bound"], 1)
        r = record("measure", "gaussian-analytic", "--claim-mu", "0.1", "--budget", "1e6", code=1)
        self.assertEqual(r["decision"], "refuted")

    def test_claims_about_renyi_divergences(self):
        r = record("check", "gaussian-analytic", "--sigma", "1", "--claim-rho", "0.4", "--budget", "1e5", code=1)
        self.assertEqual(r["claim"]["rho"], 0.4)
        self.assertGreater(r["rho_lower_bound"], 0.4)
        self.assertLess(r["rho_lower_bound"], 0.5)
        self.assertEqual(r["guarantee"], "rho = 0.4 (zero-concentrated DP)")
        r = record("measure", "permute-and-flip", "--n", "2", "--claim-rho", "0.125", "--budget", "1e5", code=1)
        self.assertGreater(r["rho_lower_bound"], 0.125)
        r = record("measure", "laplace", "--claim-rdp", "8:0.92", "--claim-rdp", "2:0.62", "--budget", "1e5")
        self.assertEqual(r["claim"]["renyi"], [{"alpha": 2.0, "epsilon": 0.62}, {"alpha": 8.0, "epsilon": 0.92}])
        self.assertEqual([one["alpha"] for one in r["renyi_lower_bounds"]], [2.0, 8.0])
        r = record("check", "laplace", "--claim-epsilon", "1", "--claim-rho", "0.1", "--claim-mu", "2", "--budget", "1e5", code=1)
        self.assertEqual(r["guarantee"], "epsilon = 1 and mu = 2 (Gaussian DP) and rho = 0.1 (zero-concentrated DP)")
        self.assertTrue(r["claim"]["with_others"])
        self.assertNotIn("rho_lower_bound", r)
        for arguments, says in (
            (("--claim-rdp", "2"), "--claim-rdp: '2' is no alpha:epsilon"),
            (("--claim-rdp", "1:2"), "--claim-rdp: the order 1 of '1:2'"),
            (("--claim-rdp", "2:-1"), "--claim-rdp: the divergence -1"),
            (("--claim-rdp", "2:1", "--claim-rdp", "2:3"), "--claim-rdp: the order 2 was given twice"),
            (("--claim-rho", "0"), "--claim-rho: 0 is not in (0, 100]"),
            (("--claim-rho", "much"), "--claim-rho: 'much'"),
            (("--claim-rho", "0.1", "--claim-mu", "1", "--claim-delta", "1e-5"), "delta: several claims are tested whole"),
        ):
            self.assertIn(says, warner("check", "laplace", *arguments, code=2).stderr)
        plan = json.loads(warner("plan", "--claim-rho", "0.125", "--violation", "0.2", "--json").stdout)
        self.assertLess(plan["measure"]["certifying_trials"], plan["check"]["certifying_trials"])
        self.assertIn("violation", warner("plan", "--claim-rho", "0.125", "--violation", "0.1", code=2).stderr)

    def test_every_example_of_a_claim_runs(self):
        examples = json.loads(warner("list", "--claims", "--json").stdout)
        for example in examples:
            words = shlex.split(example["example"])
            self.assertEqual(words[0], "warner")
            with self.subTest(claim=example["claim"]):
                if words[1] == "plan":
                    warner(*words[1:])
                    continue
                record = json.loads(warner(*words[1:], "--budget", "1e6", "--json", code=(0, 1)).stdout)
                bounds = [record["epsilon_lower_bound"], record.get("rho_lower_bound", 0)] + [one["epsilon"] for one in record.get("renyi_lower_bounds", [])]
                mu = record["mu_lower_bound"] if "mu" in record["claim"] else 0
                self.assertTrue(record["decision"] == "refuted" or max(mu, *bounds) > 0, "it shows nothing")
        shown = warner("list", "--claims").stdout
        for way in ("--claim-epsilon", "--claim-delta", "--claim-mu", "--claim-rho", "--claim-rdp", "--claim-tradeoff"):
            self.assertIn(way, shown)

    def test_the_claim_line_shows_delta(self):
        self.assertIn("epsilon = 1, delta = 1e-05", warner("measure", "gaussian", "--claim-epsilon", "1", "--claim-delta", "1e-5", "--budget", "1e4", code=(0, 1)).stdout)
        pure = warner("measure", "gaussian", "--claim-epsilon", "1", "--budget", "1e4", code=(0, 1)).stdout
        self.assertIn("epsilon = 1\n", pure)  # not the mechanism's own delta, which nobody named
        self.assertNotIn("delta = ", pure)
        self.assertIn("mu = 1 (Gaussian DP), tested as (epsilon, delta) = (", warner("measure", "gaussian-analytic", "--claim-mu", "1", "--budget", "1e4", code=(0, 1)).stdout)

    def test_bench_prints_its_rows_and_compares_with_earlier_ones(self):
        if not pathlib.Path(WARNER).with_name("noise_throughput").exists():
            self.assertIn("noise_throughput", warner("bench", code=2).stderr)
            return
        document = json.loads(warner("bench", "--quick", "--json", "laplace event, from").stdout)
        baselines = set()
        for row in document["rows"]:
            self.assertEqual(row["workload"], "laplace event, from words")
            self.assertGreater(row["ratio"], 1)  # of some twenty, on any machine with vectors
            self.assertGreater(row["ns_per_sample"], 0)
            self.assertLessEqual(*row["ratio_quartiles"])
            baselines.add(row["baseline"])
        self.assertIn("std", baselines)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "before.json")
            path.write_text(json.dumps(document))
            self.assertRegex(warner("bench", "--quick", "--against", path, "from words").stdout, "p-value[^$]*(no difference|faster|slower)")
        with open("/dev/full", "w", encoding="utf-8") as full:
            run = subprocess.run([WARNER, "bench", "--quick", "from words"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((run.returncode, run.stderr), (5, "warner: standard output could not be written\n"))
        for arguments in (("no such workload",), ("--against", "no-such-file.json")):
            self.assertIn(arguments[-1], warner("bench", *arguments, code=2).stderr)

    def test_exact_privacy(self):
        exact = lambda *arguments: json.loads(warner(*arguments, "--json").stdout)
        self.assertAlmostEqual(exact("profile", "laplace", "--epsilon", "1", "--at-epsilon", "0.5")["delta_exact"], 0.22119921692859512, 14)
        self.assertAlmostEqual(exact("tradeoff", "laplace", "--epsilon", "1", "--at-alpha", "0.1")["beta_exact"], 0.7281718171540955, 14)
        composed = exact("compose", "gaussian sigma=1 x1000; laplace epsilon=0.1 x10", "--delta", "1e-5")
        self.assertLess(composed["epsilon_lower"], composed["epsilon_upper"])
        self.assertLess(composed["epsilon_upper"], composed["epsilon_lower"] * 1.001)
        for arguments in (("compose", "gauss sigma=1"), ("compose", "gaussian sigma=0 x2", "--delta", "1e-5"), ("profile", "laplace", "--at-epsilon", "one")):
            run = warner(*arguments, code=2)
            self.assertEqual(len(run.stderr.strip().splitlines()), 1, run.stderr)

    def test_measured_curves_stand_beside_the_exact_ones(self):
        r = json.loads(warner("profile", "laplace", "--measure", "--budget", "4e5", "--level", "1e-6", "--json").stdout)
        for point in r["profile"]:
            self.assertLessEqual(point["delta_lower"], point["delta_exact"])
            self.assertLessEqual(point["delta_estimate"], point["delta_upper_of_tests"])
        r = json.loads(warner("tradeoff", "laplace", "--measure", "--budget", "4e5", "--level", "1e-6", "--json").stdout)
        self.assertGreater(len(r["tradeoff"]), 4)
        for point in r["tradeoff"]:
            self.assertLessEqual(point["alpha_lower"], point["alpha"])
            self.assertLessEqual(point["beta"], point["beta_upper"])
            self.assertLess(point["beta_exact"], point["beta_upper"] + 0.01)
        for verb in ("profile", "tradeoff"):
            self.assertIn("--budget", warner(verb, "laplace", "--measure", "--budget", "x", code=2).stderr)
            self.assertIn("--measure: was not given", warner(verb, "laplace", "--renyi", "2", "--budget", "x", code=2).stderr)
            self.assertIn("--renyi: goes without", warner(verb, "laplace", "--measure", "--renyi", "2", code=2).stderr)

    def test_what_was_interrupted_says_so(self):
        for words in (("check", "laplace", "--sweep", "epsilon=0.5,1", "--budget", "1e12"), ("check", "--all", "--budget", "1e10"),
                      ("check", "laplace", "--time", "1h"), ("utility", "laplace", "--rmse", "1.4143", "--budget", "1e8")):
            with self.subTest(words):
                run = subprocess.Popen([WARNER, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
                time.sleep(1)
                run.terminate()
                said = run.communicate(timeout=60)[0]
                self.assertEqual(run.returncode, 130, said)
                self.assertNotIn("Unexpected", said)
                self.assertNotIn("refuted. Level", said)

    def test_a_file_that_breaks_off_is_not_a_shorter_one(self):
        """/proc/self/mem opens, and its first byte can not be read."""
        problem = "can not be read (Input/output error)"
        for words in (("replay", "/proc/self/mem"), ("check", "laplace", "--d", "@/proc/self/mem", "--d-prime", "[0]"), ("test", "/proc/self/mem"),
                      ("utility", "--releases", "/proc/self/mem", "--truth", "0")):
            self.assertEqual(warner(*words, code=2).stderr.split(": ", 1)[1], f"/proc/self/mem: {problem}\n")
        with open("/proc/self/mem", "rb") as broken:
            run = subprocess.run([WARNER, "replay", "-"], stdin=broken, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (2, f"warner: standard input: {problem}\n"))

    def test_list(self):
        names = [entry["name"] for entry in json.loads(warner("list", "--json").stdout)]
        for name in ("laplace", "laplace-vector", "gaussian-classic", "gaussian-analytic", "discrete-laplace", "randomised-response",
                     "broken/laplace-half-scale", "broken/shared-noise", "broken/reused-seed"):
            self.assertIn(name, names)
        self.assertIn("flaw", warner("list", "--broken").stdout)
        self.assertEqual(warner("list", "--names").stdout.split(), names)
        one = warner("list", "sparse-vector-1").stdout
        self.assertTrue(one.startswith("sparse-vector-1\n"))
        self.assertIn("threshold [1]: what queries are compared with\n", one)
        self.assertNotIn("laplace\n", one)
        self.assertEqual([entry["name"] for entry in json.loads(warner("list", "laplace", "geometric", "--json").stdout)], ["laplace", "discrete-laplace"])  # an alias
        self.assertIn("did you mean laplace", warner("list", "laplac", code=2).stderr)

    def test_the_help_says_what_a_parameter_is_for_most_and_that_others_differ(self):
        usage = re.sub(r"\s+", " ", warner("measure", "--help").stdout)
        self.assertIn("--threshold X what queries are compared with; or as `warner list NAME` has it", usage)
        self.assertIn("--ratio X of the noise, in (0, 1): e^(-epsilon / sensitivity) --", usage)


if __name__ == "__main__":
    unittest.main(verbosity=2)
