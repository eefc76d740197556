#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/stream.hpp"

namespace warner::sim {

/// A law on at most 256 neighbouring integers, drawn from one word by one look into a table [W77, V91].
///
/// The low 8 bits of the word name one of 256 columns, the upper 56 a height. A column is one 64-bit entry: threshold in the upper 56 bits,
/// alias in the lower 8; below the threshold the draw is the column, else its alias. Masses are whole multiples of 2^-64 and the columns are
/// filled in integers, so the table's masses are the given ones exactly.
class AliasTable {
 public:
  /// starts[i] = 2^64 Pr[X < first + i], rounded: each mass is then right to 2^-64. The law ends after starts.size() integers.
  /// @throws std::invalid_argument when there are none or more than 256, when they do not begin at 0, or when they fall.
  AliasTable(double first, std::span<std::uint64_t const> starts);

  double first() const { return first_; }
  std::array<std::uint64_t, 256> const& entries() const { return entries_; }

  /// The draw of a word: the reference of fill_alias.
  double operator()(std::uint64_t word) const {
    auto const column = word & 255, entry = entries_[column];
    return first_ + static_cast<double>(word >> 8 < entry >> 8 ? column : entry & 255);
  }

 private:
  double first_;
  alignas(64) std::array<std::uint64_t, 256> entries_;
};

/// Draws of the table around a location, one word each, the same bits on every instruction set.
void fill_alias(Stream& stream, AliasTable const& table, double location, std::span<double> out);

}  // namespace warner::sim
