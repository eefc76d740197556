#include "mechanisms/central/distributional_histogram.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/coin_sums.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {
namespace {

/// Counted under a vote of 0 against a vote of 1: the loss of a count of k is ln((n - k) / k).
privacy::FiniteLaw no_against_yes(std::vector<long double> const& others) {
  auto const n = static_cast<long double>(others.size());
  std::vector<privacy::Outcome> outcomes;
  for (std::size_t k = 0; k <= others.size(); ++k) {
    auto const count = static_cast<long double>(k);
    outcomes.push_back(
        {std::log(n - count) - std::log(count), k < others.size() ? others[k] : 0, k > 0 ? others[k - 1] : 0});
  }
  return privacy::FiniteLaw{std::move(outcomes)};
}

}  // namespace

DistributionalHistogram::DistributionalHistogram(double epsilon, std::size_t n) : n_{n} {
  require_positive("epsilon", epsilon, "delta follows from it");
  require(n >= 2 && n <= 10'000, fmt::format("n: {} voters are not 2 to 10000", n));
  others_.push_back(std::ldexp(1.0L, 1 - static_cast<int>(n)));
  for (std::size_t k = 1; k < n; ++k)
    others_.push_back(others_.back() * static_cast<long double>(n - k) / static_cast<long double>(k));
  auto const delta = static_cast<double>(no_against_yes(others_).delta(epsilon)) *
                     (1 + 1e-12);  // up: n roundings of long doubles are below that
  claim_ = {epsilon, std::nextafter(delta, 1.0)};
}

std::vector<Column> DistributionalHistogram::columns(Dataset const& dataset) const {
  require_categories(dataset, 1, 1);
  return {{"count", Column::Kind::integer}};
}

void DistributionalHistogram::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  std::ranges::fill(out.column(0), dataset[0]);
  sim::add_coin_sums(stream, std::uint64_t{1} << 63, n_ - 1, out.column(0));
}

void DistributionalHistogram::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const others = releases(i, 0) - dataset[0];
    auto const possible = others >= 0 && others < static_cast<double>(n_) && others == std::floor(others);
    out[i] = possible ? static_cast<double>(std::log(others_[static_cast<std::size_t>(others)]))
                      : -std::numeric_limits<double>::infinity();
  }
}

std::optional<privacy::PairPrivacy> DistributionalHistogram::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (pair.d == pair.d_prime) return privacy::equal_pair();
  return privacy::finite_pair(no_against_yes(others_));
}

Entry distributional_histogram_entry() {
  return {.name = "distributional-histogram",
          .summary = "the exact count of n votes, the others being fair coins",
          .release = "{0..n}",
          .parameters = {{"epsilon", 0.1, "delta follows from it, > 0"}, {"n", 100, "how many voters, 2 to 10000"}},
          .reference = "BBGLT11",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 0.1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 100, 2, 10'000);
            return {DistributionalHistogram{epsilon, n},
                    {{"epsilon", epsilon}, {"n", static_cast<double>(n)}},
                    {{{0}, {1}, Relation::substitute, {}}}};
          }};
}

}  // namespace warner::mechanisms::central
