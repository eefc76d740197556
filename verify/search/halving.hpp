#pragma once

#include <algorithm>
#include <cstddef>

namespace warner::verify {

inline constexpr std::size_t searched_whole = 4;  ///< pairs that are searched as if each were alone

/// Of how many pairs go on: a third, until no more are left than are searched whole.
inline std::size_t left_of(std::size_t pairs) { return std::max(searched_whole, (pairs + 2) / 3); }

}  // namespace warner::verify
