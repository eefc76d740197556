#include "verify/learn/row_shapes.hpp"

#include <algorithm>

namespace warner::verify {

std::vector<RowShape> table_shapes(std::size_t width, std::size_t longest) {
  std::vector<RowShape> shapes;
  for (std::size_t length = 2; length <= std::min(longest, width / 2); ++length) {
    if (width % length != 0) continue;
    auto const rows = width / length;
    shapes.push_back({rows, length, length, 1});
    shapes.push_back({rows, length, 1, rows});
  }
  return shapes;
}

std::vector<RowShape> window_shapes(std::size_t width, std::size_t length) {
  if (width < 3) return {};
  auto const fits = std::min(length, width - 1);
  return {{width - fits + 1, fits, 1, 1}};
}

}  // namespace warner::verify
