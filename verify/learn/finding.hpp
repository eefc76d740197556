#pragma once

#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Features that are found on releases: some are worth a look one by one, some say little each and more in a sum, of
/// some a sum says all.
struct Finding {
  std::vector<Feature> alone{}, summed{}, fitted{};
};

}  // namespace warner::verify
