"""serving.py WARNER: `warner serve` answers as a program that is audited, with releases that other auditors can trust."""

import json
import os
import shlex
import struct
import subprocess
import sys
import unittest

WARNER = sys.argv.pop(1)


def served(words, requests, protocol=None, **how):
    environment = {name: value for name, value in os.environ.items() if name != "WARNER_PROTOCOL"}
    if protocol:
        environment["WARNER_PROTOCOL"] = protocol
    asked = "".join(json.dumps(request) + "\n" if not isinstance(request, str) else request + "\n" for request in requests)
    return subprocess.run([WARNER, "serve", *words], input=asked.encode(), capture_output=True, env=environment, timeout=60, **how)


def asking(dataset, trials, seed):
    return {"dataset": dataset, "trials": trials, "seed": seed}


class Serving(unittest.TestCase):
    def test_a_seed_gives_the_same_releases_however_they_are_asked_for(self):
        lines = served(["laplace-vector", "--k", "2"], [asking([0, 1], 5000, 7), asking([1, 1], 3, 8)]).stdout.decode().splitlines()
        self.assertEqual(len(lines), 5003)
        rows = [tuple(map(float, line.split(","))) for line in lines]
        raw = served(["laplace-vector", "--k", "2", "--binary"], [asking([0, 1], 5000, 7), asking([1, 1], 3, 8)]).stdout
        self.assertEqual(rows, list(struct.iter_unpack("<2d", raw)))
        self.assertTrue(all(x * 2**30 == round(x * 2**30) for row in rows for x in row))
        exact = served(["laplace-vector", "--k", "2", "--last-bits"], [asking([1, 1], 3, 8)]).stdout.decode().split()
        for row, there in zip(rows[5000:], exact):
            for x, y in zip(row, there.split(",")):
                self.assertLess(abs(x - float(y)), 2**-30)

    def test_the_hello_says_name_claim_and_columns(self):
        answer = served(["gaussian", "--sigma", "2"], [asking([0], 2, 1)], protocol="2").stdout
        hello, rest = answer.split(b"\n", 1)
        said = json.loads(hello)
        self.assertEqual((said["warner"], said["name"], said["binary"], said["columns"]), (2, "gaussian", 1, ["y"]))
        self.assertEqual(said["claim"], {"mu": 0.5})
        self.assertEqual(len(rest), 16)

    def test_every_mechanism_of_the_catalogue_is_served(self):
        for entry in json.loads(subprocess.run([WARNER, "list", "--json"], capture_output=True, check=True).stdout):
            record = json.loads(subprocess.run([WARNER, "measure", entry["name"], "--budget", "40", "--json"], capture_output=True).stdout)
            for dataset in (record["pair"]["d"], record["pair"]["d_prime"]):
                answer = served([entry["name"]], [asking(dataset, 3, 1)])
                self.assertEqual((answer.returncode, answer.stdout.count(b"\n")), (0, 3), (entry["name"], answer.stderr))

    def test_an_audit_of_what_is_served_decides_as_one_of_the_catalogue(self):
        for words, claim, code in (("laplace --epsilon 1", [], 0), ("broken/laplace-wrong-scale", [], 1), ("laplace --epsilon 1", ["--claim-epsilon", "0.5"], 1)):
            outcome = subprocess.run([WARNER, "measure", "--exec", f"{shlex.quote(WARNER)} serve {words}", "--d", "[0]", "--d-prime", "[1]", "--budget", "2e5", "--json", *claim],
                                     capture_output=True)
            self.assertEqual(outcome.returncode, code, (words, outcome.stdout, outcome.stderr))

    def test_releases_that_can_not_be_written_are_no_bad_input(self):
        for trials in (1, 100_000):
            with open("/dev/full", "wb") as full:
                outcome = subprocess.run([WARNER, "serve", "laplace"], input=json.dumps(asking([0], trials, 1)).encode(), stdout=full, stderr=subprocess.PIPE)
            self.assertEqual((outcome.returncode, outcome.stderr), (5, b"warner: standard output could not be written\n"))

    def test_bad_input_is_refused_by_name(self):
        for words, request, said in ((["laplace"], "{", "is no request such as"), (["laplace"], {"dataset": [0], "trials": 2}, "is no request such as"),
                                     (["laplace"], '{"dataset": ' + 400_000 * "[" + 400_000 * "]" + ', "trials": 2, "seed": 1}', "is no request such as"),
                                     (["laplace"], asking([0, 1], 2, 1), "2 values"), (["laplace"], asking(["x"], 2, 1), "dataset"),
                                     (["lapace"], asking([0], 2, 1), "did you mean laplace"), ([], asking([0], 2, 1), "none was named"),
                                     (["laplace", "--epsilon", "-1"], asking([0], 2, 1), "epsilon")):
            outcome = served(words, [request])
            self.assertEqual((outcome.returncode, outcome.stdout), (2, b""), (words, request))
            self.assertIn(said, outcome.stderr.decode())


unittest.main()
