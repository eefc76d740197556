"""diffprivlib before 0.3.0, which took `range` for the width of the data and did not clip; and what 0.6.6 still gets wrong.

scikit-learn of today lacks names that the import of LogisticRegression asks for. They are made up here; that model is not audited.
"""
LIBRARY, VERSIONS = "diffprivlib", ["0.2.1", "0.6.6"]


def library():
    import sys
    import types

    import numpy
    import sklearn.linear_model._logistic as logistic

    for name in ("_logistic_loss_and_grad", "_logistic_loss"):
        if not hasattr(logistic, name):
            setattr(logistic, name, None)
    sys.modules.setdefault("sklearn.linear_model.logistic", logistic)
    import sklearn.utils.fixes as fixes

    if not hasattr(fixes, "_joblib_parallel_args"):
        fixes._joblib_parallel_args = None
    for name in ("float", "int", "bool", "object"):
        if name not in numpy.__dict__:
            setattr(numpy, name, {"float": float, "int": int, "bool": bool, "object": object}[name])
    import diffprivlib

    return types.SimpleNamespace(library=diffprivlib, old=diffprivlib.__version__ < "0.3")


def tool(name, clipped=True, **given):
    found = library()
    from diffprivlib import tools

    import numpy

    width = ({"range": 1} if found.old else {"bounds": (0, 1)}) if clipped else {}
    return lambda data: getattr(tools, name)(numpy.array(data), epsilon=1, **width, **given)


def model(name, read, **given):
    library()
    import numpy
    from diffprivlib import models

    def release(data):
        table = numpy.array(data, dtype=float)
        made = getattr(models, name)(epsilon=1, **{k: v() if callable(v) else v for k, v in given.items()})
        return read(made.fit(table[:, :-1], table[:, -1]))

    return release


def scaled():
    found = library()
    import numpy
    from diffprivlib import models

    def release(data):
        made = models.StandardScaler(epsilon=1, with_std=False, **({"range": [1.0]} if found.old else {"bounds": (0, 1)}))
        return [float(x) for x in made.fit(numpy.array(data, dtype=float).reshape(-1, 1)).mean_]

    return release


def bayes():
    found = library()
    import numpy
    from diffprivlib import models

    bounds = [(0, 1)] if found.old else (0, 1)

    def release(data):
        made = models.GaussianNB(epsilon=1, bounds=bounds)
        made.fit(numpy.array(data, dtype=float).reshape(-1, 1), numpy.array([0] * 5 + [1] * 5))
        return [float(x) for x in made.theta_.ravel()]

    return release


def standardised(given):
    """Mean and variance, of bounds that are given or of none."""
    library()
    import numpy
    from diffprivlib import models

    def release(data):
        made = models.StandardScaler(epsilon=1, **given).fit(numpy.array(data, dtype=float).reshape(-1, 1))
        return [float(x) for x in [*made.mean_, *made.var_]]

    return release


def linear(upper):
    return lambda: model(
        "LinearRegression", lambda made: [float(x) for x in made.coef_], bounds_X=(0, upper), bounds_y=(0, 1), fit_intercept=False
    )


def components():
    found = library()
    import numpy
    from diffprivlib import models

    width = {"range": [1.0, 1.0]} if found.old else {"bounds": (0, 1)}

    def release(data):
        made = models.PCA(n_components=1, epsilon=1, data_norm=1.5, **width)
        return [float(x) for x in made.fit(numpy.array(data, dtype=float)).mean_]

    return release


def line(intercept):
    """Its slope, for data whose columns lie between -1 and 1."""
    found = library()
    width = {"data_norm": 1.5, "range_X": [2.0], "range_y": 2.0} if found.old else {"bounds_X": (-1, 1), "bounds_y": (-1, 1)}
    return model("LinearRegression", lambda made: [float(x) for x in made.coef_.ravel()], fit_intercept=intercept, **width)


def wishart():
    library()
    import numpy
    from diffprivlib import mechanisms

    made = mechanisms.Wishart(epsilon=1, sensitivity=1)
    return lambda data: [float(made.randomise(numpy.array([[float(data)]]))[0, 0])]


def variances():
    """Of one principal component, for data that are centred."""
    library()
    import numpy
    from diffprivlib import models

    def release(data):
        made = models.PCA(n_components=1, centered=True, data_norm=1, epsilon=1)
        return [float(x) for x in made.fit(numpy.array(data, dtype=float)).explained_variance_]

    return release


def slope():
    """Of a line through the origin, for data that lie between -1 and 1."""
    found = library()
    width = {"data_norm": 1} if found.library.__version__ < "0.4" else {"bounds_X": (-1, 1), "bounds_y": (-1, 1)}
    return model("LinearRegression", lambda made: [float(x) for x in made.coef_.ravel()], fit_intercept=False, **width)


E = {"epsilon": 1}
CLIP = (
    "The values are used as they are, and `range` sets the noise alone, so that a value outside moves the statistic by any amount (tools/utils.py, `_mean`, "
    "`_var`, and the models). Version 0.3.0 takes bounds and clips to them."
)
V03 = "https://github.com/IBM/differential-privacy-library/pull/18"
WARNED = (
    "Without bounds the function reads them from the data, and the release is cut off at them. The library says so (PrivacyLeakWarning) and goes on; "
    "its budget accountant records epsilon all the same."
)
W20 = "https://github.com/IBM/differential-privacy-library/issues/20"
DIAGONAL = (
    "`_construct_regression_obj` (models/linear_regression.py) takes the sensitivity of a squared feature from its lower bound twice. "
    "With a lower bound of zero the sum of squares gets no noise. Data are centred at a noisy mean, which of few rows often is the lower bound: zero, then."
)
OLD = {"broken_in": ["0.2.1"], "kind": "fixed", "why": CLIP, "issue": V03, "fixed": "0.3.0, 0.6.6"}
def now(name):
    """A release without bounds; its twin has them."""
    about = {"versions": ["0.6.6"], "broken_in": ["0.6.6"], "kind": "warned", "why": WARNED, "issue": W20, "fixed": "with bounds"}
    return {**about, "twin": f"{name} with bounds"}


GIVEN = {"versions": ["0.6.6"]}
L105 = {
    "versions": ["0.6.6"], "broken_in": ["0.6.6"], "kind": "known", "why": DIAGONAL,
    "issue": "https://github.com/IBM/differential-privacy-library/issues/105", "budget": 4_000,
}
NOT_CLIPPED = {
    "versions": ["0.6.6"], "broken_in": ["0.6.6"], "kind": "source", "fixed": "with an intercept", "budget": 4_000,
    "why": "`_preprocess_data` (models/linear_regression.py) clips features and targets to their bounds where an intercept is fitted, and nowhere else.",
}
WISHART = (
    "The Wishart mechanism adds noise that is never negative: a release below the second moment of one dataset can only come from the other. "
    "Version 0.4.0 gave it up in the models, and 0.6 removed it."
)
W23 = "https://github.com/IBM/differential-privacy-library/issues/23"
WITH_WISHART = {"versions": ["0.3.0", "0.6.6"], "broken_in": ["0.3.0"], "kind": "fixed", "why": WISHART, "issue": W23, "fixed": "0.4.0, 0.6.6"}
REMOVED = {
    "versions": ["0.4.0"], "broken_in": ["0.4.0"], "kind": "fixed", "why": WISHART,
    "issue": "https://github.com/IBM/differential-privacy-library/issues/42", "fixed": "removed in 0.6",
}
FIVE, TEN = [0.1, 0.2, 0.3, 0.4, 0.5], [0.2, 0.4, 0.6, 0.8, 0.5] * 2
PLANE, ORIGIN = [[0.5, 0.5], [-0.5, -0.5], [0.2, 0.3], [-0.2, -0.3], [0.5, 0.5]], [[0.0, 0.0]] * 3
UNIT, SQUARE = {"bounds": "0:1"}, {"bounds": "0=-1:1,1=-1:1"}
_TABLE = [(f"{name}, a value outside", lambda name=name: tool(name), FIVE, {**UNIT, **OLD}) for name in ("mean", "var", "std", "nanmean", "nanvar", "nanstd")]
_TABLE += [
    ("StandardScaler, a value outside", scaled, FIVE, {**UNIT, "versions": ["0.6.6"]}),
    ("GaussianNB, a value outside", bayes, TEN, {**UNIT, **OLD}),
    ("PCA, a value outside", components, PLANE, {**SQUARE, **OLD}),
    ("LinearRegression without intercept, a value outside", lambda: line(False), PLANE, {**SQUARE, **NOT_CLIPPED}),
]
BOUNDLESS = ["mean", "var", "std", "sum", "nanmean", "nanvar", "nansum", "median"]
_TABLE += [(f"{name} without bounds", lambda name=name: tool(name, False), FIVE, now(name)) for name in BOUNDLESS]
_TABLE += [(f"{name} with bounds", lambda name=name: tool(name), FIVE, {**UNIT, **GIVEN}) for name in BOUNDLESS]
_TABLE += [
    ("quantile without bounds", lambda: tool("quantile", False, quant=0.9), FIVE, now("quantile")),
    ("quantile with bounds", lambda: tool("quantile", quant=0.9), FIVE, {**UNIT, **GIVEN}),
    ("StandardScaler without bounds", lambda: standardised({}), FIVE, now("StandardScaler")),
    ("StandardScaler with bounds", lambda: standardised({"bounds": (0, 1)}), FIVE, {**UNIT, **GIVEN}),
    ("PCA, its variance", variances, ORIGIN, {**SQUARE, **WITH_WISHART}),
]
# Pairs by name: one number; data within bounds, beyond which the search would go; what is slow to fit.
_NAMED = [
    ("Wishart", wishart, 0, 1, REMOVED),
    ("LinearRegression, a value outside", lambda: line(True), PLANE, [*PLANE[:4], [1000.0, 1.0]], OLD),
    ("LinearRegression, lower bound 0", linear(10), [[0.5, 1]] * 4 + [[0, 1]], [[0.5, 1]] * 4 + [[10, 1]], L105),
    ("LinearRegression, centred at its lower bound", lambda: line(True), [[0.5, 0.5]], [[-1.0, -1.0]], {**L105, "budget": 900}),
    ("LinearRegression without intercept, within bounds", slope, ORIGIN, [[0.0, 0.0]] * 2 + [[1.0, 1.0]], WITH_WISHART),
]
MAKE = {name: make for name, make, *_ in [*_TABLE, *_NAMED]}
ROWS = [{"mechanism": name, "data": data, "neighbours": "substitute", "claim": E, "budget": 20_000, **more} for name, _, data, more in _TABLE]
ROWS += [{"mechanism": name, "d": d, "d_prime": e, "claim": E, "budget": 20_000, **more} for name, _, d, e, more in _NAMED]
