"""Where results go: files that can not be written, streams that are closed, names that are none.

    python3 outputs.py build/release/bin/warner
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

from asking import WARNER, warner

REFUTED = ("measure", "broken/laplace-half-scale", "--budget", "1e5")
SPARED = ("measure", "laplace", "--budget", "1e4")


def timeless(text):
    return re.sub(r"[0-9.e+-]+ s\b", "", text)


class Outputs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_a_result_that_can_not_be_written_is_printed_and_decides(self):
        full = ("--out", "/dev/full")
        warner(*REFUTED, "--out", self.folder / "found.json", code=1)
        for words, code in ((REFUTED, 1), (SPARED, 2), (("check", "broken/laplace-half-scale"), 1), (("check", "broken/laplace-half-scale", "--pair", "all"), 1),
                            (("utility", "laplace", "--rmse", "0.5"), 1), (("utility", "laplace", "--budget", "1e4"), 2),
                            (("utility", "laplace", "--rmse", "0.5", "--sweep", "epsilon=1,2"), 1), (("shrink", self.folder / "found.json"), 1)):
            with self.subTest(words):
                run = warner(*words, *full, code=code)
                self.assertIn("warner: /dev/full: can not be written (No space left on device)\n", run.stderr)
                self.assertEqual(timeless(run.stdout), timeless(warner(*words, code=(0, 1)).stdout))
                self.assertNotEqual(run.stdout, "")
        self.assertEqual(json.loads(warner(*REFUTED, "--json", *full, code=1).stdout)["decision"], "refuted")

    def test_a_name_that_is_too_long_is_said_before_the_work(self):
        begun = time.monotonic()
        run = warner("measure", "laplace", "--budget", "1e12", "--out", self.folder / ("x" * 250), code=2)
        self.assertIn("can not be written (File name too long)", run.stderr)
        self.assertLess(time.monotonic() - begun, 20)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_what_is_printed_with_closed_streams_goes_into_no_file(self):
        journal = self.folder / "journal"
        warner(*SPARED, "--journal", self.folder / "alone")
        alone = (self.folder / "alone").read_bytes()
        for closed in (">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"):
            with self.subTest(closed):
                journal.unlink(missing_ok=True)
                run = subprocess.run(["sh", "-c", f'exec "$0" "$@" {closed}', WARNER, *SPARED, "--journal", journal], capture_output=True, text=True)
                self.assertEqual(run.returncode, 5 if ">&-" in closed.split() else 0, run.stderr)
                self.assertEqual(journal.read_bytes(), alone)

    def test_names_that_are_none_are_refused(self):
        (self.folder / "privacy.toml").write_text('[[test]]\nname = "laplace"\nmechanism = "laplace"\nbudget = 1000\n')
        suite = ("test", self.folder / "privacy.toml", "--no-regressions")
        reports = [(*suite, option) for option in ("--out", "--junit", "--sarif", "--gitlab", "--markdown")]
        for words in ((*SPARED, "--out"), (*SPARED, "--journal"), ("check", "laplace", "--out"), ("utility", "laplace", "--out"), ("shrink", "x", "--out"),
                      ("merge", "x", "--out"), ("shard", "1/2", *SPARED, "--out"), ("baseline", "update", "--out"), ("baseline", "update", "--baseline"),
                      ("report", "x", "--badge"), *reports):
            with self.subTest(words):
                self.assertEqual(warner(*words, "", code=2).stderr, f"warner: {words[-1]}: names no file\n")
                self.assertEqual(warner(*words, "-", code=2).stderr, f"warner: {words[-1]}: - is no file (/dev/stdout is standard output)\n")
        self.assertEqual(len(list(self.folder.iterdir())), 1)

    def test_two_outputs_are_two_files(self):
        suite = self.folder / "privacy.toml"
        suite.write_text('[[test]]\nname = "laplace"\nmechanism = "laplace"\nbudget = 1000\n')
        same = self.folder / "same"
        os.symlink("same", self.folder / "link")
        for other in (same, f"{self.folder}/x/../same", f"{self.folder}/./same", self.folder / "link"):
            run = warner("test", suite, "--no-regressions", "--out", same, "--junit", other, code=2)
            self.assertEqual(run.stderr, f"warner: --junit: {other} is what --out names, too (name another file)\n")
            self.assertIn("is the journal", warner(*SPARED, "--journal", same, "--out", other, code=2).stderr)
            self.assertFalse(same.exists())
        self.assertIn("is the suite", warner("test", suite, "--markdown", f"{self.folder}/./privacy.toml", code=2).stderr)
        warner("test", suite, "--no-regressions", "--out", "/dev/null", "--junit", "/dev/null")

    def test_an_interrupted_list_is_json(self):
        for words in (("measure", "--all", "--budget", "1e6"), ("check", "laplace", "--sweep", "epsilon=0.5,1", "--budget", "1e10"),
                      ("utility", "laplace", "--rmse", "1.4143", "--budget", "1e8", "--sweep", "epsilon=1,2")):
            with self.subTest(words), subprocess.Popen([WARNER, *words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
                time.sleep(1)
                run.send_signal(signal.SIGINT)
                said = run.communicate(timeout=60)[0]
                self.assertEqual(run.returncode, 130)
                self.assertIsInstance(json.loads(said), list)


if __name__ == "__main__":
    unittest.main(verbosity=2)
