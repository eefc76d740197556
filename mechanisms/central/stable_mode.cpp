#include "mechanisms/central/stable_mode.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/central/propose_test_release.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/log_masses.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {
namespace {

double checked(double delta) {
  require(delta > 0 && delta < 1, fmt::format("delta: {} is not in (0, 1)", delta));
  return delta;
}

}  // namespace

StableMode::StableMode(double epsilon, double delta, std::size_t n, std::size_t k)
    : epsilon_{require_positive("epsilon", epsilon, "the test has noise of scale 1 / epsilon")},
      delta_{checked(delta)},
      n_{n},
      k_{k},
      limit_{std::log(1 / delta) / epsilon},
      test_{1 / epsilon} {
  require(n >= 1, "n: 0 records have no mode");
  require(k >= 2, fmt::format("k: {} categories have no choice of a mode", k));
}

std::vector<Column> StableMode::columns(Dataset const& dataset) const {
  require_categories(dataset, n_, k_ - 1);
  return {{"answered", Column::Kind::flag}, {"mode", Column::Kind::category}};
}

StableMode::Mode StableMode::mode(Dataset const& dataset) const {
  std::vector<double> counts(k_, 0.0);
  for (auto const x : dataset) counts[static_cast<std::size_t>(x)] += 1;
  auto const first = std::ranges::max_element(counts);
  // j overtakes after r replacements of a record of the mode by one of j: c_mode - r < c_j + r, or <= where j is
  // smaller and wins ties.
  auto fewest = static_cast<double>(n_) + 1;
  for (auto other = counts.begin(); other != counts.end(); ++other) {
    if (other == first) continue;
    auto const lead = *first - *other;
    fewest = std::min(fewest, other < first ? std::ceil(lead / 2) : std::floor(lead / 2) + 1);
  }
  return {static_cast<double>(first - counts.begin()), fewest - 1};
}

double StableMode::answers(double distance) const { return laplace_above(epsilon_, limit_ - distance); }

void StableMode::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const [category, distance] = mode(dataset);
  auto const answered = out.column(0), released = out.column(1);
  test_.fill(stream, distance, answered);
  for (std::size_t i = 0; i < answered.size(); ++i) {
    answered[i] = answered[i] > limit_ ? 1.0 : 0.0;
    released[i] = answered[i] * category;
  }
}

void StableMode::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const [category, distance] = mode(dataset);
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const answered = releases(i, 0) == 1,
               possible = releases(i, 1) == (answered ? category : 0) && (answered || releases(i, 0) == 0);
    out[i] = !possible ? -INFINITY : test_.log_cdf(answered ? distance - limit_ : limit_ - distance);
  }
}

std::optional<privacy::PairPrivacy> StableMode::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  auto const there = mode(pair.d), back = mode(pair.d_prime);
  auto const answered = [&](Mode const& at) { return test_.log_cdf(at.distance - limit_); };
  auto const silent = [&](Mode const& at) { return test_.log_cdf(limit_ - at.distance); };
  if (there.category == back.category)
    return privacy::log_mass_pair(std::vector{answered(there), silent(there)},
                                  std::vector{answered(back), silent(back)});
  return privacy::log_mass_pair(std::vector{answered(there), double{-INFINITY}, silent(there)},
                                std::vector{double{-INFINITY}, answered(back), silent(back)});
}

Entry stable_mode_entry() {
  return {.name = "stable-mode",
          .summary = "the most frequent category, exact where it is stable",
          .release = "{0, 1} x {0..k-1}",
          .parameters = {epsilon_parameter(),
                         {"delta", 1e-3, "in (0, 1)"},
                         {"n", 20, "how many records", Whole{2, 10'000}},
                         {"k", 3, "how many categories", Whole{2, 1000}}},
          .reference = "DR14",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const delta = values["delta"];
            auto const n = values.whole("n"), k = values.whole("k");
            // Of one mind but for one: the distance moves by 1. Two equal camps: the mode flips.
            Dataset agreed(n, 0.0), camps(n, 0.0);
            std::fill_n(camps.rbegin(), n / 2, 1.0);
            auto same = substitute(agreed, 0, 1), other = substitute(camps, 0, 1);
            for (double more = 2; StableMode{epsilon, delta, n, k}.mode(same.d).distance ==
                                      StableMode{epsilon, delta, n, k}.mode(same.d_prime).distance &&
                                  more <= static_cast<double>(n);
                 ++more)
              same = substitute(same.d_prime, static_cast<std::size_t>(more - 1),
                                1);  // the distance falls with every other record
            same.label = "the same mode", other.label = "the mode flips";
            std::vector<Pair> pairs{same};
            if (StableMode{epsilon, delta, n, k}.mode(other.d).category !=
                StableMode{epsilon, delta, n, k}.mode(other.d_prime).category)
              pairs.push_back(other);
            return {
                StableMode{epsilon, delta, n, k}, pairs,
                Records{.change = Records::Change::substitute, .n = n, .values = {0, 1, static_cast<double>(k - 1)}}};
          }};
}

}  // namespace warner::mechanisms::central
