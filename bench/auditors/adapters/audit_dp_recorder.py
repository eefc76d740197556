#!/usr/bin/env python3
"""dp-recorder's distributional audit of one primitive: Clopper-Pearson bounds on a held-out half of the releases.

dp-recorder looks into programs. Of one that it cannot look into, this is what it has: a logistic regression, and the
threshold where the sum of its errors is least. The level is stated, for both directions together.
"""

import os
import sys

os.environ["TQDM_DISABLE"] = "1"
sys.modules["dp_recorder.visualization"] = type(sys)("dp_recorder.visualization")  # plots

from dp_recorder.auditing import Auditor, audit_spec  # noqa: E402
from releases import Releases, audited  # noqa: E402


def audit(task):
    releases, drawn = Releases(task), {}
    half = (task["releases"] - 2) // 2

    @audit_spec(kind="served", input_arg="dataset", sensitivity_arg="sensitivity", metric_fn=lambda d, d_prime: 0.0)
    def release(dataset, sensitivity=0.0):
        """One release; the server is asked for many at once, of which none is left in the end."""
        key = tuple(dataset)
        if key not in drawn:  # the first is recorded
            drawn[key] = iter(releases(dataset, half + (dataset == task["d"])))
        return next(drawn[key])

    auditor = Auditor()
    with auditor:
        release(task["d"])
        auditor.set_replay()
        release(task["d_prime"])
    printed, sys.stdout = sys.stdout, sys.stderr
    auditor.run_distributional_audit(n_samples=2 * half, alpha=task["level"])
    sys.stdout = printed
    releases.close()
    return auditor.log[0].empirical_epsilon_lb, releases.spent


if __name__ == "__main__":
    audited(audit)
