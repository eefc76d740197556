#!/usr/bin/env python3
"""privacy-estimates: its Clopper-Pearson bound (method beta) at a threshold that half of the scores choose.

Its joint density is credible, not confidence, and fails on most discrete releases (ValueError: f(a) and f(b)).
"""

import numpy
import privacy_estimates
from releases import audited, scores


def counts(d, d_prime, threshold):
    """Scores from the threshold on are taken for D'."""
    below = int((d < threshold).sum()), int((d_prime < threshold).sum())
    return privacy_estimates.AttackResults(FN=below[1], FP=len(d) - below[0], TN=below[0], TP=len(d_prime) - below[1])


def audit(task):
    d, d_prime, spent = scores(task)
    half = len(d) // 2
    thresholds = numpy.unique(numpy.quantile(numpy.concatenate((d[:half], d_prime[:half])), numpy.linspace(0.02, 0.98, 49)))
    lower = {t: privacy_estimates.compute_eps_lo(counts(d[:half], d_prime[:half], t), 0, task["level"], "jeffreys") for t in thresholds}
    best = max(lower, key=lower.get)
    bound = privacy_estimates.compute_eps_lo(counts(d[half:], d_prime[half:], best), 0, task["level"], "beta")
    return bound, spent


if __name__ == "__main__":
    audited(audit)
