#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "results/figures/experiments/simulation.hpp"

namespace warner::results::experiments {

/// One person's answer x to the same question, asked again and again by randomised response: how many yeses there were
/// after k answers. An answer is the truth with probability e^epsilon / (1 + e^epsilon), so that the yeses are
/// Binomial(k, that or one minus it), and they are all that the answers tell about x.
struct RepeatedPoll {
  double epsilon;  ///< of one answer

  double keep() const;
  /// Pr[yeses >= from], Pr[yeses < from] after k answers of somebody who holds x; exact.
  double at_least(std::uint64_t from, std::uint64_t k, bool x) const;
  double below(std::uint64_t from, std::uint64_t k, bool x) const;
  /// The fewest true answers among k after which a posterior that began at 1/2 is at least `level` > 1/2 for the truth;
  /// k + 1 where none are enough.
  std::uint64_t needed_for(double level, std::uint64_t k) const;
};

/// yeses[i][s]: in how many of `people`, who all hold x, the first ks[i] answers have s yeses. ks ascend.
std::vector<Counts> ask_again(Simulation& simulation, RepeatedPoll const& poll, bool x,
                              std::span<std::uint64_t const> ks, std::uint64_t people);

/// How many of such counts are at least `from`.
std::uint64_t reached(Counts const& yeses, std::uint64_t from);

}  // namespace warner::results::experiments
