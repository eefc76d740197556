#pragma once

#include "results/figures/experiments/experiment.hpp"

/// One function a figure, each in the file of its name.
namespace warner::results::experiments {

/// Row 1: P / Q of the scalar Laplace mechanism over the releases, and the epsilon certified for scalars and vectors.
Findings likelihood_ratio(FigureOptions const& options);
/// Row 2: the releases of a count against the Laplace density.
Findings laplace_density(FigureOptions const& options);
/// Row 3: epsilon of randomised response against its share of truth.
Findings warner(FigureOptions const& options);
/// Row 4: what Bayesian adversaries believe after an answer.
Findings poll_posterior(FigureOptions const& options);
/// Row 5: mean and variance of the poll's estimate.
Findings poll_accuracy(FigureOptions const& options);
/// Row 6: width of the poll's confidence interval by the central limit theorem, and its true coverage, beside an exact
/// interval.
Findings confidence_width(FigureOptions const& options);
/// Row 7: root mean square error against epsilon, central and local.
Findings privacy_accuracy(FigureOptions const& options);
/// Row 8: what groups of k spend.
Findings group_privacy(FigureOptions const& options);
/// Row 9: what maps of a release leave of its epsilon.
Findings post_processing(FigureOptions const& options);
/// Row 10: one person asked k times.
Findings composition(FigureOptions const& options);
/// Row 11: the poll that anybody may answer with anything.
Findings thresholded_histogram(FigureOptions const& options);
/// Row 12: delta as a probability of failure, and as it is commonly defined.
Findings probabilistic_dp(FigureOptions const& options);
/// Row 13: delta at epsilons smaller than the one claimed.
Findings relaxation(FigureOptions const& options);
/// Row 14: what the game certifies of encryptions.
Findings computational_dp(FigureOptions const& options);
/// Row 15: the notebook on a census.
Findings notebook_adult(FigureOptions const& options);
/// Row 16: epsilon of every matrix of randomised response, and the error of those that spend the same.
Findings generalised_response(FigureOptions const& options);
/// Row 17: the students who tell the truth with probability 1/2 + gamma.
Findings cheating_students(FigureOptions const& options);
/// Row 18: type I against type II errors.
Findings hypothesis_test(FigureOptions const& options);
/// Row 19: G_mu, certified mu, central limit theorem of composition.
Findings gaussian_dp(FigureOptions const& options);
/// Row 20: attacks beside what the guarantee allows any attack; and what statistics still teach.
Findings interpretation(FigureOptions const& options);
/// Table: certified bounds beside those that other auditors published. Says its seconds, so that its bytes differ from
/// run to run.
Findings peers(FigureOptions const& options);
inline bool can_measure_peers() { return true; }
/// Row 25: what each of these mechanisms certifies against the processor seconds that it took. Says its seconds, too.
Findings search_cost(FigureOptions const& options);
inline bool can_measure_search_cost() { return true; }
/// Row 23: how often the auditor's own procedures refute what is true, and what is false.
Findings calibration(FigureOptions const& options);
/// Row 24: how soon a check refutes each broken mechanism, beside the planner's reckoning and published tests. Says its
/// seconds, as `peers` does.
Findings time_to_refutation(FigureOptions const& options);
inline bool can_measure_time_to_refutation() { return true; }
/// Row 21: how fast noise is drawn, beside std, Boost and numpy. Measures time, by a program of the build folder.
Findings noise_throughput(FigureOptions const& options);
bool can_measure_noise_throughput();
/// Row 26: threads and ranks beside one thread, strong and weak. Measures time, of the command that makes it.
Findings scaling(FigureOptions const& options);
bool can_measure_scaling();
/// Row 27: what audits of real libraries found. Reads the table that scripts/libraries writes, with its seconds.
Findings libraries(FigureOptions const& options);
bool can_measure_libraries();
inline constexpr char const* table_of_libraries = "build/libraries/table.csv";

}  // namespace warner::results::experiments
