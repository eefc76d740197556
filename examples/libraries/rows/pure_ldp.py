"""pure-ldp: frequency oracles, each claim the epsilon that the client is given."""
LIBRARY, VERSIONS = "pure-ldp", ["1.1.1", "1.2.0"]


def client(module, name, **given):
    from importlib import import_module

    given = {key: value() if callable(value) else value for key, value in given.items()}
    made = getattr(import_module(f"pure_ldp.frequency_oracles.{module}"), name)(**given)

    def release(data):
        answer = made.privatise(data)
        if isinstance(answer, tuple):
            return [part.tolist() if hasattr(part, "tolist") else part for part in answer]
        if isinstance(answer, (list, zip)) and not isinstance(answer, int):
            answer = [number for pair in answer for number in pair]
        return answer if isinstance(answer, int) else [int(x) if float(x).is_integer() else float(x) for x in answer]

    return release


def hashes(many, size):
    return lambda: [lambda data, i=i: (int(data) * (2 * i + 1) + i) % size for i in range(many)]


def rappor(functions):
    from pure_ldp.frequency_oracles.rappor import RAPPORClient

    family = [[lambda data, i=i: 2 * i + int(data) % 2 for i in range(functions)]]
    made = RAPPORClient(f=0.5, m=8, hash_funcs=family, num_of_cohorts=1)
    made.update_params(f=made.convert_eps_to_f(1), hash_funcs=family)
    return lambda data: made.privatise(data + 1)[0]


E, SIZE = {"epsilon": 1}, {"epsilon": 1, "d": 4}
UE = (
    "UEClient._perturb sets the user's bit to one with probability p and otherwise leaves what noise had put there. The bit is one with "
    "probability p + (1 - p) q. Version 1.2.0 clears it first."
)
RAPPOR = (
    "RAPPORClient._perturb sets a bit to one or leaves it. A bit of the user's that should become zero stays one, "
    "so that whoever sends a zero there cannot have had the value."
)
ISSUE = "https://github.com/Samuel-Maddock/pure-LDP/pull/12"
_TABLE = [
    ("UEClient", lambda: client("unary_encoding", "UEClient", **SIZE), E, {"broken_in": ["1.1.1"], "why": UE, "kind": "fixed", "issue": ISSUE, "fixed": "1.2.0"}),
    (
        "UEClient use_oue",
        lambda: client("unary_encoding", "UEClient", use_oue=True, **SIZE),
        E, {"broken_in": ["1.1.1"], "why": UE, "kind": "fixed", "issue": ISSUE, "fixed": "1.2.0"},
    ),
    ("DEClient", lambda: client("direct_encoding", "DEClient", **SIZE), E, {}),
    ("HEClient", lambda: client("histogram_encoding", "HEClient", **SIZE), E, {}),
    ("LHClient", lambda: client("local_hashing", "LHClient", use_olh=True, **SIZE), E, {}),
    ("FastLHClient", lambda: client("local_hashing", "FastLHClient", k=3, use_olh=True, **SIZE), E, {}),
    ("HadamardMechClient", lambda: client("hadamard_mechanism", "HadamardMechClient", t=1, **SIZE), E, {"versions": ["1.2.0"]}),
    ("CMSClient", lambda: client("apple_cms", "CMSClient", epsilon=1, hash_funcs=hashes(2, 4), m=4), E, {}),
    ("RAPPORClient", lambda: rappor(1), {"epsilon": 1.01}, {"versions": ["1.2.0"], "broken_in": ["1.2.0"], "why": RAPPOR, "kind": "source"}),
]
MAKE = {name: make for name, make, *_ in _TABLE}
ROWS = [{"mechanism": n, "d": 1, "d_prime": 2, "claim": c, "budget": 40_000, **more} for n, _, c, more in _TABLE]
LAST_BITS = {"HEClient": VERSIONS}
