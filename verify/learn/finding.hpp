#pragma once

#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Features that are found on releases: some are worth a look one by one, some say little each and more in a sum.
struct Finding {
  std::vector<Feature> alone{}, summed{};
};

}  // namespace warner::verify
