#include "verify/bounds/invert.hpp"

#include <cmath>

#include <fmt/format.h>

#include "sim/bisection.hpp"
#include "sim/require.hpp"

namespace warner::verify {

double greatest_refuted(double level, std::function<double(double x)> const& log_wealth_at) {
  require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level));
  auto const needed = -std::log(level) * (1 + 0x1p-50);
  auto const stands = [&](double x) { return !(log_wealth_at(x) >= needed); };
  if (stands(0)) return 0;
  double low = 0, high = 1;
  while (high < 690 && !stands(high)) low = high, high *= 2;
  return sim::bisected({low, high}, stands, {.relative = 1e-13, .steps = 60}).low;
}

}  // namespace warner::verify
