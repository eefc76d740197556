#pragma once

#include <cstdint>

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/bernoulli.hpp"

namespace warner::mechanisms::local {

/// The cell in {0, .., cells - 1} of a value under the hash with this seed: fixed for ever, and on every machine. The
/// pair is mixed by multiplications and shifts, as a generator's counter is (z = seed 0x9E3779B97F4A7C15 + value
/// 0xD1B54A32D192ED03 + 1; three rounds of z ^= z >> s; z *= m), and the top 32 bits, times cells, are cut to an
/// integer.
std::uint64_t hash_cell(std::uint64_t seed, std::uint64_t value, std::uint64_t cells);

/// Local hashing [WBLJ17]: a hash function is drawn, the value is hashed to one of g cells, and the cell goes through
/// g-ary randomised response. Released are the seed and the cell.
///   binary-local-hashing     g = 2
///   optimised-local-hashing  g = round(e^epsilon) + 1, the least variance
///
/// Guarantee:  epsilon-DP for one person's value; tight for two values that some seed tells apart. Seeds that do not, a
///             g-th of them or so, tell nothing: delta(t) = share (e^epsilon - e^t) / (e^epsilon + g - 1), share of the
///             seeds that do, counted.
/// Data:       one category in {0, .., k - 1}.
class LocalHashing {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, g >= 2, k >= 2 and 1 <= seeds <= 2^20.
  LocalHashing(double epsilon, std::size_t g, std::size_t k, std::size_t seeds);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  /// The share of seeds under which two values fall into different cells.
  double share_apart(std::uint64_t value, std::uint64_t other) const;

 private:
  std::vector<double> cells_of(Dataset const& dataset) const;  // of the value, under each seed
  double epsilon_;
  std::size_t g_, k_, seeds_;
  noise::Bernoulli truth_;
};

/// round(e^epsilon) + 1. @throws std::invalid_argument above 2^20.
std::size_t optimised_cells(double epsilon);

}  // namespace warner::mechanisms::local
