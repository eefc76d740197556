#include "verify/bounds/rates_refute.hpp"

#include <algorithm>
#include <utility>

#include "sim/bisection.hpp"
#include "verify/bounds/clopper_pearson.hpp"

namespace warner::verify {
namespace {

constexpr double rounding = 1 - 1e-9;

CertifiedRates as_certified(double r, double w, int directions) {
  auto const share = 2.0 / directions;
  return {std::min(1.0, share * r), std::min(1.0, share * w), r, w, directions};
}

}  // namespace

bool refute(CertifiedRates const& rates, ClaimsOfRates const& claims) {
  for (auto const& statement : claims.statements)
    if (contradicts(rates, statement)) return true;
  for (auto const& [alpha, epsilon] : claims.divergences.renyi)
    if (renyi_lower_bound(rates, alpha) > epsilon) return true;
  return claims.divergences.rho && rho_lower_bound(rates) > *claims.divergences.rho;
}

RatesRefute::RatesRefute(ClaimsOfRates claims, double level, int directions)
    : claims_{std::move(claims)}, level_{level}, directions_{directions} {}

bool RatesRefute::operator()(sim::Tally const& tally) {
  if (tally.wrong != last_.wrong || tally.trials() != last_.trials() || last_.trials() == 0) {
    auto const w = clopper_pearson_upper(tally.wrong, tally.trials(), level_ / 2);
    auto const refuted = [&](double r) { return refute(as_certified(r, w, directions_), claims_); };
    right_allowed_ = w < 1 && refuted(1) ? sim::bisected({w, 1}, refuted, {.relative = 1e-9, .steps = 40}).high : 1;
  }
  last_ = tally;
  return right_allowed_ < 1 && binomial_at_least(tally.right, tally.trials(), right_allowed_) <= level_ / 2 * rounding;
}

}  // namespace warner::verify
