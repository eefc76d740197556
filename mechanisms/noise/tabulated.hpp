#pragma once

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "sim/alias.hpp"

namespace warner::mechanisms::noise {

/// What is known of a law on the integers first, first + 1, ..: starts[i] = round(2^64 Pr[X < first + i]), masses, sums
/// of masses, moments.
struct Masses {
  double first = 0;
  std::vector<std::uint64_t> starts;
  std::vector<double> at, below;  ///< Pr[X = first + i], Pr[X < first + i]
  double mean = 0, variance = 0;
};

/// Any law on at most 256 neighbouring integers: Pr[X = first + i] is weights[i] over their sum. The way to truncated
/// laws.
///
/// Sampling:  one word, by a table of aliases whose masses are those of the law, summed in fifty digits and rounded to
///            multiples of 2^-64: exact for that law, and the same table on every machine.
class Tabulated {
 public:
  /// @throws std::invalid_argument when there are no weights or more than 256, when one is negative or not finite, when
  /// all are 0, or when first is no integer below 2^52.
  Tabulated(double first, std::span<double const> weights);

  /// For laws whose masses are known to more digits than a double has.
  explicit Tabulated(Masses masses) : masses_{std::move(masses)}, table_{masses_.first, masses_.starts} {}

  double first() const { return table_.first(); }
  double last() const { return first() + static_cast<double>(masses_.at.size()) - 1; }
  double pmf(double x) const;
  double log_pmf(double x) const { return std::log(pmf(x)); }
  double cdf(double x) const;
  double mean() const { return masses_.mean; }
  double variance() const { return masses_.variance; }
  sim::AliasTable const& table() const { return table_; }

  double operator()(sim::Stream& stream) const { return table_(stream.word()); }
  void fill(sim::Stream& stream, double location, std::span<double> out) const {
    sim::fill_alias(stream, table_, location, out);
  }

 private:
  Masses masses_;
  sim::AliasTable table_;
};

}  // namespace warner::mechanisms::noise
