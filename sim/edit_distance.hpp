#pragma once

#include <cstddef>
#include <string_view>

namespace warner::sim {

/// Levenshtein's distance: how many letters are inserted, deleted or replaced. For "did you mean ..".
std::size_t edit_distance(std::string_view a, std::string_view b);

/// How far off another word may be to be worth a guess at what was meant: a third of the letters, or two.
std::size_t most_mistyped(std::string_view word);

}  // namespace warner::sim
