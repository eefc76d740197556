#include "verify/bounds/claimed_profile.hpp"

#include <algorithm>
#include <map>

#include "sim/normal.hpp"
#include "sim/require.hpp"

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

Profile divergence_profile(ClaimedDivergences const& claim, std::vector<DivergenceLine> const& lines, double number) {
  require(claim.is_one_number(), "claim: it is several numbers (a bound is about one)");
  auto const other = claim.with_number(number);
  std::map<double, double> deltas;
  for (auto const& line : lines) deltas[line.epsilon()] = line.delta(other.at(line.order));
  return {[deltas](double epsilon) { return deltas.at(epsilon); }, {}, 0, other};
}

}  // namespace warner::verify
