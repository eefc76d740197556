#pragma once

#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Features that are found on releases.
struct Finding {
  std::vector<Feature> alone{};   ///< worth a look one by one
  std::vector<Feature> summed{};  ///< that say little each, and more in a sum
  std::vector<Feature> fitted{};  ///< few, of which a sum whose bins are fitted together may say all
};

}  // namespace warner::verify
