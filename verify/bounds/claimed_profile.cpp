#include "verify/bounds/claimed_profile.hpp"

#include <algorithm>

#include "sim/normal.hpp"

namespace warner::verify {

Profile gaussian_profile(double mu) {
  return {[mu](double epsilon) { return mechanisms::delta_at(mechanisms::GaussianDp{mu}, epsilon); },
          [mu](double alpha) {
            return std::clamp(-mu * (sim::normal_quantile(std::clamp(alpha, 1e-9, 1 - 1e-9)) + mu / 2), 0.0, 20.0);
          },
          mu};
}

Profile tradeoff_profile(mechanisms::TradeoffDp const& claim) {
  auto const variation = std::min(mechanisms::delta_at(claim, 0), 1 - 1e-9);
  return {[claim](double epsilon) { return mechanisms::delta_at(claim, epsilon); },
          [claim](double alpha) { return mechanisms::tangent_epsilon(claim, alpha); },
          2 * sim::normal_quantile((1 + variation) / 2)};
}

}  // namespace warner::verify
