"""DataSynthesizer: the tables of correlated attributes, at the epsilon that their function is given; neighbours have one row more."""
LIBRARY, VERSIONS = "DataSynthesizer", ["0.1.6", "0.1.7"]


def tables():
    import pandas
    from DataSynthesizer.lib.PrivBayes import construct_noisy_conditional_distributions

    def release(data):
        found = construct_noisy_conditional_distributions([("child", ["parent"])], pandas.DataFrame(data, columns=["parent", "child"]), 1.0)
        return [float(x) for x in found["parent"]] + [float(x) for key in sorted(found["child"]) for x in found["child"][key]]

    return release


WHY = (
    "`laplace_noise_parameter` (lib/PrivBayes.py) divides the scale of the noise by the number of rows, as is right for shares. The noise is added to counts, "
    "so that the more rows there are, the less is hidden."
)
ABOUT = {"broken_in": ["0.1.6"], "kind": "fixed", "why": WHY, "fixed": "0.1.7", "issue": "https://github.com/DataResponsibly/DataSynthesizer/issues/34"}
SIXTEEN = [[0, 0], [0, 1], [1, 0], [1, 1]] * 4
MAKE = {"conditional distributions": tables}
ROWS = [
    {"mechanism": "conditional distributions", "d": SIXTEEN, "d_prime": [*SIXTEEN, [1, 1]], "claim": {"epsilon": 1}, "budget": 2_000, **ABOUT},
]
