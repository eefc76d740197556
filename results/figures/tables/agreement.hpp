#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/measure.hpp"

namespace warner::results {

/// The level of a figure's agreement test, all its comparisons together: if the code is right, fewer than one seed in a
/// million makes a figure disagree. So a figure that disagrees has found a mistake.
inline constexpr double agreement_level = 1e-6;

/// The level of the bands that a figure shows, all its bands together.
inline constexpr double band_level = 0.05;

/// One comparison of a simulation with the exact value.
struct Comparison {
  std::string what;
  double simulated = 0, exact = 0;
  double lower = 0, upper = 0;  ///< the exact value lies in [lower, upper], unless it disagrees
  bool agrees() const { return lower <= exact && exact <= upper; }
};

/// Collects what a figure compares, then judges all of it at one family-wise level, shared out equally (Bonferroni).
class Agreement {
 public:
  /// `successes` of `trials`, against the exact probability: the exact two-sided interval of Clopper and Pearson.
  void proportion(std::string what, std::uint64_t successes, std::uint64_t trials, double exact);
  /// The same, against a bound on the probability: at most, or at least, `bound`. One-sided.
  void at_most(std::string what, std::uint64_t successes, std::uint64_t trials, double bound);
  void at_least(std::string what, std::uint64_t successes, std::uint64_t trials, double bound);
  /// The epsilon that a measurement certifies must stay below the exact one.
  void certified(std::string what, verify::Measurement const& measured, double exact_epsilon);
  /// An identity of integers, which no seed may break.
  void equal(std::string what, double simulated, double exact);

  std::vector<Comparison> judge(double level = agreement_level) const;

 private:
  struct Asked {
    enum class Kind { proportion, at_most, at_least, certified, equal } kind;
    std::string what;
    std::uint64_t successes, trials;
    double exact;
    double simulated = 0;
    verify::Measurement measured{};
  };
  std::vector<Asked> asked_;
};

/// An interval and its middle, as a figure shows it.
struct Interval {
  double estimate = 0, lower = 0, upper = 1;
};
/// The exact interval of a proportion when `family` of them share `level`, both sides together.
Interval proportion_interval(std::uint64_t successes, std::uint64_t trials, double level, std::size_t family = 1);

}  // namespace warner::results
