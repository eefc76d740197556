#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mechanisms/external/data/table.hpp"

namespace warner::mechanisms::external {

/// Whose the rows of a table are: unit i has the rows `rows[i]`, in their order; units are in the order of their first
/// rows.
struct Units {
  std::vector<std::vector<std::size_t>> rows;
  std::vector<std::size_t> of_row;
};

/// @param column: the cells of which say whose a row is; none: each row is a unit.
Units units_of(Table const& table, std::optional<std::size_t> column);

/// A unit, and why it is worth a look.
struct TellingUnit {
  std::size_t unit;
  std::string why;  ///< "the largest income"
};

/// One unit of each kind: the reasons that tell most come first, and no unit comes twice.
/// @param kinds: of the columns.
/// @param draw: a random number for the one that is any.
std::vector<TellingUnit> telling_units(Table const& table, Units const& units, std::vector<CellKind> const& kinds,
                                       std::optional<std::size_t> unit_column, std::uint64_t draw);

}  // namespace warner::mechanisms::external
