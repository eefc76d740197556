#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warner::sim {

/// A table of numbers that is read at three cuts: of place i, the one at the sum of 2^k over the cuts k whose
/// `columns[column[k]][i]` is at least `least[k]`. A cut that nothing reaches has the greatest `least`, and a table of
/// fewer cuts has such ones.
struct CutTable {
  static constexpr std::size_t cuts = 3;
  static constexpr std::int16_t never = 32'767;  ///< is reached by none
  std::array<std::size_t, cuts> column{};
  std::array<std::int16_t, cuts> least{never, never, never};
  std::array<double, std::size_t{1} << cuts> numbers{};
};

/// Tables that are read together, made ready once: three as one, at nine cuts.
class CutTables {
 public:
  explicit CutTables(std::span<CutTable const> tables);

  /// Adds to out[i] what the tables say of place i: the sum of the first three, then that of the next three, and so on.
  /// The same bits on every instruction set.
  /// @param columns: each at least as long as out.
  void add(std::span<std::int16_t const* const> columns, std::span<double> out) const;

 private:
  static constexpr std::size_t at_once = 3;  // tables

  /// What up to three tables say together, the first cut of the first table in the lowest bit.
  struct Joint {
    std::array<std::size_t, at_once * CutTable::cuts> column{};
    std::array<std::int16_t, at_once * CutTable::cuts> least{};
    std::vector<double> numbers{0.0};
  };
  static Joint together(std::span<CutTable const> tables);

  std::vector<Joint> joints_{};
};

}  // namespace warner::sim
