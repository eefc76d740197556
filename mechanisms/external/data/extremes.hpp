#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mechanisms/external/data/table.hpp"

namespace warner::mechanisms::external {

/// From where to where the numbers of a column go.
struct Range {
  double least, most;
};

/// A cell that a mechanism may not be prepared for: its JSON, and a word for it.
struct Extreme {
  std::string cell, words;
};

/// The extreme cells of a kind of column, those first that mechanisms more often stumble over.
///   number    far beyond the range, NaN, both ends, null, infinities, beyond the range, largest finite, 0, -0
///   text      an unseen word, null, the empty text, a text longer than any
///   boolean   true, false, null
/// NaN and infinities come twice: as Python writes them (NaN), and as words ("nan").
/// @param longest: characters of the longest text in the column.
/// @param finite: leaves out null, NaN, infinities and the words for them; the largest numbers, whose sums are
/// infinite; and -0.
std::vector<Extreme> extremes_of(CellKind kind, std::optional<Range> const& range, std::size_t longest, bool finite);

}  // namespace warner::mechanisms::external
