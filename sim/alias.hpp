#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/stream.hpp"

namespace warner::sim {

/// A law on at most 2^20 neighbouring integers, drawn from one word by one look into a table [W77, V91].
///
/// The table has 2^b columns, b = 8 or as many as it takes. The low b bits of the word name a column, the others a
/// height. A column is one 64-bit entry: threshold in the upper 64 - b bits, alias in the lower b; below the threshold
/// the draw is the column, else its alias. Masses are whole multiples of 2^-64 and the columns are filled in integers,
/// so the table's masses are the given ones exactly, however many there are.
class AliasTable {
 public:
  static constexpr std::size_t most = std::size_t{1} << 20;

  /// starts[i] = 2^64 Pr[X < first + i], rounded: each mass is then right to 2^-64. The law ends after starts.size()
  /// integers.
  /// @throws std::invalid_argument when there are none or more than 2^20, when they do not begin at 0, or when they
  /// fall.
  AliasTable(double first, std::span<std::uint64_t const> starts);

  double first() const { return first_; }
  std::span<std::uint64_t const> entries() const { return entries_; }
  int bits() const { return bits_; }  ///< b

  /// The draw of a word: the reference of fill_alias.
  double operator()(std::uint64_t word) const {
    auto const aliases = entries_.size() - 1, column = word & aliases, entry = entries_[column];
    return first_ + static_cast<double>(word >> bits_ < entry >> bits_ ? column : entry & aliases);
  }

 private:
  double first_;
  int bits_;
  std::vector<std::uint64_t> entries_;
};

/// Draws of the table around a location, one word each, the same bits on every instruction set.
void fill_alias(Stream& stream, AliasTable const& table, double location, std::span<double> out);

}  // namespace warner::sim
