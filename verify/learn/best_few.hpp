#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "verify/learn/looks.hpp"
#include "verify/scores/feature.hpp"

namespace warner::verify {

/// The features that tell most, so many at most, by how much each tells; of equals the first.
inline std::vector<Feature> best_of(std::vector<std::pair<double, Feature>> found, std::size_t most) {
  std::ranges::stable_sort(found, std::ranges::greater{}, &std::pair<double, Feature>::first);
  std::vector<Feature> best;
  for (auto& [_, feature] : found)
    if (best.size() < most) best.push_back(std::move(feature));
  return best;
}
inline std::vector<Feature> best_few(std::vector<std::pair<double, Feature>> found) {
  return best_of(std::move(found), few);
}

}  // namespace warner::verify
