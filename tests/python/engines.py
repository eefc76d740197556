"""Dask, Ray and Spark as docs/guides/cluster.md and examples/scaling have them: each makes the record that one machine makes.

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
import subprocess
import sys
import tempfile
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINES = {"Dask": "distributed", "Ray": "ray", "Spark": "pyspark"}
RECIPES = ROOT / "examples" / "scaling"
TRIALS = 1_000_001
BLOCK = re.compile(r"^```python(?: no-run)?\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def blocks_of(page, title):
    section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return [compile(code, f"cluster.md, {title}", "exec") for code in BLOCK.findall(section)]


def has_java():
    return bool(shutil.which("java") or os.environ.get("JAVA_HOME"))


def said(text):
    """All of a record but how long it took, and where."""
    return {key: value for key, value in json.loads(text).items() if key not in ("seconds", "provenance")}


def compared(engine, what, found, alone):
    """Whether two records are the same, which is said."""
    differing = [key for key in alone.keys() | found.keys() if alone.get(key) != found.get(key)]
    print(f"{engine}, {what}: " + (f"another record: {', '.join(sorted(differing))} differ" if differing else "the same record"), flush=True)
    return not differing


def record_of_recipe(engine):
    """What the recipe writes, of few trials and an odd number of shards."""
    out = pathlib.Path(f"{engine.lower()}.json")
    subprocess.run([sys.executable, RECIPES / f"{engine.lower()}_cluster.py", out], check=True, timeout=300,
                   env={**os.environ, "BUDGET": str(TRIALS), "SHARDS": "5"})
    return said(out.read_text(encoding="utf-8"))


def main():
    page = (ROOT / "docs" / "guides" / "cluster.md").read_text(encoding="utf-8")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    module = sys.modules["__main__"] = types.ModuleType("__main__")  # where engines look for functions
    shared = module.__dict__
    with contextlib.redirect_stdout(io.StringIO()):
        for code in blocks_of(page, "A pool of processes"):
            exec(code, shared)
    alone = said(shared["alone"].text)
    warner = shared["warner"]
    recipe_alone = said(warner.play_fresh(warner.measure("laplace", epsilon=1, budget=1e6), trials=TRIALS, seed=2).text)
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
        for same in (compared(engine, "the guide", said(shared["record"].text), alone),
                     compared(engine, "the recipe", record_of_recipe(engine), recipe_alone)):
            passed, failed = passed + same, failed + (not same)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:  # engines leave their folders where they were started
        os.chdir(folder)
        main()
