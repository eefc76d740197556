#pragma once

#include <cstddef>
#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// The features that are the columns themselves.
inline std::vector<Feature> coordinates(std::size_t width) {
  std::vector<Feature> features;
  for (std::size_t j = 0; j < width; ++j) features.push_back({Feature::Kind::coordinate, j});
  return features;
}

}  // namespace warner::verify
