#include "mechanisms/central/rare_leak.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {
namespace {

double inside(double tau) {
  require(tau > 0 && tau < 1, fmt::format("tau: {} is not in (0, 1) (the probability of a leak)", tau));
  return tau;
}

}  // namespace

RareLeak::RareLeak(double epsilon, double tau, Guarantee const& claim)
    : claim_{claim},
      leak_{inside(tau)},
      noise_{1 / require_positive("epsilon", epsilon, "the noise has scale 1 / epsilon")} {}

std::vector<Column> RareLeak::columns(Dataset const& dataset) const {
  require_numbers(dataset, 1);
  return {{"leaked", Column::Kind::flag}, {"y", Column::Kind::real}};
}

void RareLeak::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const leaked = out.column(0), y = out.column(1);
  leak_.fill(stream, 0, leaked);
  noise_.fill(stream, dataset[0], y);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = leaked[i] == 1 ? dataset[0] : y[i];
}

void RareLeak::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const leaked = releases(i, 0), y = releases(i, 1);
    auto const possible = leaked == 0 || (leaked == 1 && y == dataset[0]);
    out[i] = !possible ? -std::numeric_limits<double>::infinity()
                       : leak_.log_pmf(leaked) + (leaked == 1 ? 0 : noise_.log_pdf(y - dataset[0]));
  }
}

std::optional<privacy::PairPrivacy> RareLeak::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (pair.d == pair.d_prime) return privacy::equal_pair();
  return privacy::leaking_pair(privacy::laplace_pair(std::fabs(pair.d[0] - pair.d_prime[0]) / noise_.scale()),
                               leak_.probability());
}

std::vector<Parameter> rare_leak_parameters() {
  return {epsilon_parameter("what the noise keeps, > 0"), {"tau", 1e-4, "probability of a leak, in (0, 1)"}};
}

Instance make_rare_leak(Arguments& values, bool says_tau) {
  auto const epsilon = values["epsilon"], tau = values["tau"];
  auto const claim = says_tau ? Guarantee{ApproximateDp{epsilon, tau}} : Guarantee{PureDp{epsilon}};
  return {RareLeak{epsilon, tau, claim}, {{{0}, {1}, Relation::substitute, {}}}};
}

Entry rare_leak_entry() {
  return {.name = "rare-leak",
          .summary = "a number plus Laplace noise, or once in 1 / tau releases the number itself",
          .release = "{0,1} x R",
          .parameters = rare_leak_parameters(),
          .reference = "DKMMN06",
          .make = [](Arguments& values) { return make_rare_leak(values, true); }};
}

}  // namespace warner::mechanisms::central
