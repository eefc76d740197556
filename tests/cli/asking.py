"""Asking the program that the first argument names, which is taken off the command line."""
import json
import re
import subprocess
import sys

WARNER = sys.argv.pop(1)


def warner(*arguments, code=0):
    """The run, which must end with this exit code, or with one of these."""
    run = subprocess.run([WARNER, *map(str, arguments)], capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
    assert run.returncode in (code if isinstance(code, tuple) else (code,)), f"{arguments}: exit {run.returncode}, not {code}\n{run.stdout}{run.stderr}"
    return run


def record(*arguments, code=0):
    return json.loads(warner(*arguments, "--json", code=code).stdout)


def timeless(document):
    return {key: value for key, value in document.items() if key not in ("seconds", "provenance")}


def without_seconds(path):
    """The bytes of a record's file, but for the time that it took."""
    return re.sub(r'"seconds": [^,\n]*', "", path.read_text())
