#include "mechanisms/privacy/mass_functions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/privacy/profile.hpp"

namespace warner::mechanisms::privacy {

double mass_functions_epsilon(std::span<double const> p, std::span<double const> q, double delta,
                              std::span<double const> ways) {
  if (delta == 0) {
    constexpr auto least = std::numeric_limits<double>::min();  // below it doubles lose digits
    double largest = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (p[i] == 0 && q[i] == 0) continue;
      if (p[i] < least || q[i] < least) return std::numeric_limits<double>::quiet_NaN();
      largest = std::max(largest, std::fabs(std::log(p[i] / q[i])));
    }
    return largest;
  }
  auto const profile = [&](double epsilon) {
    double there = 0, back = 0;
    auto const e = std::exp(epsilon);
    for (std::size_t i = 0; i < p.size(); ++i) {
      auto const alike = ways.empty() ? 1.0 : ways[i];
      if (p[i] > 0) there += alike * std::max(0.0, p[i] - (q[i] > 0 ? e * q[i] : 0));
      if (q[i] > 0) back += alike * std::max(0.0, q[i] - (p[i] > 0 ? e * p[i] : 0));
    }
    return std::max(there, back);
  };
  return epsilon_at(profile, delta);
}

}  // namespace warner::mechanisms::privacy
