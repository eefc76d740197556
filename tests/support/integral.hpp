#pragma once

#include <functional>

namespace warner::tests {

/// The integral of a smooth function by Simpson's rule in ten thousand pieces.
inline double integral(std::function<double(double)> const& f, double from, double to) {
  constexpr int pieces = 10'000;
  auto const h = (to - from) / pieces;
  double sum = f(from) + f(to);
  for (int i = 1; i < pieces; ++i) sum += (i % 2 ? 4 : 2) * f(from + i * h);
  return sum * h / 3;
}

}  // namespace warner::tests
