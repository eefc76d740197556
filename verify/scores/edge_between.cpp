#include "verify/scores/edge_between.hpp"

#include <cstdlib>

#include <fmt/format.h>

namespace warner::verify {

double edge_between(double below, double above) {
  auto const middle = below / 2 + above / 2;
  for (int digits = 1; digits <= 17; ++digits) {
    auto const edge = std::strtod(fmt::format("{:.{}g}", middle, digits).c_str(), nullptr);
    if (below < edge && edge <= above) return edge;
  }
  return above;
}

}  // namespace warner::verify
