"""PipelineDP: a sum of vectors at the epsilon of its budget; neighbours have one person more, who contributes once."""
LIBRARY, VERSIONS = "pipeline-dp", ["0.2.1", "0.3.1"]


def vector_sum(size, norm):
    import functools

    import numpy
    import pipeline_dp
    from pipeline_dp import aggregate_params, budget_accounting, combiners

    asked = pipeline_dp.AggregateParams(
        metrics=[pipeline_dp.Metrics.VECTOR_SUM], noise_kind=pipeline_dp.NoiseKind.LAPLACE, max_partitions_contributed=1,
        max_contributions_per_partition=1, vector_norm_kind=aggregate_params.NormKind.L1, vector_max_norm=norm, vector_size=size,
    )
    accountant = budget_accounting.NaiveBudgetAccountant(total_epsilon=1, total_delta=1e-6)
    spent = accountant.request_budget(asked.noise_kind.convert_to_mechanism_type())
    accountant.compute_budgets()
    made = combiners.VectorSumCombiner(combiners.CombinerParams(spent, asked))

    def release(data):
        total = functools.reduce(made.merge_accumulators, [made.create_accumulator([person]) for person in data], numpy.zeros(size))
        return [float(x) for x in made.compute_metrics(total)["vector_sum"]]

    return release


TOTAL = "The norm clips the total, and not what a person contributes. From one end of what it allows, one person may move the total to the other end."
NOISE = "The noise is scaled by how often a person contributes, and not by the norm that bounds what is contributed (combiners.py, dp_computations.py)."
FIXED = {"broken_in": ["0.2.1"], "kind": "fixed", "fixed": "0.3.1", "claim": {"epsilon": 1}, "budget": 20_000}
AT = "https://github.com/OpenMined/PipelineDP"
_TABLE = [
    ("VectorSumCombiner, a contribution beyond the norm", (1, 1), [[-1.0]], "0=-1:1", TOTAL, f"{AT}/issues/551"),
    ("VectorSumCombiner, a norm of 10", (2, 10), [[0.0, 0.0], [5.0, 5.0]], "0=0:10,1=0:10", NOISE, f"{AT}/pull/559"),
]
MAKE = {name: (lambda given=given: vector_sum(*given)) for name, given, *_ in _TABLE}
ROWS = [{"mechanism": n, "data": d, "neighbours": "add-remove", "bounds": b, "why": w, "issue": i, **FIXED} for n, _, d, b, w, i in _TABLE]
