"""ldp-toolbox: frequency oracles, each claim the epsilon that the protocol is given."""
LIBRARY, VERSIONS = "ldp-toolbox", ["0.1.3"]


def protocol(module, name, *given):
    from importlib import import_module

    made = getattr(import_module(f"ldp_toolbox.protocols.frequency.{module}"), name)(*given)

    def release(data):
        answer = made.obfuscate(data)
        return [int(part) for part in answer] if isinstance(answer, tuple) else answer

    return release


E, HALF = {"epsilon": 1}, {"epsilon": 0.5}
_TABLE = [
    ("SubsetSelection", lambda: protocol("ss", "SubsetSelection", 10, 0.5), HALF),
    ("UnaryEncoding optimal", lambda: protocol("ue", "UnaryEncoding", 4, 1.0, True), E),
    ("UnaryEncoding symmetric", lambda: protocol("ue", "UnaryEncoding", 4, 1.0, False), E),
    ("GeneralizedRandomizedResponse", lambda: protocol("grr", "GeneralizedRandomizedResponse", 4, 1.0), E),
    ("HistogramEncoding", lambda: protocol("he", "HistogramEncoding", 4, 1.0), E),
    ("LocalHashing", lambda: protocol("lh", "LocalHashing", 4, 1.0), E),
]
MAKE = {name: make for name, make, *_ in _TABLE}
ROWS = [{"mechanism": n, "d": 1, "d_prime": 2, "claim": c, "budget": 40_000} for n, _, c in _TABLE]
