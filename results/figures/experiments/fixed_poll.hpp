#pragma once

#include <cstdint>

#include "results/figures/experiments/simulation.hpp"

namespace warner::results::experiments {

/// A poll of fixed people by randomised response: `holders` hold a yes and say it with probability `keep_one`; `others`
/// hold a no and say yes with probability `change_zero`. The yes answers are a sum of two binomials, whose exact law is
/// by convolution.
struct FixedPoll {
  std::uint64_t holders, others;
  double keep_one, change_zero;

  double people() const { return static_cast<double>(holders + others); }
  double mean() const;
  double variance() const;
  double excess_kurtosis() const;
  /// Pr[first <= yes answers <= last].
  double between(std::uint64_t first, std::uint64_t last) const;

  /// The counts no further than this from the mean, as integers, which the simulation and the exact law must share.
  struct Counted {
    std::uint64_t first, last;
    bool holds(std::uint64_t yes) const { return first <= yes && yes <= last; }
  };
  Counted within(double distance) const;
};

/// Many polls: sums of integers.
struct HeldPolls {
  std::uint64_t polls, yes, squares, within_one, within_two;  ///< polls within one and two exact standard deviations
  /// Mean of (yes - exact mean)^2.
  double mean_square(FixedPoll const& poll) const;
  /// Half the width of a band of the mean square over the variance: the central limit theorem with the exact fourth
  /// moment; z deviations.
  double relative_half_width(FixedPoll const& poll, double z) const;
};

/// Holds the poll; each answer is a release of `asks`.
HeldPolls hold(Simulation& simulation, FixedPoll const& poll, mechanisms::AnyMechanism const& asks,
               std::uint64_t polls);

}  // namespace warner::results::experiments
