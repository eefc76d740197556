"""Dask, Ray and Spark as docs/guides/cluster.md has them: each makes the record that one machine makes.

    python3 tests/python/engines.py      with warner, and those of dask[distributed], ray and pyspark that are to be tried

What is not installed is skipped, with a line. Each engine starts workers on this machine. For scripts/quality.
"""
import contextlib
import importlib.util
import io
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINES = {"Dask": "distributed", "Ray": "ray", "Spark": "pyspark"}
BLOCK = re.compile(r"^```python(?: no-run)?\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def blocks_of(page, title):
    section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return [compile(code, f"cluster.md, {title}", "exec") for code in BLOCK.findall(section)]


def has_java():
    return bool(shutil.which("java") or os.environ.get("JAVA_HOME"))


def said(record):
    """All of a record but how long it took, and where."""
    return {key: value for key, value in json.loads(record.text).items() if key not in ("seconds", "provenance")}


def main():
    page = (ROOT / "docs" / "guides" / "cluster.md").read_text(encoding="utf-8")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    module = sys.modules["__main__"] = types.ModuleType("__main__")  # where engines look for functions
    shared = module.__dict__
    with contextlib.redirect_stdout(io.StringIO()):
        for code in blocks_of(page, "A pool of processes"):
            exec(code, shared)
    alone = said(shared["alone"])
    passed = failed = skipped = 0
    for engine, library in ENGINES.items():
        lacking = library if importlib.util.find_spec(library) is None else "java" if engine == "Spark" and not has_java() else ""
        if lacking:
            print(f"{engine}: skipped, {lacking} is not installed")
            skipped += 1
            continue
        shared.pop("record", None)
        (code,) = blocks_of(page, engine)
        exec(code, shared)
        found = said(shared["record"])
        differing = [key for key in alone.keys() | found.keys() if alone.get(key) != found.get(key)]
        print(f"{engine}: " + (f"another record: {', '.join(sorted(differing))} differ" if differing else "the same record"), flush=True)
        passed, failed = passed + (not differing), failed + bool(differing)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:  # engines leave their folders where they were started
        os.chdir(folder)
        main()
