#include "mechanisms/local/k_ary_randomised_response.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/local/truth_or_other.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::local {

KAryRandomisedResponse::KAryRandomisedResponse(double epsilon, std::size_t k)
    : epsilon_{require_positive("epsilon", epsilon, "the truth is told with odds e^epsilon")},
      k_{k},
      truth_{1 / (1 + (static_cast<double>(k) - 1) * std::exp(-epsilon))} {
  require(k >= 2, fmt::format("k: {} categories leave nothing to hide", k));
}

std::vector<Column> KAryRandomisedResponse::columns(Dataset const& dataset) const {
  require_categories(dataset, 1, k_ - 1);
  return {{"category", Column::Kind::category}};
}

void KAryRandomisedResponse::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  std::ranges::fill(out.column(0), dataset[0]);
  keep_or_replace(stream, truth_.threshold(), k_, out.column(0));
}

void KAryRandomisedResponse::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const same = std::log(truth()), other = same - epsilon_;
  auto const y = releases.column(0);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = y[i] == dataset[0] ? same : other;
}

double KAryRandomisedResponse::exact_epsilon(Pair const& pair, double delta) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (pair.d == pair.d_prime) return 0;
  if (delta == 0) return epsilon_;
  // (e^epsilon - e^t) / (e^epsilon + k - 1) = delta, divided by e^epsilon.
  return std::max(0.0, epsilon_ + std::log1p(-std::min(1.0, delta / truth())));
}

std::optional<privacy::PairPrivacy> KAryRandomisedResponse::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (pair.d == pair.d_prime) return privacy::equal_pair();
  return privacy::lattice_pair(privacy::k_ary_law(epsilon_, static_cast<int>(k_)), true);
}

double KAryRandomisedResponse::variance_over_populations(double mu, double n) const {
  auto const lambda = mu * truth() + (1 - mu) * each_other(), slope = truth() - each_other();
  return lambda * (1 - lambda) / (n * slope * slope);
}

Entry k_ary_randomised_response_entry() {
  return {.name = "k-ary-randomised-response",
          .summary = "the true category with odds e^epsilon against each other one",
          .release = "{0..k-1}",
          .parameters = {epsilon_parameter(), {"k", 4, "how many categories, >= 2", Whole{2, 1'000'000}}},
          .reference = "KOV15",
          .local = true,
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const k = values.whole("k");
            return {KAryRandomisedResponse{epsilon, k}, {{{0}, {1}, Relation::value, {}}}, Categories{k}};
          }};
}

}  // namespace warner::mechanisms::local
