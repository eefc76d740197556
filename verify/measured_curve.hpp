#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/driver.hpp"
#include "verify/scores/score.hpp"

namespace warner::verify {

struct CurveOptions {
  double level = 0.05;               ///< for all points together
  std::uint64_t budget = 1'000'000;  ///< releases altogether, a fifth at most to learn the score and its thresholds
  std::size_t points = 24;           ///< thresholds at most
  std::uint64_t seed = 1;
  sim::Generator generator = sim::Generator::ars;
  bool white_box = false;  ///< the score is the exact log likelihood ratio
  sim::Execution execution{};
  std::string name{};  ///< says mechanism and pair, where counts are kept (sim/reduction.hpp)
};

/// One test of D against D': say D when the score is at least the threshold. P and Q are the laws of M(D) and M(D').
struct CurvePoint {
  double threshold = 0;
  std::uint64_t reached_d = 0, reached_d_prime = 0;  ///< of the trials of each dataset
  double p_lower = 0, p_upper = 1;                   ///< of P(score >= threshold)
  double q_lower = 0, q_upper = 1;                   ///< of Q(score >= threshold)
};

/// A measured trade-off curve: errors of a family of tests, fixed before the trials that measure them.
///
/// Statistic:  Clopper-Pearson bounds from both sides on P and Q of each of K events, at level / (4 K) each
///             (Bonferroni).
/// Guarantee:  all 4 K bounds hold together with probability at least 1 - level, and so do functions of them. [DRS19]
///             The trade-off function T(P, Q) of the pair is at most 1 - p_lower at type I error q_upper, at each
///             point. The pair's delta is at least lower_delta(epsilon), at every epsilon.
/// Reading:    the true errors of these tests lie on or above the exact curve, by what the score misses.
///             Measured errors lie within their band of the true ones.
///             The upper ends of the band belong to these tests: of an unknown mechanism nothing bounds delta from
///             above.
struct MeasuredCurve {
  Score score;
  std::vector<CurvePoint> points{};  ///< by falling threshold
  std::uint64_t trials = 0;          ///< of each dataset, to certify
  std::uint64_t search_trials = 0;   ///< of both datasets
  double level = 0.05;

  /// The best of both directions over all points.
  double lower_delta(double epsilon) const;
  double estimated_delta(double epsilon) const;
  double upper_delta(double epsilon) const;  ///< of these tests
};

/// @throws std::invalid_argument on a bad option or pair; sim::Interrupted.
MeasuredCurve measure_curve(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                            CurveOptions const& options);

}  // namespace warner::verify
