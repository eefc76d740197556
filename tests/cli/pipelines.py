"""Mechanisms as people write them, sound and broken, audited from a table of which no pair is named.

    python3 pipelines.py build/release/bin/warner SOURCE_FOLDER
"""
import pathlib
import sys
import tempfile
import unittest

from asking import record, warner

SOURCE = pathlib.Path(sys.argv.pop(1))
EXAMPLES = SOURCE / "examples" / "external"
VISITS = EXAMPLES / "visits.csv"
FOUND = ("--data", VISITS, "--neighbours", "add-remove", "--bounds", "age=0:120,spent=0:100")
LEVEL = ("--level", "1e-6")


def audited(mechanism, twin, *more, verb="check", budget="1e5", code=0):
    program = f"'{sys.executable}' '{EXAMPLES / 'pipelines.py'}' {mechanism} {twin}"
    delta = ("--claim-delta", "0.005") if mechanism == "group-by" else ()
    return record(verb, "--exec", program, *more, "--claim-epsilon", "1", *delta, *LEVEL, "--budget", budget, code=code)


class Pipelines(unittest.TestCase):
    """Level 1e-6 each, so all sound ones are spared but with probability 1e-5."""

    def test_what_one_side_never_says(self):
        """A city comes with its sixth row, and a quantile with the eleventh: one dataset has it always, the other never. Refuted with certainty."""
        for mechanism in ("group-by", "quantile"):
            self.assertGreater(audited(mechanism, "broken", *FOUND, code=1)["epsilon_lower_bound"], 1)
            audited(mechanism, "", *FOUND, verb="measure", budget="5e4")

    def test_a_budget_that_is_spent_twice(self):
        """Truly 2 epsilon. Some 1,000 certifying trials refute it; power above 0.999 at 50,000."""
        self.assertEqual(audited("pipeline", "broken", *FOUND, code=1)["pair"]["relation"], "add/remove")
        audited("pipeline", "", *FOUND, verb="measure", budget="5e4")

    def test_a_true_row_among_synthetic_ones(self):
        """Where there is one row alone, it is in one release of twenty, and without it in hardly any. Power above 0.999."""
        audited("synthetic", "broken", *FOUND, code=1)
        audited("synthetic", "", *FOUND, budget="2e4")

    def test_errors_tell_who_is_there(self):
        """One error in a hundred against one in a thousand, on a pair that is named: some 45,000 trials refute it; power above 0.999 at 200,000.

        It is found among all pairs of the table, too: at level 0.05 with nine seeds in ten of 2e5 trials, at this level it takes more.
        """
        self.assertGreater(audited("raises", "broken", *FOUND, verb="measure", budget="5e5", code=1)["epsilon_lower_bound"], 1.2)
        audited("raises", "", *FOUND, verb="measure", budget="5e4")
        with tempfile.TemporaryDirectory() as folder:
            others = pathlib.Path(folder) / "others.csv"
            others.write_text("".join(line for line in VISITS.read_text().splitlines(keepends=True) if not line.startswith("eve,")))
            pair = ("--d", f"@{VISITS}", "--d-prime", f"@{others}")
            audited("raises", "broken", *pair, budget="2e5", code=1)
            run = audited("raises", "", *pair, verb="measure", budget="1e5")
            self.assertGreater(run["epsilon_lower_bound"], 0.7)  # eve spent 88: truly 0.88


if __name__ == "__main__":
    unittest.main()
