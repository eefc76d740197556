#!/usr/bin/env python3
"""Delta-Siege from a checkout: its trial of a mechanism whose guarantee is pure, with delta 0 alone.

It states, at a level, by what factor a claim is missed at least; the claim times that factor is the bound. Two of its
classifiers compete, a logistic regression and its own on bit patterns. Its dynamic witness is not asked: the margin of
its Dvoretzky-Kiefer-Wolfowitz bound stays the same at all levels below a half.
"""

import os
import random
import sys
import unittest.mock

from releases import Releases, audited

# Libraries that it audits itself, and the one that another of its witnesses needs.
for name in ("diffprivlib.mechanisms", "opendp.combinators", "opendp.measurements", "opendp.mod", "pydp.algorithms.numerical_mechanisms",
             "mbi", "mst", "aim", "cdp2adp", "dpopt.probability.estimators", "dpopt.optimizer.optimizer_generator", "dpopt.optimizer.optimizers"):  # fmt: skip
    for depth in range(name.count(".") + 1):
        sys.modules[".".join(name.split(".")[: depth + 1])] = unittest.mock.MagicMock()

import numpy  # noqa: E402
import torch  # noqa: E402
from deltasiege.attack import LinesearchEstimator, WitnessOptimization  # noqa: E402
from deltasiege.classifiers import BitPatternFeatureTransformer, SklearnClassifier  # noqa: E402
from deltasiege.classifiers.legacy.multi_layer_perceptron import MultiLayerPerceptron  # noqa: E402
from deltasiege.classifiers.legacy.torch_optimizer_factory import AdamOptimizerFactory  # noqa: E402
from deltasiege.main import Trial  # noqa: E402
from deltasiege.mechanism import LaplaceMechanism  # noqa: E402
from deltasiege.utils import Config  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402


class No:
    """Nothing is stored. Its trial asks for that as a property, and by a call."""

    def __bool__(self):
        return False

    __call__ = __bool__


class Served(LaplaceMechanism):
    """Its Laplace mechanism says what a pure guarantee is; the releases are the task's."""

    releases, store_data = None, No()

    def __call__(self, dataset, n):
        return Served.releases(dataset, n).astype(numpy.float64)


def audit(task):
    for seed in (random.seed, torch.manual_seed, lambda n: numpy.random.seed(n % 2**32)):
        seed(task["seed"])
    torch.set_num_threads(1)
    Served.releases = Releases(task)
    # Two classifiers of 2 arms train; four witnesses start and are compared on both arms; one is left for the end.
    each, final = task["releases"] // 40, task["releases"] // 5
    config = Config(n_train=2 * each, n_init=each, n_check=each, n_final=final, batch_size=each, confidence=1 - task["level"], n_jobs=1)
    bits = MultiLayerPerceptron.get_factory(in_dimensions=64 * Served.releases.columns, hidden_sizes=(), normalize_input=False, n_test_batches=1, epochs=10,
                                            regularization_weight=0.0001, optimizer_factory=AdamOptimizerFactory(learning_rate=0.1, step_size=500),
                                            feature_transform=BitPatternFeatureTransformer())  # fmt: skip
    plain = SklearnClassifier.get_factory(classifier=make_pipeline(StandardScaler(), LogisticRegression()))
    witness = WitnessOptimization.get_factory(estimator=LinesearchEstimator(delta_steps=numpy.zeros(1)))
    trial = Trial(config=config, input_pair=(task["d"], task["d_prime"]), mechanism=Served(epsilon=task["claim"]["epsilon"], sensitivity=1.0),
                  classifier_factories=[plain, bits], witnesses_factories=witness)  # fmt: skip
    printed, sys.stdout = sys.stdout, open(os.devnull, "w")
    trial.run()
    sys.stdout = printed
    Served.releases.close()
    missed = float(trial.witnesses[trial.best_witness_idx].estimate_c)
    return task["claim"]["epsilon"] / missed if missed > 0 else 0.0, Served.releases.spent


if __name__ == "__main__":
    audited(audit)
