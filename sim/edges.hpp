#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warner::sim {

/// Increasing edges, made ready to find the places of many numbers among them.
/// The place of a number is how many edges are <= it. The same results on every instruction set.
class Edges {
 public:
  static constexpr std::size_t most = 32'767;

  /// Equal edges and infinite ones are allowed.
  /// @throws std::invalid_argument where edges fall, one is NaN, or there are more than `most`.
  explicit Edges(std::span<double const> increasing);

  std::size_t size() const { return many_; }

  /// out[i] = the place of values[i], 0 for NaN.
  void places(std::span<double const> values, std::span<std::int16_t> out) const;
  /// out[i] += heights[the place of values[i]]; NaN adds itself. heights.size() == size() + 1.
  void add_steps(std::span<double const> values, std::span<double const> heights, std::span<double> out) const;
  /// counts[k] += how many values reach edge k. Returns how many are not NaN.
  std::uint64_t count_reaching(std::span<double const> values, std::span<std::uint64_t> counts) const;

 private:
  void fill_buckets();
  void place(double const* values, std::size_t n, std::int16_t* out) const;

  std::size_t many_;
  std::vector<double> edges_;        // behind the last some NaN, which no number reaches
  std::vector<std::int16_t> first_;  // of each bucket its first edge, or the next one; empty without buckets
  std::size_t in_a_bucket_ = 0;      // edges, at most
  double from_ = 0, in_one_ = 0;     // where buckets begin, and how many have a width of one together
};

}  // namespace warner::sim
