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
  /// Of two samples together.
  Ranking(Ranking const& a, Ranking const& b);

  /// condensed(counts, many) of all values with their counts, without the list.
  std::vector<Count> condensed(std::size_t many) const;

  /// How many there are from each edge up to the next one, as counts whose value is heights[i].
  /// heights.size() is edges.size() + 1; empty counts are left out.
  std::vector<Count> between(std::span<double const> edges, std::span<double const> heights) const;

  double mass() const;  ///< how many numbers, of both datasets

 private:
  void spell_out();

  bool few_ = true;
  std::vector<Count> counts_;        // few values
  std::vector<double> d_, d_prime_;  // or many
};

}  // namespace warner::verify
