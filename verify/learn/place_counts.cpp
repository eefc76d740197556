#include "verify/learn/place_counts.hpp"

#include <cstddef>

namespace warner::verify {

std::vector<PlaceCount> counted_by_codes(Coded const& one, Coded const& other) {
  auto const across = other.edges.size() + 1;
  std::vector<std::uint64_t> cells((one.edges.size() + 1) * across);  // of both datasets in one number
  auto const cell_of = [&](std::size_t i) -> std::uint64_t& {
    return cells[static_cast<std::size_t>(one.code[i]) * across + static_cast<std::size_t>(other.code[i])];
  };
  for (std::size_t i = 0; i + 1 < one.code.size(); i += 2) {
    cell_of(i) += 1;
    cell_of(i + 1) += std::uint64_t{1} << 32;
  }
  std::vector<PlaceCount> counts;
  counts.reserve(cells.size());
  for (auto const cell : cells)
    counts.push_back({static_cast<std::int64_t>(cell & 0xFFFF'FFFF), static_cast<std::int64_t>(cell >> 32)});
  return counts;
}

}  // namespace warner::verify
