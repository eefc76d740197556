"""smartnoise-core: sums, each at the epsilon (and delta) that it is given; neighbours differ in one row."""
LIBRARY, VERSIONS = "opendp-smartnoise-core", ["0.1.0", "0.2.2"]


def total(mechanism, upper, epsilon, delta=None):
    import tempfile

    import opendp.smartnoise.core as smartnoise

    usage = {"epsilon": epsilon, **({"delta": delta} if delta else {})}
    file = tempfile.NamedTemporaryFile("w", suffix=".csv")

    def release(data):
        file.seek(0)
        file.truncate()
        file.write("\n".join(["value", *(repr(x) for x in data)]) + "\n")
        file.flush()
        with smartnoise.Analysis(protect_floating_point=False, neighboring="substitute") as analysis:
            column = smartnoise.to_float(smartnoise.Dataset(path=file.name, column_names=["value"])["value"])
            made = smartnoise.dp_sum(column, mechanism=mechanism, data_lower=0.0, data_upper=upper, data_rows=len(data), privacy_usage=usage)
        analysis.release()
        return float(made.value)

    return release


SQUARED = (
    "The sampler squares its scale, for a library that takes the variance. That library takes the deviation, so that noise whose deviation should be below 1 is "
    "smaller still (utilities/noise.rs)."
)
SIGN = "A sign in the calibration of the analytic Gaussian mechanism was not set, so that its deviation is too small."
ISSUE = {"broken_in": ["0.1.0"], "kind": "fixed", "fixed": "0.2.2", "issue": "https://github.com/opendp/smartnoise-core/issues/316"}
ED = {"epsilon": 0.9, "delta": 0.01}
# where one defect cannot hide behind the other: below a deviation of 1 squaring makes it smaller, above it larger
_TABLE = [
    ("dp_sum, Laplace", "Laplace", 0.01, {"epsilon": 1}, {}),
    ("dp_sum, Gaussian", "Gaussian", 0.01, ED, {**ISSUE, "why": SQUARED}),
    ("dp_sum, analytic Gaussian", "AnalyticGaussian", 10.0, ED, {**ISSUE, "why": SIGN, "budget": 7_000}),
]
MAKE = {name: (lambda given=given, upper=upper, claim=claim: total(given, upper, **claim)) for name, given, upper, claim, _ in _TABLE}
ROWS = [
    {"mechanism": name, "data": [0.0, upper / 2, upper], "neighbours": "substitute", "bounds": f"0:{upper}", "claim": claim, "budget": 4_000, **more}
    for name, _, upper, claim, more in _TABLE
]
