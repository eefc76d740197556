#pragma once

#include <cstddef>

namespace warner::mechanisms::external {

/// Columns of a release, at most: numbers that are audited.
inline constexpr std::size_t most_columns = 10'000;

/// Bytes of a line that is one release, at most.
inline constexpr std::size_t longest_line = 1'000'000;

}  // namespace warner::mechanisms::external
