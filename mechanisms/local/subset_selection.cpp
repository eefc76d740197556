#include "mechanisms/local/subset_selection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/special_functions/gamma.hpp>
#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::local {

SubsetSelection::SubsetSelection(double epsilon, std::size_t k, std::size_t w)
    : epsilon_{require_positive("epsilon", epsilon, "the truth is favoured by e^epsilon")}, k_{k}, w_{w} {
  require(k >= 2 && k <= 4096, fmt::format("k: {} categories are not 2 to 4096", k));
  require(w >= 1 && w < k, fmt::format("w: a subset of {} of {} categories tells nothing", w, k));
}

double SubsetSelection::contained() const {
  auto const w = static_cast<double>(w_), k = static_cast<double>(k_);
  return w / (w + (k - w) * std::exp(-epsilon_));
}

std::vector<Column> SubsetSelection::columns(Dataset const& dataset) const {
  require_categories(dataset, 1, k_ - 1);
  return std::vector<Column>(w_, Column{"category", Column::Kind::category});
}

// Category after category: each is taken with the probability needed / left, which makes every subset alike and its
// order increasing.
void SubsetSelection::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const releases = out.releases(), truth = static_cast<std::size_t>(dataset[0]);
  std::vector<double> memory(4 * releases);
  auto const all = std::span{memory};
  auto const with_truth = all.first(releases), needed = all.subspan(releases, releases),
             filled = all.subspan(2 * releases, releases), coin = all.last(releases);
  sim::fill_bernoulli(stream, sim::bernoulli_threshold(contained()), with_truth);
  for (std::size_t i = 0; i < releases; ++i)
    needed[i] = static_cast<double>(w_) - with_truth[i];  // of the categories that are not the truth
  std::ranges::fill(filled, 0.0);
  auto left = static_cast<double>(k_ - 1);
  for (std::size_t category = 0; category < k_; ++category) {
    if (category != truth) sim::fill_uniform(stream, coin);
    for (std::size_t i = 0; i < releases; ++i) {
      auto const taken = category == truth ? with_truth[i] == 1 : coin[i] * left < needed[i];
      // Written whether taken or not: what is not taken is overwritten by the next that is.
      out(i, std::min(static_cast<std::size_t>(filled[i]), w_ - 1)) =
          taken || filled[i] < static_cast<double>(w_) ? static_cast<double>(category) : out(i, w_ - 1);
      filled[i] += taken;
      needed[i] -= category != truth && taken;
    }
    left -= category != truth;
  }
}

void SubsetSelection::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const log_choose = [](std::size_t n, std::size_t r) {
    auto const log_factorial = [](std::size_t x) { return boost::math::lgamma(static_cast<double>(x) + 1); };
    return log_factorial(n) - log_factorial(r) - log_factorial(n - r);
  };
  auto const with_truth = std::log(contained()) - log_choose(k_ - 1, w_ - 1), without = with_truth - epsilon_;
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto possible = true, contains = false;
    for (std::size_t j = 0; j < w_; ++j) {
      auto const y = releases(i, j);
      possible =
          possible && y == std::floor(y) && y > (j == 0 ? -1 : releases(i, j - 1)) && y < static_cast<double>(k_);
      contains = contains || y == dataset[0];
    }
    out[i] = possible ? (contains ? with_truth : without) : -std::numeric_limits<double>::infinity();
  }
}

std::optional<privacy::PairPrivacy> SubsetSelection::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (pair.d == pair.d_prime) return privacy::equal_pair();
  // The subsets with the one truth and without the other, the other way round, and all the rest.
  long double const epsilon = epsilon_, w = static_cast<long double>(w_), k = static_cast<long double>(k_),
                    normaliser = w + (k - w) * std::exp(-epsilon);
  auto const one = w / normaliser * (k - w) / (k - 1), other = one * std::exp(-epsilon), rest = 1 - one - other;
  std::vector<privacy::Outcome> outcomes{{epsilon, one, other}, {-epsilon, other, one}};
  if (rest > 0) outcomes.push_back({0, rest, rest});
  return privacy::finite_pair(privacy::FiniteLaw{std::move(outcomes)});
}

std::size_t best_subset(double epsilon, std::size_t k) {
  return std::max<std::size_t>(1,
                               static_cast<std::size_t>(std::round(static_cast<double>(k) / (std::exp(epsilon) + 1))));
}

Entry subset_selection_entry() {
  return {.name = "subset-selection",
          .summary = "a random subset of the categories that favours the true one",
          .release = "w of {0..k-1}",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"},
                         {"k", 4, "how many categories, 2 to 4096"},
                         {"w", {}, "size of the subset; the best one follows from epsilon and k"}},
          .reference = "YB18",
          .local = true,
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const k = whole_or(given, "k", 4, 2, 4096),
                       w = whole_or(given, "w", best_subset(epsilon, k), 1, k - 1);
            return {SubsetSelection{epsilon, k, w},
                    {{"epsilon", epsilon}, {"k", static_cast<double>(k)}, {"w", static_cast<double>(w)}},
                    {{{0}, {1}, Relation::value, {}}},
                    Categories{k}};
          }};
}

}  // namespace warner::mechanisms::local
