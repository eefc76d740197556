"""check_figures.py WARNER: what `warner figures` leaves in a folder, as an author of a paper uses it.

Resuming, interruption, the widths and fonts of venues, PGF and tables in LaTeX, references. Exit code 77 (skipped) where matplotlib is missing; what
needs poppler or a LaTeX is left out with a message where there is none.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

WARNER = pathlib.Path(sys.argv.pop(1)).resolve()
QUICKEST, TABLE = "warner", "computational-dp"  # figures that take a second or two
WIDTHS = {"default": 3.5, "ieee": 3.5, "usenix": 3.33, "acm": 3.33, "neurips": 5.5}, {"default": 7.16, "ieee": 7.16, "usenix": 7.0, "acm": 7.0, "neurips": 5.5}


def figures(*arguments, code=0):
    run = subprocess.run([WARNER, "figures", "--quick", *map(str, arguments)], capture_output=True, text=True)
    if run.returncode != code:
        raise AssertionError(f"{arguments}: exit code {run.returncode}\n{run.stdout}\n{run.stderr}")
    return run


def tool(name):
    if shutil.which(name):
        return True
    print(f"check_figures: there is no {name}; what needs it is left out", file=sys.stderr)
    return False


def times(folder):
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir() if path.is_file()}


class Figures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name, "figures")
        cls.first = figures(QUICKEST, TABLE, "--out", cls.folder, "--tex")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def copy(self, name):
        return pathlib.Path(shutil.copytree(self.folder, pathlib.Path(self.temporary.name, name)))

    def test_progress_is_said_a_figure(self):
        self.assertRegex(self.first.stderr, r"\[1/2\] warner: made \(\d+\.\d s\)\n\[2/2\] computational-dp: made")
        self.assertNotIn("[1/2]", self.first.stdout)

    def test_what_is_there_is_not_made_again(self):
        before = times(self.folder)
        again = figures(QUICKEST, TABLE, "--out", self.folder, "--tex")
        self.assertIn("nothing to do", again.stdout)
        self.assertEqual(times(self.folder), before)

    def test_what_is_missing_or_broken_is_made_again_and_nothing_else(self):
        folder = self.copy("mended")
        before, content = times(folder), (folder / "warner.csv").read_bytes()
        (folder / "warner.csv").unlink()
        pdf = (folder / "computational-dp.pdf").read_bytes()
        (folder / "computational-dp.pdf").write_bytes(pdf[: len(pdf) // 2])
        again = figures(QUICKEST, TABLE, "--out", folder, "--tex")
        self.assertIn("[1/2] warner: made", again.stderr)
        self.assertIn("[2/2] computational-dp: drawn again", again.stderr)
        self.assertEqual((folder / "warner.csv").read_bytes(), content)
        self.assertEqual((folder / "computational-dp.pdf").read_bytes(), pdf)
        self.assertEqual(times(folder)["computational-dp.csv"], before["computational-dp.csv"])
        self.assertIn("[1/1] warner: made", figures(QUICKEST, "--out", folder, "--tex", "--force").stderr)
        self.assertIn("[1/1] warner: made", figures(QUICKEST, "--out", folder, "--tex", "--seed", 2).stderr)

    def test_an_interruption_leaves_finished_figures(self):
        folder = pathlib.Path(self.temporary.name, "interrupted")
        words = [WARNER, "figures", QUICKEST, "likelihood-ratio", "--out", folder, "--quick"]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
            self.assertIn("[1/2] warner: made", run.stderr.readline())
            run.send_signal(signal.SIGINT)
            said = run.stderr.read()
            self.assertEqual(run.wait(), 130, said)
        self.assertFalse([path for path in folder.rglob("*.part")])
        self.assertIn("is there already", figures(QUICKEST, "--out", folder).stderr)

    def test_an_interruption_while_it_draws_is_no_failure(self):
        folder, slow = pathlib.Path(self.temporary.name, "drawing"), pathlib.Path(self.temporary.name, "slow")
        slow.write_text('#!/bin/sh\n: >"$0.begun"\nexec sleep 60\n')
        slow.chmod(0o755)
        words = [WARNER, "figures", QUICKEST, "--out", folder, "--quick"]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "WARNER_PYTHON": str(slow)}, start_new_session=True) as run:
            until = time.monotonic() + 60
            while not slow.with_name("slow.begun").exists() and time.monotonic() < until:
                time.sleep(0.02)
            os.killpg(run.pid, signal.SIGINT)  # as Ctrl-C at a terminal does
            said = run.stderr.read()
            self.assertEqual(run.wait(), 130, said)
        self.assertIn("interrupted", said)

    def test_a_page_is_as_wide_as_the_venue_says_and_embeds_its_fonts(self):
        if not (tool("pdfinfo") and tool("pdffonts")):
            return
        folder = self.copy("venues")
        for venue in WIDTHS[0]:
            figures(QUICKEST, "--out", folder, "--format", venue)
            for name in (QUICKEST, TABLE) if venue == "default" else (QUICKEST,):
                pdf = folder / f"{name}.pdf"
                width = float(re.search(r"Page size:\s+([\d.]+) x", subprocess.run(["pdfinfo", pdf], capture_output=True, text=True, check=True).stdout)[1]) / 72
                self.assertTrue(any(abs(width - widths[venue]) < 1e-3 for widths in WIDTHS), (venue, name, width))
                fonts = subprocess.run(["pdffonts", pdf], capture_output=True, text=True, check=True).stdout.splitlines()[2:]
                self.assertTrue(fonts)
                for font in fonts:
                    self.assertNotIn("Type 3", font)
                    self.assertRegex(font, r" yes +(yes|no) +(yes|no) +\d+ +\d+$")  # embedded

    def test_every_script_draws_a_column_or_the_text(self):
        for script in (WARNER.parent.parent / "share" / "warner" / "plots").glob("*.py"):
            for size in re.findall(r"figsize=\(([^,]*),", script.read_text()):
                self.assertIn(size, ("SINGLE", "DOUBLE"), script.name)

    def test_pgf_and_tables_are_latex(self):
        pgf, table = (self.folder / "warner.pgf").read_text(), (self.folder / "computational-dp.tex").read_text()
        for text in (pgf, table):
            self.assertEqual(text.count("{") - text.count(r"\{"), text.count("}") - text.count(r"\}"))
            self.assertEqual(re.findall(r"\\begin\{(\w+\*?)\}", text).count("pgfscope"), re.findall(r"\\end\{(\w+\*?)\}", text).count("pgfscope"))
        self.assertNotIn("includegraphics", pgf)
        self.assertTrue((self.folder / "computational-dp.md").read_text().startswith("| key |"))
        if not tool("pdflatex"):
            return
        with tempfile.TemporaryDirectory() as folder:
            paper = "\\documentclass{article}\\usepackage{pgf}\\usepackage{booktabs}\\begin{document}\n" + f"\\input{{{self.folder}/warner.pgf}}\n\\input{{{self.folder}/computational-dp.tex}}\n\\end{{document}}\n"
            pathlib.Path(folder, "paper.tex").write_text(paper)
            run = subprocess.run(["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "paper.tex"], cwd=folder, capture_output=True, text=True, errors="replace")
            self.assertEqual(run.returncode, 0, run.stdout[-2000:])

    def test_a_run_is_compared_with_its_reference(self):
        folder, reference = self.copy("checked"), pathlib.Path(self.temporary.name, "reference")
        check = lambda *more, code=0: figures(QUICKEST, "--out", folder, "--tex", "--check", *more, code=code)
        self.assertIn("equals its reference", check().stdout)  # the one that came with the program
        figures(QUICKEST, "--out", folder, "--tex", "--reference", reference, "--update-reference")
        file = reference / "warner.json"
        doctored = json.loads(file.read_text())
        merit = next(merit for merit in doctored["merits"] if merit["upper"] != "inf" and merit["upper"] < 0.9)
        merit["lower"], merit["upper"] = merit["upper"] + 0.01, merit["upper"] + 0.1
        file.write_text(json.dumps(doctored))
        self.assertIn("do not meet", check("--reference", reference, code=1).stdout)
        doctored["csv"] = "0" * 16
        doctored["merits"] = []
        file.write_text(json.dumps(doctored))
        self.assertIn("other bytes", check("--reference", reference, code=1).stdout)
        self.assertIn("goes together with its reference", check("--seed", 2).stdout)  # last: it is made anew
        self.assertIn("--reference", figures(QUICKEST, "--update-reference", code=2).stderr)


if __name__ == "__main__":
    if subprocess.run(["/usr/bin/python3", "-c", "import matplotlib"], capture_output=True).returncode != 0:
        print("check_figures: matplotlib is missing; skipped", file=sys.stderr)
        sys.exit(77)
    unittest.main()
