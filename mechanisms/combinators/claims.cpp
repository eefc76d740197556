#include "mechanisms/combinators/claims.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "mechanisms/privacy/composition.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::combinators {
namespace {

std::optional<ApproximateDp> approximate(Guarantee const& claim) {
  if (auto const* pure = std::get_if<PureDp>(&claim)) return ApproximateDp{pure->epsilon, 0};
  if (auto const* both = std::get_if<ApproximateDp>(&claim)) return *both;
  return std::nullopt;
}

Guarantee said(ApproximateDp const& claim) {
  return claim.delta == 0 ? Guarantee{PureDp{claim.epsilon}} : Guarantee{claim};
}

Guarantee two(Guarantee const& a, Guarantee const& b) {
  if (auto const x = approximate(a), y = approximate(b); x && y)
    return said({x->epsilon + y->epsilon, x->delta + y->delta});
  if (auto const* x = std::get_if<GaussianDp>(&a), *y = std::get_if<GaussianDp>(&b); x && y)
    return GaussianDp{std::hypot(x->mu, y->mu)};
  if (auto const* x = std::get_if<ZeroConcentratedDp>(&a), *y = std::get_if<ZeroConcentratedDp>(&b); x && y)
    return ZeroConcentratedDp{x->rho + y->rho};
  auto const *x = std::get_if<RenyiDp>(&a), *y = std::get_if<RenyiDp>(&b);
  require(x && y && x->alpha == y->alpha,
          fmt::format("claim: '{}' and '{}' do not add (they are of different kinds)", describe(a), describe(b)));
  return RenyiDp{x->alpha, x->epsilon + y->epsilon};
}

}  // namespace

Guarantee sum_of(std::span<Guarantee const> claims) {
  require(!claims.empty(), "claim: of nothing");
  auto sum = claims.front();
  for (auto const& claim : claims.subspan(1)) sum = two(sum, claim);
  return sum;
}

Guarantee largest_of(std::span<Guarantee const> claims) {
  require(!claims.empty(), "claim: of nothing");
  ApproximateDp largest;
  for (auto const& claim : claims) {
    auto const one = approximate(claim);
    require(one.has_value(), fmt::format("claim: '{}' has no epsilon to compare", describe(claim)));
    largest = {std::max(largest.epsilon, one->epsilon), std::max(largest.delta, one->delta)};
  }
  return said(largest);
}

Guarantee group_of(Guarantee const& claim, std::size_t size) {
  require(size >= 1, "k: a group of 0 is nobody");
  auto const k = static_cast<double>(size);
  if (auto const one = approximate(claim)) {
    auto const all = privacy::group_upper({one->epsilon, one->delta}, static_cast<int>(size));
    return said({all.epsilon, std::min(1.0, all.delta)});
  }
  if (auto const* gaussian = std::get_if<GaussianDp>(&claim)) return GaussianDp{k * gaussian->mu};
  auto const* concentrated = std::get_if<ZeroConcentratedDp>(&claim);
  require(concentrated != nullptr, fmt::format("claim: '{}' says nothing of groups", describe(claim)));
  return ZeroConcentratedDp{k * k * concentrated->rho};
}

Guarantee subsampled_of(Guarantee const& claim, double q) {
  require(q > 0 && q <= 1, fmt::format("q: {} is not in (0, 1] (a sampling rate)", q));
  auto const one = approximate(claim);
  require(one.has_value(), fmt::format("claim: '{}' has no epsilon to amplify", describe(claim)));
  auto const less = privacy::subsampled_upper({one->epsilon, one->delta}, q);
  return said({less.epsilon, less.delta});
}

}  // namespace warner::mechanisms::combinators
