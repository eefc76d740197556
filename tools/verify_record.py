#!/usr/bin/env python3
"""Recomputes what a record of Warner says from the integers in it: docs/formats/record.md, "What follows from the integers".

    python3 tools/verify_record.py FILE ..        (- is standard input; a file may hold a list of records)

Prints of each record whether it holds, each statement that does not follow ("field: problem"), and what nobody can recompute from a record.
Exit code 0: all records hold. 1: a statement does not follow. 2: not a record, or one of too many trials to recompute.

A bound may exceed the recomputed one by what the error of the computation allows (recomputed/tails.py, recomputed/wealth.py), and fall short of it by a millionth.
Python 3.9 and its standard library; no code is shared with the program that wrote the record. Nothing is played again: that is `warner replay`.
"""
import sys

from recomputed.measurement import Measurement
from recomputed.question import digest, read
from recomputed.rounds import Rounds
from recomputed.statements import real


def check_frame(record):
    """What measurements and checks have in common; whether the rest can be read at all."""
    r, expect = record.r, record.expect
    verb, stopping = ("check", "anytime") if record.sequential else ("measure", "fixed")
    expect("verb", r["verb"] == verb, f"'{r['verb']}', where sequential is that of a {verb}")
    expect("stopping", r["stopping"] == stopping, f"'{r['stopping']}', where sequential is that of a {verb}")
    expect("tally", record.n == r["trials"]["certify"], f"adds up to {record.n} of {r['trials']['certify']} certifying trials")
    expect("tally.odds", record.odds == 1 or (record.odds in (3, 7, 15) and sum(record.says) == 1 and not record.sequential and not record.timed),
           f"{record.odds}: only an untimed measurement in one direction has a biased coin, of odds 3, 7 or 15")
    expect("strategies", record.strategies == 1 or (type(record.strategies) is int and record.strategies > 1 and not record.sequential and not record.timed), f"{record.strategies}: only an untimed measurement has several")
    expect("level", 0 < record.level_of_all * (r["family"] or 1) < 1, f"{record.level_of_all} for each of {r['family']} is no level")
    expect("delta", record.delta == real(r["claim"]["delta"]), f"{record.delta} is not claim.delta, {real(r['claim']['delta'])}")
    kind = r["witness"]["strategy"]["score"]["kind"]
    expect("witness.score", r["witness"]["score"] == kind, f"'{r['witness']['score']}', where the strategy has {kind}")
    expect("white_box", r["white_box"] == (kind == "likelihood"), f"{r['white_box']}, where the score is {kind}")
    for says, key in zip(record.says, ("probability_d", "probability_d_prime")):
        expect(f"witness.{key}", says or real(r["witness"][key]) == 0, "is not 0, and the strategy never says so")
    expect("provenance.digest", r["provenance"]["digest"] == digest(r), f"{r['provenance']['digest']} is not {digest(r)}, that of the question in this record")
    return not any(problem.startswith(("verb", "level", "tally")) for problem in record.problems)


def verified(document):
    """A record, with its problems."""
    if document["schema"] != "warner/record/1":
        raise ValueError(f"schema '{document['schema']}' is unknown")
    record = (Rounds if document["sequential"] else Measurement)(document)
    if check_frame(record):
        record.check()
    return record


def main(files):
    worst = 0
    for name in files:
        try:
            with sys.stdin if name == "-" else open(name, encoding="utf-8") as file:
                document = read(file.read())
            if document == []:
                raise ValueError("an empty list")
            for one in document if isinstance(document, list) else [document]:
                record = verified(one)
                print(f"{name}: {one['mechanism']}: {'does NOT hold' if record.problems else 'holds'}", *record.problems, "not checked: " + ", ".join(record.not_checked), sep="\n  ")
                worst = max(worst, 1 if record.problems else 0)
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, ArithmeticError, RecursionError) as error:
            print(f"{name}: nothing was checked ({type(error).__name__}: {error})", file=sys.stderr)
            worst = 2
    return worst


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        sys.exit(0 if sys.argv[1:] else 2)
    sys.exit(main(sys.argv[1:]))
