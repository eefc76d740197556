"""NVIDIA FLARE: its sparse vector, at the sum of the budgets that the version's own parameters spend; one weight of five differs."""
LIBRARY, VERSIONS = "nvflare", ["2.0.16", "2.9.0"]


def sparse_vector():
    import logging

    import numpy
    from nvflare.apis.dxo import DXO, DataKind, from_shareable
    from nvflare.apis.fl_context import FLContext
    from nvflare.app_common.filters.svt_privacy import SVTPrivacy

    logging.disable(logging.CRITICAL)
    made = SVTPrivacy(fraction=0.6, epsilon=0.5, noise_var=0.2, gamma=1.0, tau=0.1)

    def release(data):
        update = DXO(data_kind=DataKind.WEIGHT_DIFF, data={"weights": numpy.array(data, dtype=float)})
        sent = from_shareable(made.process(update.to_shareable(), FLContext())).data["weights"]
        return float(sent[-1])  # what the pair differs in

    return release


WHY = (
    "Of the weights that pass the threshold some are drawn to be noised, the same one perhaps twice. Those that passed and were not drawn are sent as they are "
    "(app_common/filters/svt_privacy.py)."
)
ISSUE = "https://github.com/NVIDIA/NVFlare/issues/343"
PAIR = {"mechanism": "SVTPrivacy", "d": [0.5] * 5, "d_prime": [0.5] * 4 + [-0.5], "budget": 20_000, "issue": ISSUE}
MAKE = {"SVTPrivacy": sparse_vector}
ROWS = [
    # 0.5 for the threshold, 0.5 * 6^(2/3) for the queries, 0.2 for each of three weights
    {**PAIR, "versions": ["2.0.16"], "claim": {"epsilon": 2.76}, "broken_in": ["2.0.16"], "kind": "fixed", "why": WHY, "fixed": "2.9.0"},
    # what its accountant says: 0.5, and 0.2 for each of three weights
    {**PAIR, "versions": ["2.9.0"], "claim": {"epsilon": 1.1}},
]
