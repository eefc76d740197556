#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "verify/game/counts.hpp"

namespace warner::verify {

/// The numbers seen under both datasets, in order: all that the search asks of one feature.
/// Where there are few values they are counts, else sorted numbers, which are looked up by rank.
/// A list of every value with its counts is never made. NaN is left out, zeros are positive.
class Ranking {
 public:
  Ranking() = default;
  Ranking(std::span<double const> under_d, std::span<double const> under_d_prime);

  /// condensed(counts, many) of all values with their counts, without the list.
  std::vector<Count> condensed(std::size_t many) const;

  double mass() const;  ///< how many numbers, of both datasets

 private:
  bool few_ = true;
  std::vector<Count> counts_;        // few values
  std::vector<double> d_, d_prime_;  // or many
};

}  // namespace warner::verify
