#pragma once

#include <cstddef>
#include <string_view>

namespace warner::sim {

/// Levenshtein's distance: how many letters are inserted, deleted or replaced. For "did you mean ..".
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace warner::sim
