#include "verify/search/plain_event.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "verify/game/counts.hpp"
#include "verify/scores/edge_between.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr double nearly = 0.98, worth_saying = 0.8;  // of a predicted bound

/// How much there is to say of a feature, in names of columns and operations on them.
double length_of(Feature const& feature) {
  using Kind = Feature::Kind;
  switch (feature.kind) {
    case Kind::coordinate: return 1;
    case Kind::special:
    case Kind::lowest_bit:
    case Kind::maximum:
    case Kind::minimum:
    case Kind::sum:
    case Kind::range:
    case Kind::flags:
    case Kind::distinct: return 2;
    case Kind::argmax:
    case Kind::first_flag:
    case Kind::difference:
    case Kind::remainder:
    case Kind::remainder_of_sum:
    case Kind::decimals:
    case Kind::gap:
    case Kind::repeated:
    case Kind::sum_of_two:
    case Kind::labelled: return 3;
    case Kind::angle:
    case Kind::product:
    case Kind::distance: return 6;
    case Kind::log_combination:
    case Kind::combination:
    case Kind::quadratic:
      return 2 * static_cast<double>(std::ranges::count_if(feature.parameters, [](double w) { return w != 0; }));
  }
  return infinity;
}

/// Both guesses' counts, where the scores or values from `begin` to `end` are the event.
struct Side {
  std::size_t begin, end;
  bool says_d;
  double predicted = -infinity;
};

Side best_side(Candidate const& candidate, PredictedBound const& predict) {
  Cumulated const sums{candidate.counts};
  auto const n = candidate.counts.size();
  Side best{0, 0, true};
  auto const consider = [&](std::size_t begin, std::size_t end, bool says_d) {
    auto const d = sums.d[end] - sums.d[begin], d_prime = sums.d_prime[end] - sums.d_prime[begin];
    auto const right = says_d ? d : d_prime, wrong = says_d ? d_prime : d;
    if (right <= wrong) return;
    auto const predicted = predict(right, wrong, 0.5);
    if (predicted > best.predicted) best = {begin, end, says_d, predicted};
  };
  for (std::size_t i = 1; i < n; ++i)
    for (auto const says_d : {true, false}) {
      consider(i, n, says_d);
      if (candidate.cut_as_it_is) consider(0, i, says_d);
      else if (!says_d) consider(0, i, false);  // a low log ratio speaks for D'
    }
  return best;
}

/// The values of the feature for which the event holds: 1 inside, 0 outside.
Bins bins_of(Candidate const& candidate, Side const& side) {
  auto const& bins = std::get<Bins>(candidate.score);
  auto const& counts = candidate.counts;
  if (candidate.cut_as_it_is) {
    auto const at = side.begin > 0 ? side.begin : side.end;
    auto const edge = edge_between(counts[at - 1].greatest, counts[at].value);
    return {bins.feature, {edge}, {side.begin > 0 ? 0.0 : 1.0, side.begin > 0 ? 1.0 : 0.0}};
  }
  auto inside = bins;
  for (auto& score : inside.log_ratio)
    score = score >= counts[side.begin].value && score <= counts[side.end - 1].greatest ? 1 : 0;
  return std::get<Bins>(simplified({inside, 1, -infinity}).score);
}

}  // namespace

std::optional<PlainEvent> plainest_event(std::vector<Candidate> const& candidates, Target const& target,
                                         double predicted) {
  auto const caution = luck_of_the_best(candidates);
  std::vector<std::pair<Candidate const*, Side>> sides;
  auto most = -infinity;
  for (auto const& candidate : candidates) {
    if (!std::holds_alternative<Bins>(candidate.score) || candidate.counts.size() < 2) continue;
    auto const side = best_side(candidate, {target, candidate.searched, caution});
    if (!(side.predicted > 0)) continue;
    most = std::max(most, side.predicted);
    sides.emplace_back(&candidate, side);
  }
  if (predicted > 0 && most < worth_saying * predicted) return std::nullopt;
  auto const enough = nearly * std::min(most, predicted > 0 ? predicted : infinity);
  std::optional<PlainEvent> plainest;
  auto shortest = std::pair{infinity, infinity};
  for (auto const& [candidate, side] : sides) {
    if (side.predicted < enough) continue;
    auto bins = bins_of(*candidate, side);
    auto const length =
        std::pair{length_of(bins.feature) + 2 * static_cast<double>(bins.edges.size()), -side.predicted};
    if (!(length < shortest)) continue;
    shortest = length;
    Cumulated const sums{candidate->counts};
    auto const of_each = static_cast<double>(candidate->searched) / 2;
    plainest = PlainEvent{std::move(bins), side.says_d, (sums.d[side.end] - sums.d[side.begin]) / of_each,
                          (sums.d_prime[side.end] - sums.d_prime[side.begin]) / of_each};
  }
  return plainest;
}

}  // namespace warner::verify
