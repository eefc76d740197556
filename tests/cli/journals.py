"""Journals and shards: a run goes on where the last one was; what does not belong is refused by name.

usage: journals.py WARNER FOLDER_OF_THE_REPOSITORY
"""
import fcntl
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile

from asking import WARNER, warner, without_seconds

REPOSITORY = pathlib.Path(sys.argv[1])
MEASURE = ["measure", "sparse-vector-1", "--budget", "2e7"]
SMALL = ["measure", "laplace", "--epsilon", "1", "--budget", "1e6"]
CHECK = ["check", "laplace", "--epsilon", "1", "--claim-mu", "1.2", "--budget", "2e6"]


def refused(*words, saying):
    run = warner(*words, code=2)
    assert saying in run.stderr and run.stderr.count("\n") == 1 and run.stderr.startswith("warner: "), f"{saying}\n{run.stderr}"


def checks_and_sweeps(folder):
    for i, words in enumerate((CHECK, ["measure", "laplace", "--sweep", "epsilon=0.5,1", "--budget", "1e6"])):
        runs = [warner(*words, *more).stdout for more in ([], ["--journal", folder / f"{i}"], ["--journal", folder / f"{i}"])]
        one, *others = (re.sub(r"\([0-9.]+ s\)", "", run) for run in runs)
        assert others == [one, one]


def curves_and_figures(folder):
    words = ["profile", "laplace", "--measure", "--budget", "1e6", "--json"]
    outputs = [warner(*words, *more).stdout for more in ([], ["--journal", folder / "p"], ["--journal", folder / "p"])]
    assert outputs[0] == outputs[1] == outputs[2]
    tables = []
    for i, more in enumerate([[], ["--journal", folder / "f"], ["--journal", folder / "f"]]):
        warner("figures", "warner", "--quick", "--out", folder / f"figures{i}", *more)
        tables.append((folder / f"figures{i}" / "warner.csv").read_text())
    assert tables[0] == tables[1] == tables[2]


def what_does_not_belong(folder):
    journal = folder / "journal"
    warner(*SMALL, "--journal", journal)
    text = journal.read_bytes()
    lines = text.splitlines(keepends=True)
    assert len(lines) > 3

    def unchanged():
        assert journal.read_bytes() == text

    refused(*SMALL, "--seed", "2", "--journal", journal, saying="is of another seed, 1 (and 2 is asked for)")
    refused(*SMALL, "--level", "0.1", "--journal", journal, saying="is of another question")
    unchanged()
    warner(*SMALL, "--seed=1", "--threads", "1", "--json", "--journal", journal)
    unchanged()

    head = json.loads(lines[0].split(b" ", 2)[2])
    head["version"] = "0.0.9"
    journal.write_text(entry("", json.dumps(head, separators=(",", ":"))))
    refused(*SMALL, "--journal", journal, saying="is of another version, warner 0.0.9")

    for damaged in (text.replace(b'"sums":[', b'"sums":[1', 1), b"".join(lines[:2] + lines[3:]), b"".join(lines[:1] + lines[2:3] + lines[1:2] + lines[3:]),
                    text[:-1] + b"x\n"):
        journal.write_bytes(damaged)
        refused(*SMALL, "--journal", journal, saying="is damaged from byte")
        assert journal.read_bytes() == damaged
    for stranger in (b"a diary\n", b"a diary", b"{}\n", b"\0\0"):
        journal.write_bytes(stranger)
        refused(*SMALL, "--journal", journal, saying="is no journal")
        assert journal.read_bytes() == stranger

    for tail in (b"1", lines[-1][:-1], lines[-1][:30]):
        journal.write_bytes(b"".join(lines[:-1]) + tail)
        run = warner(*SMALL, "--journal", journal)
        assert f"{len(tail)} bytes of an unfinished entry are cut off" in run.stderr, run.stderr
    for beginning in (b"", lines[0][:1], lines[0][:-1]):
        journal.write_bytes(beginning)
        warner(*SMALL, "--journal", journal)

    journal.write_bytes(text)
    with open(journal) as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        refused(*SMALL, "--journal", journal, saying="is the journal of a run that is under way")
    unchanged()

    refused(*SMALL, "--journal", "/dev/full", saying="it is no regular file")
    refused(*SMALL, "--journal", "/proc/none", saying="can not be written")
    refused(*SMALL, "--journal", folder, saying="it is a folder")
    refused(*SMALL, "--timing", "--journal", folder / "timed", saying="durations do not happen twice")

    def little_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(lines[0]) + len(lines[1]) + 40,) * 2)

    journal.unlink()
    run = subprocess.run([WARNER, *SMALL, "--journal", journal], capture_output=True, text=True, preexec_fn=little_room)
    assert run.returncode == 2 and "can not be written" in run.stderr, run
    assert journal.read_bytes() == b"".join(lines[:2])  # whole entries, and no other
    assert warner(*SMALL, "--journal", journal, "--json").returncode == 0


def entry(before, text):
    checksum = 0xCBF29CE484222325
    for byte in (before + text).encode():
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    return f"{len(text)} {checksum:016x} {text}\n"


def shards(folder):
    whole, merged, strategy = folder / "whole.json", folder / "merged.json", folder / "strategy.json"
    words = MEASURE
    warner(*words, "--out", whole, code=(0, 1))
    warner("search", *words, "--out", strategy)
    parts = [folder / f"part{i}.json" for i in range(1, 4)]
    for i, part in enumerate(parts):
        # the last one searches by itself, and finds the same
        found = ["--found", strategy] if i < 2 else []
        warner("shard", f"{i + 1}/3", *words, *found, "--threads", i, "--out", part, *(["--journal", folder / "j"] if i == 1 else []))
    warner("merge", *parts, "--out", merged, code=(0, 1))
    assert without_seconds(merged) == without_seconds(whole)
    warner("merge", *reversed(parts), "--out", merged, code=(0, 1))
    assert without_seconds(merged) == without_seconds(whole)

    text, when = parts[1].read_bytes(), parts[1].stat().st_mtime_ns
    assert "is there already" in warner("shard", "2/3", *words, "--out", parts[1]).stdout
    assert parts[1].read_bytes() == text and parts[1].stat().st_mtime_ns == when
    refused("shard", "1/3", *words, "--out", parts[1], saying="is shard 2/3, not shard 1/3")
    refused("shard", "2/3", *SMALL, "--out", parts[1], saying="is of another question")
    refused("shard", "2/3", *SMALL, "--found", strategy, "--out", folder / "none", saying="is of another question")
    for wrong in ("0/3", "4/3", "1", "1/0", "a/b", "-1/3", "1/3x"):
        refused("shard", wrong, *words, "--out", folder / "none", saying=f"'{wrong}' is none")
    refused("shard", "1/3", "measure", "--all", "--out", folder / "none", saying="is of one measurement")
    refused("shard", "1/3", *words, "--json", "--out", folder / "none", saying="there is no record yet")

    pieces = [entry for part in parts for entry in json.loads(part.read_text())["entries"] if "piece" in entry]
    first, last = pieces[1]["piece"]
    refused("merge", parts[0], parts[2], saying=f"trials [{first}, {last}): are in none of the parts")
    refused("merge", *parts, parts[1], saying=f"has trials [{first}, {last}), as {parts[1]} has")
    warner("shard", "1/2", *words, "--found", strategy, "--out", folder / "half.json")
    refused("merge", folder / "half.json", *parts[1:], saying=f"has trials [{first}, ")
    other = json.loads(text)
    for mine in other["entries"]:
        if "text" in mine:
            mine["is"] = mine["is"].replace("1.0", "2.0", 1)
    changed = folder / "other.json"
    changed.write_text(json.dumps(other))
    refused("merge", parts[0], changed, parts[2], saying="has another strategy than")
    changed.write_text(text.decode().replace('"version": "', '"version": "9'))
    refused("merge", parts[0], changed, parts[2], saying="is of another version")
    refused("merge", strategy, saying="none has any trials")
    refused("merge", REPOSITORY / "CITATION.cff", saying="CITATION.cff")
    # many more shards than blocks: some are empty
    tiny = ["measure", "laplace", "--epsilon", "1", "--budget", "20000"]
    for i in range(1, 7):
        warner("shard", f"{i}/6", *tiny, "--out", folder / f"tiny{i}.json")
    warner(*tiny, "--out", whole)
    warner("merge", *(folder / f"tiny{i}.json" for i in range(1, 7)), "--out", merged)
    assert without_seconds(merged) == without_seconds(whole)
    for flag in ("--help", "--version"):
        asking = json.loads((folder / "tiny1.json").read_text())
        asking["words"], asking["shard"] = ["measure", flag], [0, 1]
        for mine in asking["entries"]:
            if "trials" in mine:
                mine["trials"] = mine["piece"] = [0, mine["piece"][1]]
        changed.write_text(json.dumps(asking))
        refused("merge", changed, saying=f"{flag}: is no option of measure")


PROGRAM = """import json, random, sys
for line in sys.stdin:
    asked = json.loads(line)
    random.seed(asked["seed"])
    for _ in range(asked["trials"]):
        print(float(asked["dataset"][0]) + random.expovariate({rate}) - random.expovariate({rate}))
    sys.stdout.flush()
"""


def programs_that_change(folder):
    program, journal, whole, merged, marker = (folder / name for name in ("fix.py", "journal", "whole.json", "merged.json", "started"))
    program.write_text(PROGRAM.format(rate=1))
    command = f"'{sys.executable}' '{program}'"
    rest = ["--d", "[0]", "--d-prime", "[1]", "--claim-epsilon", "1", "--ideal-numbers", "--budget", "2e4", "--level", "1e-6"]
    words = ["measure", "--exec", command, *rest]
    warner(*words, "--out", whole)
    parts = [folder / f"part{i}.json" for i in (1, 2)]
    for i, part in enumerate(parts):
        warner("shard", f"{i + 1}/2", *words, "--out", part)
    for k, same in enumerate((words, ["measure", f"--exec={command}", *rest])):
        warner(*same, "--journal", f"{journal}{k}")
        warner(*same, "--journal", f"{journal}{k}")
    # a part may come from anywhere: what it names is started where it is trusted
    refused("merge", *parts, "--out", merged, saying="(--run, if you trust it)")
    text = parts[0].read_text()
    forged = folder / "forged.json"
    forged.write_text(text.replace(command.replace('"', '\\"'), f"touch '{marker}'"))
    refused("merge", forged, saying="(--run, if you trust it)")
    forged.write_text(text.replace('"--exec"', f'"--exec=touch {marker}", "--exec"'))
    refused("merge", forged, saying="(--run, if you trust it)")
    assert not marker.exists()
    warner("merge", "--run", *parts, "--out", merged)
    assert without_seconds(merged) == without_seconds(whole)

    program.write_text(PROGRAM.format(rate=3))
    for k, same in enumerate((words, ["measure", f"--exec={command}", *rest])):
        refused(*same, "--journal", f"{journal}{k}", saying="the journal: is of another program, fingerprint ")
    refused("shard", "1/2", *words, "--out", parts[0], saying=f"{parts[0]}: is of another program")
    refused("merge", "--run", *parts, saying="is of another program")
    warner("shard", "2/2", *words, "--out", folder / "new.json")
    refused("merge", "--run", parts[0], folder / "new.json", saying="is of another program")
    warner(*words, "--journal", folder / "another", code=1)


def what_no_record_can_name(folder):
    bad = os.fsdecode(b"caf\xe9")
    for words in (["measure", "--exec", f"cat {bad}", "--d", "[0]", "--d-prime", "[1]", "--claim-epsilon", "1"],
                  ["check", "--releases", folder / bad, folder / bad, "--claim-epsilon", "1"]):
        for more in (["--journal", folder / "j"], ["--out", folder / "r.json"], ["--json"]):
            refused(*words, *more, saying="caf\\xe9: is no UTF-8, and a record could not name it")
    refused("shard", "1/2", "measure", "--exec", f"cat {bad}", "--d", "[0]", "--d-prime", "[1]", "--claim-epsilon", "1", "--out", folder / "p", saying="is no UTF-8")
    refused("utility", "--exec", f"cat {bad}", "--d", "[0]", "--truth", "0", "--rmse", "1", "--json", saying="is no UTF-8")
    assert not any(folder.iterdir()), list(folder.iterdir())
    warner(*SMALL, "--out", folder / bad)  # a name that no record has


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        for test in (what_does_not_belong, shards, programs_that_change, what_no_record_can_name, checks_and_sweeps, curves_and_figures):
            folder = pathlib.Path(name) / test.__name__
            folder.mkdir()
            test(folder)
