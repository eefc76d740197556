"""The tests of privacy of examples/testing pass on a program that is sound, and fail on one that is broken.

usage: languages.py ROOT WARNER R|rust     exit status 77 where the language is not here
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT, WARNER, LANGUAGE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
NEEDED = {"R": "Rscript", "rust": "cargo"}[LANGUAGE]
MANIFEST = '[package]\nname = "geometric"\nversion = "0.1.0"\nedition = "2021"\n\n[[bin]]\nname = "geometric"\npath = "main.rs"\n'


def scratch(folder, change):
    """A project with the program, changed, and its test."""
    if LANGUAGE == "R":
        program, test = folder / "examples/external/laplace.R", folder / "privacy_test.R"
    else:
        program, test = folder / "main.rs", folder / "tests/privacy.rs"
        (folder / "Cargo.toml").write_text(MANIFEST)
    source = {"R": "laplace.R", "rust": "geometric.rs"}[LANGUAGE]
    text = (ROOT / "examples/external" / source).read_text(encoding="utf-8")
    assert change[0] in text, f"{source} has no {change[0]}"
    for path in (program, test):
        path.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(text.replace(*change), encoding="utf-8")
    shutil.copy(ROOT / f"examples/testing/privacy_test.{'R' if LANGUAGE == 'R' else 'rs'}", test)
    return ["Rscript", test.name] if LANGUAGE == "R" else ["cargo", "test", "--offline"]


def run(change, expected):
    with tempfile.TemporaryDirectory() as folder:
        command = scratch(pathlib.Path(folder), change)
        environment = {**os.environ, "PATH": f"{WARNER.parent}{os.pathsep}{os.environ['PATH']}"}
        done = subprocess.run(command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said = "the count is as private as it claims" if LANGUAGE == "R" else "test the_count_is_as_private_as_it_claims ... FAILED"
        if (done.returncode == 0) != expected or (said in done.stdout) == expected:
            sys.exit(f"{change}: {command} ended with {done.returncode}\n{done.stdout}")


if not shutil.which(NEEDED):
    print(f"SKIPPED: no {NEEDED}")
    sys.exit(77)
noise = {"R": "rexp(n) - rexp(n)", "rust": "(-uniform(&mut state).ln()).floor() - "}[LANGUAGE]
run((noise, noise), True)
run((noise, {"R": "rexp(n, 1.3) - rexp(n, 1.3)", "rust": ""}[LANGUAGE]), False)
