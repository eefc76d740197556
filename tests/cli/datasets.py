"""Data of any shape for programs of one's own, neighbours that are found, and version 2 of the protocol.

    python3 datasets.py build/release/bin/warner SOURCE_FOLDER cc
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from asking import record, timeless, warner

SOURCE = pathlib.Path(sys.argv.pop(1))
COMPILER = sys.argv.pop(1)
PYTHON = sys.executable
HERE = SOURCE / "tests" / "cli"
LEVEL = ("--level", "1e-6")
CLAIM = ("--claim-epsilon", "1")


def hostile(how):
    return f"'{PYTHON}' '{HERE / 'hostile.py'}' {how}"


def table(how, *more):
    return " ".join([f"'{PYTHON}' '{HERE / 'tables.py'}' {how}", *(f"'{word}'" for word in more)])


def incomes(how=""):
    return f"'{PYTHON}' '{SOURCE / 'examples' / 'external' / 'incomes.py'}' {how}"


def people(path, rows=40):
    random.seed("people")
    lines = [f"{i // 2},{random.randrange(101)},{random.choice(['Oslo', 'Paris', 'Rome'])}\n" for i in range(rows)]
    path.write_text("person,income,city\n" + "".join(lines))
    return path


class Shapes(unittest.TestCase):
    def arrives(self, *typed):
        return warner("measure", "--exec", hostile("show"), *typed, *CLAIM, code=4).stderr

    def test_any_json_arrives_as_it_is(self):
        for typed, arrives in (('{"a": [1, 2]}', None), ('"text, and more"', None), ("[[1,2],[]]", None), ("null", None), ("[1,\n 2]", "[1,  2]"), ("[NaN]", None), ("17", None)):
            self.assertIn(f'{{"dataset": {arrives or typed}, "trials": 100,', self.arrives("--d", typed, "--d-prime", '"b"'))
        for typed, word in (("abc", "is not JSON"), ("[1", "is not JSON"), ("@nowhere.json", "nowhere.json")):
            self.assertIn(word, warner("measure", "--exec", hostile("show"), "--d", typed, "--d-prime", "[1]", *CLAIM, code=2).stderr)
        self.assertIn("same dataset", warner("measure", "--exec", hostile("show"), "--d", '{"a":1}', "--d-prime", '{ "a" : 1 }', *CLAIM, code=2).stderr)
        different = warner("measure", "--exec", hostile("show"), "--d", '"a b"', "--d-prime", '"ab"', *CLAIM, code=4)
        self.assertIn('"a b"', different.stderr)

    def test_files_arrive_as_data_or_as_paths(self):
        with tempfile.TemporaryDirectory() as folder:
            data, rows = pathlib.Path(folder) / "data.json", pathlib.Path(folder) / "rows.csv"
            data.write_text('{"a":\n[1.0, 2]}\n')
            rows.write_text('age,city\n33,Paris\n,"a, b"\n')
            marked = pathlib.Path(folder) / "marked.json"
            marked.write_bytes(b"\xef\xbb\xbf[1, 2]\n")
            self.assertIn('{"dataset": [1, 2], ', self.arrives("--d", f"@{marked}", "--d-prime", "[1]"))
            self.assertIn('{"dataset": {"a": [1.0, 2]}, ', self.arrives("--d", f"@{data}", "--d-prime", "[1]"))
            self.assertIn('{"dataset": [{"age": 33, "city": "Paris"}, {"age": null, "city": "a, b"}], ', self.arrives("--d", f"@{rows}", "--d-prime", "[1]"))
            self.assertIn(f'{{"dataset": "{rows}", ', self.arrives("--d-file", rows, "--d-prime-file", data))
            self.assertIn("no file", warner("measure", "--exec", hostile("show"), "--d-file", "nowhere", "--d-prime-file", data, *CLAIM, code=2).stderr)
            self.assertIn("not both", warner("measure", "--exec", hostile("show"), "--d-file", rows, "--d-prime-file", data, "--d", "[1]", "--d-prime", "[2]", *CLAIM, code=2).stderr)
            rows.write_text("a,b\n1\n")
            self.assertIn("rows.csv:2", warner("measure", "--exec", hostile("show"), "--d", f"@{rows}", "--d-prime", "[1]", *CLAIM, code=2).stderr)
            data.write_text("[0]")
            self.assertEqual(record("measure", "laplace", "--d", f"@{data}", "--d-prime", "[1]", "--budget", "1e4")["pair"]["d"], [0])
            for more in (("--data", rows), ("--neighbours", "substitute"), ("--d-file", rows)):
                self.assertIn("for programs", warner("measure", "laplace", *more, code=2).stderr)

    def test_a_record_of_any_data_is_replayed(self):
        with tempfile.TemporaryDirectory() as folder:
            out, rows = pathlib.Path(folder) / "record.json", people(pathlib.Path(folder) / "rows.csv", 10)
            asked = ("--exec", table("sizes"), "--d", f"@{rows}", "--d-prime", '[{"income": 1}]', "--budget", "1e4", "--out", out)
            run = record("measure", *asked, code=1)
            self.assertEqual((run["pair"]["d"], run["pair"]["d_prime"], run["pair"]["relation"]), ([], [], "add/remove"))
            self.assertEqual(run["external"]["datasets"][1], '[{"income": 1}]')
            self.assertIn("the same tally", warner("replay", out, "--run", code=1).stdout)
            long = pathlib.Path(folder) / "long.json"
            long.write_text(json.dumps([{"income": i} for i in range(10_000)]))
            run = record("measure", "--exec", table("sizes"), "--d", f"@{long}", "--d-prime", '[{"income": 1}]', "--budget", "1e4", "--out", out, code=1)
            self.assertNotIn("datasets", run["external"])
            self.assertEqual(run["external"]["dataset_files"], ["record.d.json", "record.d_prime.json"])
            self.assertIn("the same tally", warner("replay", out, "--run", code=1).stdout)
            subprocess.run([PYTHON, SOURCE / "tools" / "verify_record.py", out], check=True, capture_output=True)
            beside = pathlib.Path(folder) / "record.d.json"
            beside.write_text(beside.read_text().replace("77", "78"))
            self.assertIn("record.d.json: has changed", warner("replay", out, "--run", code=2).stderr)

    def test_files_that_were_handed_over_must_be_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "lines.py"
            program.write_text("import json, random, sys\nfor line in sys.stdin:\n    r = json.loads(line)\n    random.seed(r['seed'])\n    n = len(open(r['dataset']).readlines())\n"
                               "    for _ in range(r['trials']):\n        print(round(n + random.expovariate(1) - random.expovariate(1)))\n    sys.stdout.flush()\n")
            names = [pathlib.Path(folder) / name for name in ("one.txt", "other.txt")]
            names[0].write_text("a\nb\n")
            names[1].write_text("a\n")
            out = pathlib.Path(folder) / "record.json"
            run = record("measure", "--exec", f"'{PYTHON}' '{program}'", "--d-file", names[0], "--d-prime-file", names[1], *CLAIM, *LEVEL, "--budget", "3e4", "--out", out, "--neighbours", "add-remove")
            self.assertEqual((run["external"]["files"], run["pair"]["relation"]), (list(map(str, names)), "add/remove"))
            self.assertGreater(run["epsilon_lower_bound"], 0.8)
            self.assertIn("the same tally", warner("replay", out, "--run").stdout)
            names[1].write_text("b\n")
            self.assertIn("has changed", warner("replay", out, "--run", code=2).stderr)


class Found(unittest.TestCase):
    """Level 1e-6 each. The broken ones are refuted with certainty on the pair that shows it, where one side never says what the other always says."""

    def found(self, program, *more, verb="measure", code=0, budget="2e5"):
        with tempfile.TemporaryDirectory() as folder:
            rows = people(pathlib.Path(folder) / "people.csv")
            out = pathlib.Path(folder) / "record.json"
            run = record(verb, "--exec", program, "--data", rows, "--budget", budget, *LEVEL, "--out", out, *more, code=code)
            files = [json.loads((pathlib.Path(folder) / name).read_text()) for name in run["external"]["dataset_files"]]
            self.assertIn("the same tally", warner("replay", out, "--run", code=code).stdout)
            subprocess.run([PYTHON, SOURCE / "tools" / "verify_record.py", out], check=True, capture_output=True)
            return run, files

    def test_a_sum_that_does_not_clip_nan_is_found_and_its_twin_is_spared(self):
        for verb in ("measure", "check"):
            run, files = self.found(incomes("broken"), "--neighbours", "add-remove", "--bounds", "income=0:100", verb=verb, code=1)
            self.assertIn("income = NaN", run["pair"]["label"])
            self.assertEqual((run["pair"]["relation"], abs(len(files[0]) - len(files[1]))), ("add/remove", 1))
            self.assertGreater(run["external"]["sought_among"], 40)
            run, _ = self.found(incomes(), "--neighbours", "add-remove", "--bounds", "income=0:100", verb=verb)
            self.assertNotIn("left_out", run["external"])
        self.assertGreater(self.found(incomes(), "--neighbours", "add-remove", "--bounds", "income=0:100")[0]["epsilon_lower_bound"], 0.8)

    def test_a_sum_that_does_not_clip_at_all_is_found(self):
        for relation in ("add-remove", "substitute"):
            run, files = self.found(table("sum"), "--neighbours", relation, "--bounds", "income=0:100", code=1, budget="5e5")
            self.assertEqual(run["pair"]["relation"], {"add-remove": "add/remove"}.get(relation, relation))
            self.assertEqual(abs(len(files[0]) - len(files[1])), 1 if relation == "add-remove" else 0)
        self.found(table("sum-clipped"), "--neighbours", "add-remove", "--bounds", "income=0:100")

    def test_groups_without_a_threshold_are_found(self):
        self.found(table("groups"), "--neighbours", "add-remove", code=1)
        self.found(table("known"), "--neighbours", "add-remove")

    def test_a_program_that_reads_files_gets_files(self):
        """A group-by on CSV, with the module of the standard library: an unseen city shows."""
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "cities.py"
            program.write_text("import collections, csv, json, random, sys\nfor line in sys.stdin:\n    r = json.loads(line)\n    random.seed(r['seed'])\n    counts = collections.Counter(row['city'] for row in csv.DictReader(open(r['dataset'])))\n"
                               "    for _ in range(r['trials']):\n        print(','.join(str(round(counts[city] + random.expovariate(1) - random.expovariate(1))) for city in sorted(counts)) or 'none')\n    sys.stdout.flush()\n")
            rows, out = people(pathlib.Path(folder) / "people.csv"), pathlib.Path(folder) / "record.json"
            run = record("measure", "--exec", f"'{PYTHON}' '{program}'", "--data", rows, "--neighbours", "add-remove", "--as-files", *CLAIM, *LEVEL, "--budget", "1e5", "--out", out, code=1)
            self.assertEqual(run["external"]["dataset_files"], ["record.d.csv", "record.d_prime.csv"])
            self.assertTrue(run["external"]["by_path"])
            files = [(pathlib.Path(folder) / name).read_text().splitlines() for name in run["external"]["dataset_files"]]
            self.assertEqual(abs(len(files[0]) - len(files[1])), 1)
            self.assertIn("the same tally", warner("replay", out, "--run", code=1).stdout)
            (pathlib.Path(folder) / "record.d.csv").write_text("city\n")
            self.assertIn("has changed", warner("replay", out, "--run", code=2).stderr)

    def test_a_unit_is_all_rows_of_a_person(self):
        run, _ = self.found(table("users"), "--neighbours", "add-remove", "--unit", "person", code=1)  # counts rows, and a person has many
        self.found(table("first-row"), "--neighbours", "add-remove", "--unit", "person")
        self.found(table("users"), "--neighbours", "add-remove")  # where each row is a unit, the same program is sound
        run, _ = self.found(table("users"), "--neighbours", "add-remove", "--unit", "person", "--rows-per-unit", "2", "--claim-epsilon", "2")
        self.assertGreater(run["epsilon_lower_bound"], 1.5)

    def test_every_pair_may_be_checked(self):
        with tempfile.TemporaryDirectory() as folder:
            rows = people(pathlib.Path(folder) / "people.csv", 6)
            runs = json.loads(warner("check", "--exec", table("groups"), "--data", rows, "--neighbours", "add-remove", "--pair", "all", "--budget", "1e6", "--json", code=1).stdout)
            self.assertEqual(len({run["family"] for run in runs}), 1)
            self.assertEqual([run["decision"] for run in runs], ["not refuted"] * (len(runs) - 1) + ["refuted"])
            self.assertLess(runs[0]["level"], 0.05 / 20)

    def test_what_a_program_fails_on_is_left_out_and_said(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "strict.py"
            program.write_text("import json, random, sys\nfor line in sys.stdin:\n    r = json.loads(line)\n    random.seed(r['seed'])\n    n = sum(row['income'] for row in r['dataset'])\n"
                               "    n = len(r['dataset']) if n == n else 1 / 0\n    for _ in range(r['trials']):\n        print(round(n + random.expovariate(1) - random.expovariate(1)))\n    sys.stdout.flush()\n")
            rows = people(pathlib.Path(folder) / "people.csv")
            run = warner("measure", "--exec", f"'{PYTHON}' '{program}'", "--data", rows, "--neighbours", "add-remove", *CLAIM, *LEVEL, "--budget", "1e5", "--json")
            left_out = json.loads(run.stdout)["external"]["left_out"]
            self.assertTrue(any("income = null" in label for label in left_out) and any("income = NaN" in label for label in left_out))
            self.assertIn(f"fails on {len(left_out)} of", run.stderr)
            nothing = warner("measure", "--exec", "false", "--data", rows, "--neighbours", "add-remove", *CLAIM, code=4)
            self.assertIn("ended with exit status 1", nothing.stderr)

    def test_cells_that_are_taken_for_granted_are_not_tried(self):
        clips = "import json, random, sys\nfor line in sys.stdin:\n    r = json.loads(line)\n    random.seed(r['seed'])\n    s = sum(min(max(x, 0), 1) for x in r['dataset'])\n" \
                "    for _ in range(r['trials']):\n        print(f'{s + random.expovariate(1) - random.expovariate(1):.1f}')\n    sys.stdout.flush()\n"
        with tempfile.TemporaryDirectory() as folder:
            data = pathlib.Path(folder) / "values.json"
            data.write_text("[0.5, 0.25, 0.75]")
            program = pathlib.Path(folder) / "clips.py"
            program.write_text(clips)
            words = ("measure", "--exec", f"{sys.executable} {program}", "--data", data, "--neighbours", "add-remove", "--bounds", "0:1", "--budget", "2e4", *CLAIM)
            self.assertIn("REFUTED", warner(*words, code=1).stdout)
            self.assertIn("not refuted", warner(*words, "--finite", code=0).stdout)

    def test_bad_questions_are_exit_code_2(self):
        with tempfile.TemporaryDirectory() as folder:
            rows = people(pathlib.Path(folder) / "people.csv")
            for more, word in (((), "--neighbours says"), (("--neighbours", "next-door"), "'next-door'"), (("--neighbours", "substitute", "--unit", "user"), "no column 'user'"),
                               (("--neighbours", "substitute", "--bounds", "income"), "COLUMN=LEAST:MOST"), (("--neighbours", "substitute", "--bounds", "pay=0:1"), "no column 'pay'"),
                               (("--neighbours", "substitute", "--d", "[1]", "--d-prime", "[2]"), "not both"), (("--neighbours", "substitute", "--timing"), "timing"),
                               (("--neighbours", "substitute", "--rows-per-unit", "2"), "rows-per-unit"), (("--neighbours", "substitute", "--unit", "person", "--rows-per-unit", "0"), "0 is none")):
                with self.subTest(more):
                    self.assertIn(word, warner("measure", "--exec", hostile("well"), "--data", rows, *CLAIM, *more, code=2).stderr)
            self.assertIn("--data", warner("measure", "--exec", hostile("well"), "--d", "[1]", "--d-prime", "[2]", "--unit", "x", *CLAIM, code=2).stderr)

    def test_tables_that_are_hardly_meant_so_are_noted(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "people.csv"
            asked = ("--exec", table("users"), "--data", file, "--neighbours", "add-remove", *CLAIM, "--budget", "2e4")
            for text, note in ((b"age,income\n33,50\n40,\"1,000\"\n51,20\n", "column 'income' is text"), (b",age\n0,33\n1,45\n", "to_csv(index=False)"),
                               (b"a;b\n1;2\n", "semicolons in each line"), (b"a\n\xff\n", "people.csv:2: is no UTF-8")):
                file.write_bytes(text)
                self.assertIn(note, warner("measure", *asked).stderr)
                self.assertIn(note, warner("try", "--exec", table("users"), "--d", f"@{file}", "--d-prime", "[]").stderr)
            file.write_text("age,income\n33,50\n40,\"1,000\"\n")
            self.assertIn('bounds: \'income\' is no column of numbers ("1,000" in line 3)', warner("measure", *asked, "--bounds", "income=0:1000", code=2).stderr)

    def test_patterns_of_answers_compete(self):
        answers = "import json, random, sys\nfor line in sys.stdin:\n    r = json.loads(line)\n    random.seed(r['seed'])\n    for _ in range(r['trials']):\n" \
                  "        print(','.join(str(round(4 * (x + random.expovariate(1) - random.expovariate(1))) / 4) for x in r['dataset']))\n    sys.stdout.flush()\n"
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "answers.py"
            program.write_text(answers)
            asked = ("--exec", f"'{PYTHON}' '{program}'", *LEVEL, "--budget", "2e5")
            run = record("measure", *asked, "--pairs", "one-above,all-above", "--length", "4", "--claim-epsilon", "1.5", code=1)
            self.assertEqual((run["pair"]["label"], run["pair"]["d"], run["external"]["sought_among"]), ("all above", [1, 1, 1, 1], 2))
            run = record("measure", *asked, "--pair", "search", "--length", "2,3", "--claim-epsilon", "1", code=1)
            self.assertGreater(run["external"]["sought_among"], 20)
            runs = json.loads(warner("check", *asked, "--pairs", "one-above,all-above", "--length", "4", "--claim-epsilon", "1.5", "--json", code=1).stdout)
            self.assertEqual([(r["family"], r["decision"], r["pair"]["label"]) for r in runs], [(2, "not refuted", "one above"), (2, "refuted", "all above")])


class SecondVersion(unittest.TestCase):
    def test_each_dataset_is_handed_over_once_a_process(self):
        with tempfile.TemporaryDirectory() as folder:
            noted = pathlib.Path(folder) / "noted"
            data = pathlib.Path(folder) / "data.json"
            data.write_text(json.dumps([{"income": 1}] * 20_000))
            run = record("measure", "--exec", table("sizes", noted), "--d", f"@{data}", "--d-prime", '[{"income": 1}]', "--budget", "5e4", "--threads", "2", code=1)
            self.assertEqual(run["external"]["name"], "sizes")
            lines = [line.split() for line in noted.read_text().splitlines()]
            self.assertEqual(sum(kind == "dataset" for _, kind, _ in lines), 1)  # the very first request, when nobody knows yet
            for process in {pid for pid, _, _ in lines}:
                self.assertEqual(sum(pid == process and kind == "prepare" for pid, kind, _ in lines), 2)
            self.assertGreater(sum(kind == "prepared" for _, kind, _ in lines), 10)
            self.assertLess(max(int(length) for _, kind, length in lines if kind == "prepared"), 80)

    def test_the_claim_and_the_relation_are_the_programs_own_where_none_was_typed(self):
        asked = ("measure", "--exec", incomes(), "--d", "[]", "--d-prime", '[{"income": 100}]', *LEVEL, "--budget", "5e4")
        run = record(*asked)
        self.assertEqual((run["claim"]["epsilon"], run["pair"]["relation"], run["external"]["name"], run["external"]["version"]), (1, "add/remove", "incomes", "1"))
        self.assertEqual(record(*asked, "--claim-epsilon", "0.5", code=1)["claim"]["epsilon"], 0.5)

    def test_what_is_not_seeded_is_not_replayed(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "record.json"
            run = record("measure", "--exec", table("fresh"), "--d", "[]", "--d-prime", '[{"income": 1}]', "--budget", "2e4", *LEVEL, "--out", out)
            self.assertFalse(run["external"]["seeded"])
            self.assertIn("randomness does not follow from the seeds", warner("replay", out, "--run", code=2).stderr)

    def test_numbers_column_by_column(self):
        run = record("measure", "--exec", table("columns"), "--d", "[]", "--d-prime", '[{"income": 1}]', "--budget", "5e4", *LEVEL)
        self.assertEqual(run["parameters"], {"columns": 3})
        self.assertGreater(run["epsilon_lower_bound"], 0.8)
        self.assertEqual(timeless(run), timeless(record("measure", "--exec", table("columns"), "--d", "[]", "--d-prime", '[{"income": 1}]', "--budget", "5e4", *LEVEL, "--threads", "1")))

    def test_a_hello_that_is_nested_without_end_is_exit_code_4(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "deep.py"
            program.write_text("""import sys\nsys.stdin.readline()\nprint('{"warner": ' + 400_000 * '[' + 400_000 * ']' + '}', flush=True)\n""")
            for verb in ("measure", "check", "try"):
                words = (verb, "--exec", f"'{PYTHON}' '{program}'", "--d", "[0]", "--d-prime", "[1]", *(() if verb == "try" else CLAIM))
                self.assertIn("more than 1000 deep", warner(*words, code=4).stderr)

    def test_a_hello_that_can_not_be_taken_is_exit_code_4(self):
        for how, more, word in (("third", (), "version 3"), ("other-hello", ("--threads", "2", "--budget", "2e5"), "another hello"), ("columns", ("--binary", "2"), "says that a release has 3 numbers")):
            with self.subTest(how):
                self.assertIn(word, warner("measure", "--exec", table(how), "--d", "[]", "--d-prime", '[{"income": 1}]', *CLAIM, *more, code=4).stderr)

    def test_a_shared_library_reads_any_data_once(self):
        with tempfile.TemporaryDirectory() as folder:
            library, out = pathlib.Path(folder) / "libcommas.so", pathlib.Path(folder) / "record.json"
            build = [COMPILER, "-O2", "-shared", "-fPIC", f"-I{SOURCE}", "-o", library, HERE / "prepared_plugin.c", "-lm"]
            data = ("--d", '{"a": [1, 2]}', "--d-prime", '{"a": [1, 2, 3]}')
            subprocess.run([*build, "-DCLAIMS"], check=True)
            run = record("measure", "--plugin", library, *data, *LEVEL, "--budget", "2e5", "--out", out)
            self.assertEqual((run["external"]["name"], run["external"]["version"], run["claim"]["epsilon"], run["parameters"]), ("commas", "7", 1, {"columns": 2}))
            self.assertGreater(run["epsilon_lower_bound"], 0.95)
            self.assertIn("the same tally", warner("replay", out, "--run").stdout)
            self.assertIn("can not read a dataset", warner("measure", "--plugin", library, "--d", "[1]", "--d-prime", "[2]", code=4).stderr)
            subprocess.run(build, check=True)
            self.assertIn("--claim-epsilon", warner("measure", "--plugin", library, *data, code=2).stderr)
            record("measure", "--plugin", library, *data, *CLAIM, *LEVEL, "--budget", "2e4")
            subprocess.run([COMPILER, "-O2", "-shared", "-fPIC", f"-I{SOURCE}", "-o", library, SOURCE / "examples" / "external" / "geometric_plugin.c", "-lm"], check=True)
            self.assertIn("takes lists of numbers", warner("measure", "--plugin", library, *data, *CLAIM, code=4).stderr)


if __name__ == "__main__":
    unittest.main()
