"""The question that a record answers, and its digest: docs/formats/record.md, "The digest"."""
import json


class Real(float):
    """A number with its digits in the file, which the digest is of."""
    def __new__(cls, digits):
        real = super().__new__(cls, digits)
        real.digits = digits
        return real


def read(text):
    return json.loads(text, parse_float=Real)


def compact(value):
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key, ensure_ascii=False)}:{compact(member)}" for key, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(compact, value)) + "]"
    return value.digits if isinstance(value, Real) else json.dumps(value, ensure_ascii=False)


def digest(r):
    checked, outside = r["sequential"], r.get("external", {})
    budget = checked["budget"] if checked else r["trials"]["search"] + r["trials"]["certify"]
    question = {"mechanism": r["mechanism"], "parameters": r["parameters"], "pair": {key: r["pair"][key] for key in ("d", "d_prime")}, "claim": r["claim"], "delta": r["delta"], "level": r["level"],
                "budget": budget, "white_box": r["white_box"], "seed": r["seed"], "generator": r["generator"], "version": r["provenance"]["version"]}
    question.update({key: value for key, value in {"timing": r.get("timing"), "by": outside.get("by"), "fingerprints": outside.get("fingerprints"),
                                                   "ideal_numbers": outside.get("ideal_numbers"), "datasets": outside.get("datasets"),
                                                   "dataset_fingerprints": outside.get("dataset_fingerprints"), "verb": checked and "check",
                                                   "low_bits": r.get("low_bits"), "white_box_allowed": r.get("white_box_allowed"), "search_budget": r.get("search_budget"),
                                                   "until_width": r.get("until_width"), "until_budget": r.get("until_budget"), "pair_sought": r.get("pair_sought"), "among": r.get("among"),
                                                   "sought_among": outside.get("sought_among"), "crash_is_a_release": outside.get("crash_is_a_release"),
                                                   "earlier_seeds": r.get("earlier_seeds"), "strategy": r.get("earlier_seeds") and r["witness"]["strategy"],
                                                   "odds": r.get("earlier_seeds") and r["tally"].get("odds")}.items() if value is not None})
    state = 0xcbf29ce484222325
    for byte in compact(question).encode("utf-8", "surrogatepass"):
        state = (state ^ byte) * 0x100000001b3 % 2**64
    return f"{state:016x}"
