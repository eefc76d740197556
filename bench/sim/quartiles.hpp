#pragma once

#include <vector>

namespace warner::bench {

struct Quartiles {
  double lower = 0, median = 0, upper = 0;
};

/// By linear interpolation between order statistics. values is not empty.
Quartiles quartiles_of(std::vector<double> values);

}  // namespace warner::bench
