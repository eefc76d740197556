#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "verify/learn/looks.hpp"
#include "verify/scores/feature.hpp"

namespace warner::verify {

/// The few features that tell most, by how much each tells; of equals the first.
inline std::vector<Feature> best_few(std::vector<std::pair<double, Feature>> found) {
  std::ranges::stable_sort(found, std::ranges::greater{}, &std::pair<double, Feature>::first);
  std::vector<Feature> best;
  for (auto& [_, feature] : found)
    if (best.size() < few) best.push_back(std::move(feature));
  return best;
}

}  // namespace warner::verify
