"""multi-freq-ldpy: frequency oracles, each claim the epsilon that the client is given."""

LIBRARY, VERSIONS = "multi-freq-ldpy", ["0.2.5"]


def client(module, name, *given):
    from importlib import import_module

    call = getattr(import_module(f"multi_freq_ldpy.{module}"), name)

    def release(data):
        answer = call(data, *given)
        if isinstance(answer, tuple):
            return [int(part) for part in answer]
        return answer.tolist() if hasattr(answer, "tolist") else answer

    return release


WHY = (
    "SS_Client puts the user's value, where it is kept, at the first place of the subset and does not shuffle. "
    "Who reads the first place reads a randomised response of a larger epsilon. The later library of the same author shuffles."
)
E, HALF, PURE = {"epsilon": 1}, {"epsilon": 0.5}, "pure_frequency_oracles"
_TABLE = [
    ("GRR_Client", lambda: client(f"{PURE}.GRR", "GRR_Client", 4, 1.0), E, {}),
    ("UE_Client optimal", lambda: client(f"{PURE}.UE", "UE_Client", 4, 1.0, True), E, {}),
    ("UE_Client symmetric", lambda: client(f"{PURE}.UE", "UE_Client", 4, 1.0, False), E, {}),
    ("HE_Client", lambda: client(f"{PURE}.HE", "HE_Client", 4, 1.0), E, {}),
    ("LH_Client", lambda: client(f"{PURE}.LH", "LH_Client", 4, 1.0), E, {}),
    ("ADP_Client", lambda: client(f"{PURE}.ADP", "ADP_Client", 4, 1.0), E, {}),
    ("SS_Client", lambda: client(f"{PURE}.SS", "SS_Client", 10, 0.5), HALF, {"broken_in": VERSIONS, "why": WHY, "kind": "source", "fixed": "ldp-toolbox 0.1.3"}),
    ("SS_Client of one", lambda: client(f"{PURE}.SS", "SS_Client", 3, 1.0), E, {}),
    ("L_GRR_Client", lambda: client("long_freq_est.L_GRR", "L_GRR_Client", 4, 2.0, 1.0), E, {}),
    ("L_SUE_Client", lambda: client("long_freq_est.L_SUE", "L_SUE_Client", 4, 2.0, 1.0), E, {}),
    ("L_OUE_Client", lambda: client("long_freq_est.L_OUE", "L_OUE_Client", 4, 2.0, 1.0), E, {}),
    ("L_OSUE_Client", lambda: client("long_freq_est.L_OSUE", "L_OSUE_Client", 4, 2.0, 1.0), E, {}),
]
MAKE = {name: make for name, make, *_ in _TABLE}
ROWS = [{"mechanism": n, "d": 1, "d_prime": 2, "claim": c, "budget": 40_000, **more} for n, _, c, more in _TABLE]
LAST_BITS = {"HE_Client": VERSIONS}
