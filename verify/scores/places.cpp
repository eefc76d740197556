#include "verify/scores/places.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/steps.hpp"

namespace warner::verify {

void places(std::span<double const> values, std::span<double const> edges, std::vector<double>& scratch,
            std::vector<std::int16_t>& out) {
  std::vector<double> heights(edges.size() + 1);
  std::iota(heights.begin(), heights.end(), 0.0);
  scratch.assign(values.size(), 0.0);
  sim::add_steps(values, edges, heights, scratch);
  out.resize(values.size());
  std::ranges::transform(scratch, out.begin(),
                         [](double many) { return static_cast<std::int16_t>(std::isnan(many) ? 0 : many); });
}

}  // namespace warner::verify
