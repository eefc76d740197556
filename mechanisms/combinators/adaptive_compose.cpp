#include "mechanisms/combinators/adaptive_compose.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/central/discrete_laplace.hpp"
#include "mechanisms/central/laplace.hpp"
#include "mechanisms/combinators/claims.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/local/randomised_response.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/product_pair.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::combinators {
namespace {

Guarantee claim_of(AnyMechanism const& first, std::vector<AnyMechanism> const& seconds) {
  std::vector<Guarantee> claims;
  for (auto const& second : seconds) claims.push_back(second.guarantee());
  return sum_of(std::array{first.guarantee(), largest_of(claims)});
}

}  // namespace

AdaptiveCompose::AdaptiveCompose(AnyMechanism first, std::vector<AnyMechanism> seconds, Choice choice,
                                 std::vector<std::vector<double>> releases_of_first)
    : first_{std::move(first)},
      seconds_{std::move(seconds)},
      choice_{std::move(choice)},
      releases_of_first_{std::move(releases_of_first)},
      claim_{claim_of(first_, seconds_)} {}

std::vector<Column> AdaptiveCompose::columns(Dataset const& dataset) const {
  auto all = first_.columns(dataset);
  auto const second = seconds_.front().columns(dataset);
  for (auto const& other : seconds_) {
    auto const width = other.columns(dataset).size();
    require(width == second.size(), fmt::format("second: {} columns beside {} of another", width, second.size()));
  }
  all.insert(all.end(), second.begin(), second.end());
  return all;
}

std::vector<std::size_t> AdaptiveCompose::choices(ConstBatch firsts) const {
  std::vector<std::size_t> chosen;
  std::vector<double> row(firsts.width());
  for (std::size_t i = 0; i < firsts.releases(); ++i) {
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = firsts(i, j);
    chosen.push_back(choice_(row));
    require(chosen.back() < seconds_.size(),
            fmt::format("choice: {} is none of the {} mechanisms", chosen.back(), seconds_.size()));
  }
  return chosen;
}

void AdaptiveCompose::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const width = first_.columns(dataset).size(), then = out.width() - width;
  first_.release(dataset, stream, out.columns(0, width));
  auto const chosen = choices(out.columns(0, width));
  Releases memory;
  for (std::size_t which = 0; which < seconds_.size(); ++which) {
    auto const second = memory.shaped(out.releases(), then);
    seconds_[which].release(dataset, stream, second);
    for (std::size_t j = 0; j < then; ++j)
      for (std::size_t i = 0; i < out.releases(); ++i)
        out(i, width + j) = chosen[i] == which ? second(i, j) : which == 0 ? 0 : out(i, width + j);
  }
}

bool AdaptiveCompose::has_density() const {
  return first_.has_density() && std::ranges::all_of(seconds_, &AnyMechanism::has_density);
}

void AdaptiveCompose::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const width = first_.columns(dataset).size();
  first_.log_density(dataset, releases.columns(0, width), out);
  auto const chosen = choices(releases.columns(0, width));
  std::vector<double> one(out.size());
  for (std::size_t which = 0; which < seconds_.size(); ++which) {
    seconds_[which].log_density(dataset, releases.columns(width, releases.width() - width), one);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += chosen[i] == which ? one[i] : 0;
  }
}

std::optional<privacy::PairPrivacy> AdaptiveCompose::privacy(Pair const& pair) const {
  if (releases_of_first_.empty() || !first_.has_density()) return std::nullopt;
  std::vector<privacy::PairPrivacy> known;
  for (auto const& second : seconds_) {
    auto one = second.privacy(pair);
    if (!one) return std::nullopt;
    known.push_back(std::move(*one));
  }
  // Outcome by outcome of the first: the law sorts what it is given, so each goes in with its second.
  std::vector<std::pair<privacy::Outcome, std::size_t>> outcomes;
  for (auto const& release : releases_of_first_) {
    double p = 0, q = 0;
    ConstBatch const one{release.data(), 1, release.size()};
    first_.log_density(pair.d, one, {&p, 1});
    first_.log_density(pair.d_prime, one, {&q, 1});
    if (p == q && std::isinf(p)) continue;
    outcomes.push_back({{static_cast<long double>(p) - q, std::exp(static_cast<long double>(p)),
                         std::exp(static_cast<long double>(q))},
                        choice_(release)});
  }
  std::ranges::stable_sort(outcomes, [](auto const& a, auto const& b) { return a.first.loss > b.first.loss; });
  std::vector<privacy::Outcome> law;
  std::vector<privacy::PairPrivacy> then;
  for (auto const& [outcome, which] : outcomes) {
    law.push_back(outcome);
    then.push_back(known.at(which));
  }
  return privacy::mixed_pair(law, then);
}

Entry adaptive_compose_entry() {
  return {
      .name = "adaptive-compose",
      .summary =
          "a bit by randomised response; then it plus Laplace noise, or discrete Laplace noise, as the answer has it",
      .release = "{0,1} x R",
      .parameters = {epsilon_parameter("what both spend together, > 0")},
      .reference = "DR14",
      .make = [](Arguments& values) -> Instance {
        auto const epsilon = values["epsilon"];
        AdaptiveCompose const both{
            local::response_from_epsilon(epsilon / 2),
            {central::Laplace{epsilon / 2}, central::DiscreteLaplace{epsilon / 2}},
            [](std::span<double const> answer) { return answer[0] == 1 ? std::size_t{1} : std::size_t{0}; },
            {{0}, {1}}};
        return {both, {{{0}, {1}, Relation::substitute, {}}}};
      }};
}

}  // namespace warner::mechanisms::combinators
