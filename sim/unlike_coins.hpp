#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/stream.hpp"

namespace warner::sim {

/// Many coins, each of its own probability threshold / 2^64, tossed together and added up: the Poisson-binomial law
/// without a table, at the price of a byte a coin.
class UnlikeCoins {
 public:
  explicit UnlikeCoins(std::vector<std::uint64_t> thresholds);

  std::size_t coins() const { return thresholds_.size(); }
  std::uint64_t threshold(std::size_t coin) const { return thresholds_[coin]; }

  /// 64 coins a row, those that are missing from the last row with threshold 0 and without a say: their first bytes,
  /// and which there are.
  struct Row {
    alignas(64) std::array<std::uint8_t, 64> first_bytes{};
    std::uint64_t present = 0;
  };
  std::span<Row const> rows() const { return rows_; }

 private:
  std::vector<std::uint64_t> thresholds_;
  std::vector<Row> rows_;
};

/// out[i] = location + how many of the coins show 1, all tossed anew for each i; exact.
///
/// A coin's number is a byte and, where that is the first byte of its threshold, 56 bits more; it shows 1 when its
/// number is below the threshold. In chunks of 64 of out: the bytes stand in as many rows of the stream as the coins
/// take, times 64; byte b of lane l belongs to coin 8 l + b of its row's 64. The upper 56 bits of words drawn after the
/// chunk's rows settle what is open, sum by sum and coin by coin, sixteen words at a time. What is drawn depends on
/// what was: the stream serves this function alone, or is not asked where it stands.
void fill_sums(Stream& stream, UnlikeCoins const& coins, double location, std::span<double> out);

}  // namespace warner::sim
