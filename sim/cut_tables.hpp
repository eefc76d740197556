#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace warner::sim {

/// A table of numbers that is read at three cuts: of place i, the one at the sum of 2^k over the cuts k whose
/// `reached[k][i]` is at least `least[k]`. A cut that nothing reaches has the greatest `least`, and a table of fewer
/// cuts has such ones.
struct CutTable {
  static constexpr std::size_t cuts = 3;
  static constexpr std::int16_t never = 32'767;  ///< is reached by none
  std::array<std::int16_t const*, cuts> reached{};
  std::array<std::int16_t, cuts> least{never, never, never};
  std::array<double, std::size_t{1} << cuts> numbers{};
};

/// Adds to out[i] what the tables say of place i: the sum of the first three, then that of the next three, and so on.
/// The same bits on every instruction set.
void add_cut_tables(std::span<CutTable const> tables, std::span<double> out);

}  // namespace warner::sim
