#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "verify/learn/looks.hpp"

namespace warner::verify {

/// What tells most, so many at most, by how much each tells; of equals the first.
template <class T>
std::vector<T> best_of(std::vector<std::pair<double, T>> found, std::size_t most = few) {
  std::ranges::stable_sort(found, std::ranges::greater{}, &std::pair<double, T>::first);
  std::vector<T> best;
  for (auto& [_, one] : found)
    if (best.size() < most) best.push_back(std::move(one));
  return best;
}

}  // namespace warner::verify
