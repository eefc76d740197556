"""scripts/lint fails where clang-tidy finds something, and where it crashes; it passes where all is well.

usage: lint_status.py ROOT

Stand-ins: a scratch repository with one source, and shell scripts for cmake and the tools of clang.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

LINT = pathlib.Path(sys.argv[1]).resolve() / "scripts/lint"


class Lint(unittest.TestCase):
    def lint(self, tidy):
        """Its exit status and what it says, where clang-tidy is these commands."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name).resolve()
            root, tools = folder / "root", folder / "bin"
            for made in (root / "scripts", root / "build/clang", tools):
                made.mkdir(parents=True)
            shutil.copy(LINT, root / "scripts/lint")
            (root / "a.cpp").write_text("int a;\n")
            (root / "build/clang/compile_commands.json").write_text(f'[{{"file": "{root}/a.cpp"}}]')
            for tool, commands in {"cmake": "", "clang++": "", "clang-format-14": "", "clang-tidy-14": tidy}.items():
                (tools / tool).write_text(f"#!/bin/sh\n{commands}\n")
                (tools / tool).chmod(0o755)
            environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
            author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
            for words in (["init", "-q"], ["add", "a.cpp"], [*author, "commit", "-qm", "a"]):
                subprocess.run(["git", *words], cwd=root, env=environment, check=True)
            words = ["sh", "scripts/lint", "--all"]
            done = subprocess.run(words, cwd=root, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            return done.returncode, done.stdout

    def test_nothing_found(self):
        status, said = self.lint("echo '12 warnings generated.' >&2")
        self.assertEqual((status, said), (0, "lint: clang-tidy reads 1 files\n"))

    def test_something_found(self):
        status, said = self.lint("echo 'a.cpp:1:5: error: a finding'; exit 1")
        self.assertEqual(status, 1)
        self.assertIn("a finding", said)
        self.assertNotIn("failed", said)

    def test_a_crash(self):
        for tidy in ("echo 'Stack dump: all of it' >&2; kill -SEGV $$", "echo 'Stack dump: all of it' >&2; exit 254"):
            status, said = self.lint(tidy)
            self.assertEqual(status, 1, said)
            self.assertIn("Stack dump: all of it", said)
            self.assertIn("lint: clang-tidy failed", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
