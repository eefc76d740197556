"""The runner of examples/libraries on a library that is made up: no network, no environment but this one."""
import csv
import os
import pathlib
import subprocess
import sys

ROWS = """
import random

LIBRARY, VERSIONS = "made-up", ["1", "2"]


def told(truth):
    return lambda data: data if random.random() < truth else 1 - data


def noised(data):
    return data + random.expovariate(0.8) * random.choice((1, -1))  # with room: no seed, and no alarm


MAKE = {"sound": lambda: told(0.7), "broken": lambda: told(0.95), "naked": lambda: noised}
ROWS = [
    {"mechanism": name, "d": 0, "d_prime": 1, "claim": {"epsilon": 1}, "budget": 5000, "versions": ["1"], "broken_in": broken}
    for name, broken in (("sound", ()), ("broken", ("1",)))
] + [{"mechanism": "sound", "d": 0, "d_prime": 1, "claim": {"epsilon": 1}, "versions": ["2"]}]
ROWS += [{"mechanism": "naked", "d": 0, "d_prime": 1, "claim": {"epsilon": 1}, "budget": 5000, "versions": ["1"]}]
LAST_BITS = {"naked": ["1"]}
"""


def test_a_broken_row_is_refuted_twice_and_a_sound_one_spared_and_last_bits_stand_apart(tmp_path):
    source = pathlib.Path(os.environ["WARNER_SOURCE"])
    rows = tmp_path / "rows"
    rows.mkdir()
    (rows / "made_up.py").write_text(ROWS)
    environment = tmp_path / "made-up-1" / "bin"
    environment.mkdir(parents=True)
    (environment / "python").symlink_to(sys.executable)
    warner = os.environ.get("WARNER_PROGRAM", str(source / "build/release/bin/warner"))
    audit = [sys.executable, str(source / "examples/libraries/audit.py"), "--warner", warner, "--environments", str(tmp_path)]
    done = subprocess.run([*audit, "--rows", str(rows), "--out", str(tmp_path / "table.csv")], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    with (tmp_path / "table.csv").open() as table:
        sound, broken, absent, naked = csv.DictReader(table)
    with (tmp_path / "last_bits.csv").open() as table:
        (apart,) = csv.DictReader(table)
    assert (sound["decision"], sound["replayed"]) == ("not refuted", "")
    assert (broken["decision"], broken["replayed"]) == ("refuted", "refuted")
    assert float(broken["bound"]) > 1
    assert absent["decision"] == "not installed"
    assert naked["decision"] == "not refuted"
    assert (apart["mechanism"], apart["kind"], apart["decision"], apart["replayed"]) == ("naked", "last bits", "refuted", "refuted")
    page = tmp_path / "page.md"
    page.write_text("before\n" + "".join(f"<!-- {name} -->\nold\n<!-- end -->\n" for name in ("numbers", "refuted", "causes", "spared", "last bits")) + "after\n")
    subprocess.run([sys.executable, str(source / "examples/libraries/pages.py"), str(tmp_path / "table.csv"), str(page)], check=True)
    text = page.read_text()
    assert text.startswith("before\n") and text.endswith("after\n") and "old" not in text
    assert "| made-up 1 | `broken` | 1 |" in text
    assert "Of 3 rows of 1 libraries, 1 are refuted in 1 libraries" in text
    assert "| made-up 1 | `naked` |" in text
