#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/count.hpp"
#include "sim/stream.hpp"

namespace warner::sim {

/// Counts how many variates of a one-word law reach given edges, straight from the words: no logarithm is taken,
/// nothing is written down. The counts, and the words used, are those of the law's fill and count_at_least, exactly:
/// where a law is monotone in the word, "variate >= edge" is a range of words, whose ends are found once by bisection
/// on the plain reference.
class WordCounter {
 public:
  /// Words w with (w & mask) - base < width, in unsigned arithmetic, or those without.
  struct Range {
    std::uint64_t base = 0, width = 0;
    bool without = false;
  };

  WordCounter(std::uint64_t mask, std::vector<Range> const& ranges);

  /// counts[i] += how many of the next n variates are >= edge i. counts.size() == edges.size().
  void operator()(Stream& stream, std::uint64_t n, std::span<std::uint64_t> counts) const;

 private:
  std::uint64_t mask_;
  std::vector<WordRange> ranges_;
  std::vector<bool> without_;
};

/// For the variates of fill_laplace, fill_two_sided_geometric and fill_bernoulli. Empty where the law, as computed, is
/// not monotone about an edge; then draw and compare.
std::optional<WordCounter> laplace_counter(double location, double scale, std::span<double const> edges);
std::optional<WordCounter> two_sided_geometric_counter(double location, double ratio, std::span<double const> edges);
std::optional<WordCounter> bernoulli_counter(std::uint64_t threshold, std::span<double const> edges);

}  // namespace warner::sim
