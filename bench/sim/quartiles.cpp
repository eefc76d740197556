#include "bench/sim/quartiles.hpp"

#include <algorithm>
#include <cstddef>

namespace warner::bench {

Quartiles quartiles_of(std::vector<double> values) {
  std::ranges::sort(values);
  auto const at = [&](double share) {
    auto const place = share * static_cast<double>(values.size() - 1);
    auto const below = static_cast<std::size_t>(place);
    auto const above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
  };
  return {at(0.25), at(0.5), at(0.75)};
}

}  // namespace warner::bench
