#!/usr/bin/env python3
"""DP-Sniper from a checkout: logistic regression, its default c = 0.01, its own estimator of the bound.

Both orders of the pair are searched, with a fiftieth of the budget for each training, threshold and check a side; the
better one is estimated anew with two fifths of the budget a side. It states the bound at the level.
"""

import os
import sys
import tempfile

from releases import Releases, audited

printed, sys.stdout = sys.stdout, sys.stderr  # its log goes there

import numpy  # noqa: E402
import torch  # noqa: E402
from dpsniper.attack.dpsniper import DPSniper  # noqa: E402
from dpsniper.classifiers.classifier_factory import LogisticRegressionFactory  # noqa: E402
from dpsniper.classifiers.torch_optimizer_factory import SGDOptimizerFactory  # noqa: E402
from dpsniper.mechanisms.abstract import Mechanism  # noqa: E402
from dpsniper.probability.estimators import EpsEstimator, PrEstimator  # noqa: E402
from dpsniper.search.ddconfig import DDConfig  # noqa: E402
from dpsniper.utils.paths import set_output_directory  # noqa: E402


class Served(Mechanism):
    def __init__(self, releases):
        self.releases = releases

    def m(self, a, n_samples=1):
        return self.releases(list(a), n_samples).astype(numpy.float64)


def audit(task):
    with tempfile.TemporaryDirectory() as folder:  # its models and logs
        os.chdir(folder)
        set_output_directory(folder)
        found = sniped(task)
        os.chdir("/")
    return found


def sniped(task):
    torch.manual_seed(task["seed"])
    torch.set_num_threads(1)
    releases = Releases(task)
    each, final = task["releases"] // 50, task["releases"] * 2 // 5 // 1000 * 1000
    config = DDConfig(n_train=each, n=each, n_check=each, n_final=final, n_processes=1, confidence=1 - task["level"],
                      training_batch_size=max(1, each // 10))  # fmt: skip
    mechanism = Served(releases)
    factory = LogisticRegressionFactory(in_dimensions=releases.columns, optimizer_factory=SGDOptimizerFactory(), normalize_input=True)
    found = []
    for first, second in ((task["d"], task["d_prime"]), (task["d_prime"], task["d"])):
        attack = DPSniper(mechanism, factory, config).best_attack(first, second)
        estimate, _ = EpsEstimator(PrEstimator(mechanism, each, config)).compute_eps_estimate(first, second, attack)
        found.append((estimate, first, second, attack))
    _, first, second, attack = max(found, key=lambda one: one[0])
    _, bound = EpsEstimator(PrEstimator(mechanism, final, config)).compute_eps_estimate(first, second, attack)
    releases.close()
    return (bound if numpy.isfinite(bound) else 0.0), releases.spent


if __name__ == "__main__":
    sys.stdout = printed
    audited(audit)
