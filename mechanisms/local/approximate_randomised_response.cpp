#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/local/truth_or_other.hpp"
#include "mechanisms/noise/bernoulli.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::local {
namespace {

double truth_of(double epsilon, double delta, std::size_t k) {
  require(delta >= 0 && delta < 1, fmt::format("delta: {} is not in [0, 1)", delta));
  auto const others = static_cast<double>(k - 1);
  return (1 + others * delta * std::exp(-epsilon)) / (1 + others * std::exp(-epsilon));
}

/// k-ary randomised response that spends its delta as well: the truth with probability p = (e^epsilon + (k - 1) delta)
/// / (e^epsilon + k - 1), else one of the other categories, each alike.
///
/// Guarantee:  (epsilon, delta)-DP for one person's value, tight: delta(epsilon) = delta. Its pure epsilon is finite,
///             ln(p (k - 1) / (1 - p)).
/// Data:       one category in {0, .., k - 1}. With delta = 0 it is k-ary randomised response [KOV15, WBLJ17].
class ApproximateRandomisedResponse {
 public:
  /// @throws std::invalid_argument unless 0 <= delta < 1.
  // Each other category has (1 - delta) / (e^epsilon + k - 1): no digits are lost to 1 - p, nor to an infinite
  // e^epsilon.
  ApproximateRandomisedResponse(double epsilon, double delta, std::size_t k)
      : epsilon_{epsilon},
        delta_{delta},
        k_{k},
        log_other_{std::log1p(-delta) - epsilon - std::log1p(static_cast<double>(k - 1) * std::exp(-epsilon))},
        truth_{truth_of(epsilon, delta, k)} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_categories(dataset, 1, k_ - 1);
    return {{"category", Column::Kind::category}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    std::ranges::fill(out.column(0), dataset[0]);
    keep_or_replace(stream, truth_.threshold(), k_, out.column(0));
  }

  Guarantee guarantee() const { return ApproximateDp{epsilon_, delta_}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    auto const same = std::log(truth()), other = log_other_;
    auto const y = releases.column(0);
    for (std::size_t i = 0; i < out.size(); ++i) {
      auto const possible = y[i] >= 0 && y[i] < static_cast<double>(k_) && y[i] == std::floor(y[i]);
      out[i] = y[i] == dataset[0] ? same : possible ? other : -std::numeric_limits<double>::infinity();
    }
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    columns(pair.d);
    columns(pair.d_prime);
    if (pair.d == pair.d_prime) return privacy::equal_pair();
    // p = e^epsilon other + delta, so that delta(epsilon) is delta without cancellation.
    long double const e = std::exp(-static_cast<long double>(epsilon_)), delta = delta_,
                      even = (1 - delta) / (1 + static_cast<long double>(k_ - 1) * e), other = e * even,
                      p = std::min(1.0L, even + delta), loss = epsilon_ + std::log1p(delta / even),
                      rest = other * static_cast<long double>(k_ - 2);
    std::vector<privacy::Outcome> outcomes{{loss, p, other}, {-loss, other, p}};
    if (k_ > 2) outcomes.push_back({0, rest, rest});
    return privacy::finite_pair(privacy::FiniteLaw{std::move(outcomes)});
  }

  double truth() const { return truth_.probability(); }       ///< p
  double each_other() const { return std::exp(log_other_); }  ///< (1 - p) / (k - 1)

 private:
  double epsilon_, delta_;
  std::size_t k_;
  double log_other_;
  noise::Bernoulli truth_;
};

}  // namespace

Entry approximate_randomised_response_entry() {
  return {.name = "approximate-randomised-response",
          .summary = "k-ary randomised response that tells the truth a little more often, for delta",
          .release = "{0..k-1}",
          .parameters = {epsilon_parameter(),
                         {"delta", 1e-3, "privacy parameter, in [0, 1)"},
                         {"k", 4, "how many categories, >= 2", Whole{2, 1'000'000}}},
          .reference = "KOV15",
          .local = true,
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"], delta = values["delta"];
            auto const k = values.whole("k");
            return {ApproximateRandomisedResponse{epsilon, delta, k}, {{{0}, {1}, Relation::value, {}}}, Categories{k}};
          }};
}

}  // namespace warner::mechanisms::local
