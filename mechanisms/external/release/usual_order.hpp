#pragma once

#include <cstddef>
#include <vector>

namespace warner::mechanisms::external {

/// The order in which some things come, learned from sequences of their numbers.
struct UsualOrder {
  std::vector<std::size_t> ranks;  ///< of each thing: its place
  bool always = true;              ///< no sequence goes against it
};

/// @param things: how many; sequences name some of them by 0, .., things - 1, each once.
UsualOrder usual_order(std::size_t things, std::vector<std::vector<std::size_t>> const& sequences);

}  // namespace warner::mechanisms::external
