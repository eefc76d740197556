#include "mechanisms/local/approximate_randomised_response.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/local/truth_or_other.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::local {
namespace {

double truth_of(double epsilon, double delta, std::size_t k) {
  require_positive("epsilon", epsilon, "the truth is told with odds of about e^epsilon");
  require(delta >= 0 && delta < 1, fmt::format("delta: {} is not in [0, 1)", delta));
  require(k >= 2, fmt::format("k: {} categories leave nothing to hide", k));
  auto const others = static_cast<double>(k - 1);
  return (1 + others * delta * std::exp(-epsilon)) / (1 + others * std::exp(-epsilon));
}

}  // namespace

// Each other category has (1 - delta) / (e^epsilon + k - 1): no digits are lost to 1 - p.
ApproximateRandomisedResponse::ApproximateRandomisedResponse(double epsilon, double delta, std::size_t k)
    : epsilon_{epsilon}, delta_{delta}, k_{k}, other_{(1 - delta) / (std::exp(epsilon) + static_cast<double>(k) - 1)},
      truth_{truth_of(epsilon, delta, k)} {}

std::vector<Column> ApproximateRandomisedResponse::columns(Dataset const& dataset) const {
  require_categories(dataset, 1, k_ - 1);
  return {{"category", Column::Kind::category}};
}

void ApproximateRandomisedResponse::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  std::ranges::fill(out.column(0), dataset[0]);
  keep_or_replace(stream, truth_.threshold(), k_, out.column(0));
}

void ApproximateRandomisedResponse::log_density(Dataset const& dataset, ConstBatch releases,
                                                std::span<double> out) const {
  auto const same = std::log(truth()), other = std::log(each_other());
  auto const y = releases.column(0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const possible = y[i] >= 0 && y[i] < static_cast<double>(k_) && y[i] == std::floor(y[i]);
    out[i] = y[i] == dataset[0] ? same : possible ? other : -std::numeric_limits<double>::infinity();
  }
}

std::optional<privacy::PairPrivacy> ApproximateRandomisedResponse::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (pair.d == pair.d_prime) return privacy::equal_pair();
  // p = e^epsilon other + delta, so that delta(epsilon) is delta without cancellation.
  long double const other = other_,
                    p = std::exp(static_cast<long double>(epsilon_)) * other + static_cast<long double>(delta_),
                    loss = std::log(p / other), rest = other * static_cast<long double>(k_ - 2);
  std::vector<privacy::Outcome> outcomes{{loss, p, other}, {-loss, other, p}};
  if (k_ > 2) outcomes.push_back({0, rest, rest});
  return privacy::finite_pair(privacy::FiniteLaw{std::move(outcomes)});
}

Entry approximate_randomised_response_entry() {
  return {.name = "approximate-randomised-response",
          .summary = "k-ary randomised response that tells the truth a little more often, for delta",
          .release = "{0..k-1}",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"},
                         {"delta", 1e-3, "privacy parameter, in [0, 1)"},
                         {"k", 4, "how many categories, >= 2"}},
          .reference = "KOV15",
          .local = true,
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}}),
                       delta = value_or(given, "delta", 1e-3);
            auto const k = whole_or(given, "k", 4, 2, 1'000'000);
            return {ApproximateRandomisedResponse{epsilon, delta, k},
                    {{"epsilon", epsilon}, {"delta", delta}, {"k", static_cast<double>(k)}},
                    {{{0}, {1}, Relation::value, {}}},
                    Categories{k}};
          }};
}

}  // namespace warner::mechanisms::local
