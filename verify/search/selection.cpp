#include "verify/search/selection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "verify/game/counts.hpp"
#include "verify/scores/edge_between.hpp"
#include "verify/search/calibration.hpp"
#include "verify/search/cuts.hpp"
#include "verify/search/expected_cuts.hpp"
#include "verify/search/smooth_tails.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

/// Cuts of a feature as a strategy: three bins (or two, when they meet).
Strategy cut_strategy(Feature const& feature, std::vector<Count> const& counts, Cuts const& cuts) {
  Bins bins{feature, {}, {}};
  auto const low = cuts.low_says_d ? 1.0 : -1.0;
  auto const edge = [&](std::size_t i) { return edge_between(counts[i - 1].greatest, counts[i].value); };
  if (cuts.low_end > 0) bins.log_ratio.push_back(low);
  if (cuts.high_begin > cuts.low_end || cuts.low_end == 0) {
    if (cuts.low_end > 0 && cuts.low_end < counts.size()) bins.edges.push_back(edge(cuts.low_end));
    if (cuts.low_end == 0 || cuts.low_end < counts.size()) bins.log_ratio.push_back(0);
  }
  if (cuts.high_begin < counts.size()) {
    if (cuts.high_begin > 0) {
      bins.edges.push_back(edge(cuts.high_begin));
      bins.log_ratio.push_back(-low);
    } else {
      bins.log_ratio = {-low};
    }
  }
  auto const says = [&](double guess) { return std::ranges::find(bins.log_ratio, guess) != bins.log_ratio.end(); };
  return {bins, says(1) ? 1 : infinity, says(-1) ? -1 : -infinity};
}

/// Thresholds on a learned score.
Strategy score_strategy(Score const& score, std::vector<Count> const& counts, Cuts const& cuts) {
  auto const from = cuts.high_begin < counts.size() ? counts[cuts.high_begin].value : infinity;
  auto const to = cuts.low_end > 0 ? counts[cuts.low_end - 1].greatest : -infinity;
  return {score, from, to};
}

constexpr double caution_of_slope = 2, not_contradicted = 2.5, caution_of_classes = 0.5,
                 caution_of_tails = 1;   // standard errors
constexpr double sliver = 0.01;          // of the right guesses
constexpr double caution_of_coin = 0.5;  // it is chosen for an event that is chosen already
constexpr double settled = 0.97;
constexpr std::size_t further_out[]{0, 1, 2, 4, 8, 16};  // positions
constexpr double worth_refining = 10'000, hardly = 0.1;  // releases of an event; part of them
constexpr double worth_more_trials = 0.1;                // part of a bound
constexpr double worth_boldness = 0.2;  // nats, which chance alone hardly finds in events of so many right guesses
constexpr Caution of_the_rare{1.5, 2, 25, 0.5, true}, of_the_rarest{1, 1, 12};
constexpr Caution cautions[]{cautious, in_the_final, {1.5, 1, 4}, {1, 1, 4}, bold},
    bolder[]{{2, 1, 4}, {1, 1, 4}, bold};

Orientation orientation_of(Entrant const& entrant) {
  return entrant.cut_as_it_is ? Orientation::either : Orientation::high_says_d;
}

/// By the counts of each event.
Cuts cuts_by_counts(Entrant const& entrant, Target const& target, Caution const& caution, double floor) {
  return best_cuts_at(entrant.positions, entrant.counts,
                      PredictedBound{target, entrant.searched, caution.counts, caution.fewest, caution.for_the_rare},
                      orientation_of(entrant), floor);
}

/// Pearson's statistic of the counts against the model, four standard deviations allowed.
bool fits(std::vector<Count> const& seen, std::vector<Count> const& model) {
  double statistic = 0, groups = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    auto const n = model[i].d + model[i].d_prime;
    if (n < 20) continue;
    auto const off = seen[i].d - model[i].d;
    statistic += off * off * n / (model[i].d * model[i].d_prime);
    ++groups;
  }
  return statistic <= groups + 4 * std::sqrt(2 * groups);
}

bool has_slope(Score const& score) {
  return std::holds_alternative<Additive>(score) || std::holds_alternative<Conditional>(score);
}

/// By the slope of a score that adds up many small log ratios, as far as the event's own counts, read with little
/// caution, allow. Of a score that was learned on far more trials it is enough that they do not contradict, or, where
/// it has the many parameters of classes, that they nearly agree.
std::optional<Cuts> cuts_by_slope(Entrant const& entrant, Target const& target, Caution const& caution, double floor) {
  if (!has_slope(entrant.score)) return std::nullopt;
  auto const expected = calibrated(entrant.counts, caution_of_slope);
  if (!expected || !fits(entrant.counts, *calibrated(entrant.counts, 0))) return std::nullopt;
  auto const caution_of_event = !entrant.seeded                                   ? caution.slope
                                : std::holds_alternative<Additive>(entrant.score) ? -not_contradicted
                                                                                  : caution_of_classes;
  return best_expected_cuts({.counts = *expected, .low_end = entrant.counts.size(), .high_begin = 0}, entrant.counts,
                            PredictedBound{target, entrant.searched, 0},
                            PredictedBound{target, entrant.searched, caution_of_event, caution.fewest},
                            Orientation::high_says_d, floor);
}

/// By smooth tails, as far as an event's own counts do not contradict.
std::optional<Cuts> cuts_by_tails(Entrant const& entrant, Target const& target, Caution const& caution, double floor) {
  return best_expected_cuts(
      smooth_tails(entrant.counts, caution_of_tails), entrant.counts, PredictedBound{target, entrant.searched, 0},
      PredictedBound{target, entrant.searched, -not_contradicted, caution.fewest}, orientation_of(entrant), floor);
}

Cuts cuts_of(Entrant const& entrant, Target const& target, Caution const& caution, double floor) {
  auto cuts = cuts_by_counts(entrant, target, caution, floor);
  if (caution.smooth) cuts = cuts_by_tails(entrant, target, caution, std::max(floor, cuts.predicted)).value_or(cuts);
  return cuts_by_slope(entrant, target, caution, std::max(floor, cuts.predicted)).value_or(cuts);
}

/// Of two sides the one that does better alone, if there is one: the other is a sliver, which a lucky count made look
/// harmless; or a biased coin makes the one worth more than both with the fair one.
Cuts sides_worth_having(Cuts const& both, std::vector<Count> const& counts, PredictedBound const& predict) {
  if (both.low_end == 0 || both.high_begin == counts.size()) return both;
  auto low = both, high = both;
  low.high_begin = counts.size();
  high.low_end = 0;
  auto const count = [&](Cuts& side, std::size_t first, std::size_t last, bool says_d) {
    side.right = side.wrong = 0;
    for (auto i = first; i < last; ++i) {
      side.right += says_d ? counts[i].d : counts[i].d_prime;
      side.wrong += says_d ? counts[i].d_prime : counts[i].d;
    }
  };
  count(low, 0, both.low_end, both.low_says_d);
  count(high, both.high_begin, counts.size(), !both.low_says_d);
  if (low.right < sliver * high.right) return high;
  if (high.right < sliver * low.right) return low;
  auto best = both;
  auto most = predict.with_coin(1, low.right + high.right, low.wrong + high.wrong, 1) + PredictedBound::worth_bias;
  for (auto const& side : {low, high}) {
    auto const odds = predict.best_odds(side.right, side.wrong);
    auto const bound = odds == 1 ? -infinity : predict.with_coin(odds, side.right, side.wrong, 0.5);
    if (bound > most) most = bound, best = side;
  }
  return best;
}

std::vector<std::size_t> in_order(std::vector<std::size_t> positions) {
  std::ranges::sort(positions);
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  return positions;
}

}  // namespace

std::pair<Strategy, double> contest(std::vector<Entrant> const& entrants, Target const& target,
                                    Caution const& caution) {
  Entrant const* best = nullptr;
  Cuts cuts{.predicted = -infinity};
  for (auto const& entrant : entrants) {
    auto const its = cuts_of(entrant, target, caution, cuts.predicted);
    if (!(its.predicted > cuts.predicted)) continue;
    cuts = its;
    best = &entrant;
  }
  if (!best) return {Strategy{Bins{{}, {}, {0}}, infinity, -infinity}, -infinity};
  PredictedBound const predict{target, best->searched, caution_of_coin};
  cuts = sides_worth_having(cuts, best->counts, predict);
  auto strategy = best->cut_as_it_is ? cut_strategy(std::get<Bins>(best->score).feature, best->counts, cuts)
                                     : score_strategy(best->score, best->counts, cuts);
  if (strategy.directions() == 1) strategy.odds = predict.best_odds(cuts.right, cuts.wrong);
  return {std::move(strategy), cuts.predicted};
}

std::pair<Strategy, double> winner(std::vector<Entrant> const& entrants, Target const& target, Stage stage) {
  auto best = contest(entrants, target,
                      stage == Stage::final  ? in_the_final
                      : stage == Stage::pair ? of_pairs
                                             : cautious);
  if ((stage == Stage::final || stage == Stage::second) &&
      target.claimed
          .empty()) {  // an event with hardly a wrong guess is worth a bolder look where that promises far more
    auto rare = contest(entrants, target, of_the_rare);
    if (rare.second > best.second + worth_boldness) best = std::move(rare);
  }
  for (auto const& caution : bolder)
    if (stage != Stage::pair && !(best.second > 0)) best = contest(entrants, target, caution);
  return {simplified(std::move(best.first)), best.second};
}

bool rare_may_be_worth_more(std::vector<Entrant> const& entrants, Target const& target, double bound) {
  return target.claimed.empty() &&
         contest(entrants, target, of_the_rarest).second > bound + std::max(worth_boldness, worth_more_trials * bound);
}

bool is_settled(std::vector<Entrant> const& entrants, Target const& target) {
  auto const hoped = contest(entrants, target, cautions[std::size(cautions) - 2]).second;
  return contest(entrants, target, in_the_final).second >= hoped * settled;
}

std::vector<Entrant> finalists(std::vector<Entrant> const& entrants, Target const& target, std::size_t many) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < entrants.size(); ++i)
    if (entrants[i].seeded) chosen.push_back(i);
  for (auto const& caution : cautions) {
    std::vector<std::pair<double, std::size_t>> ranked;
    for (std::size_t i = 0; i < entrants.size(); ++i)
      if (!entrants[i].seeded) ranked.emplace_back(-cuts_of(entrants[i], target, caution, -infinity).predicted, i);
    std::ranges::sort(ranked);
    for (std::size_t i = 0; i < std::min(many, ranked.size()); ++i) chosen.push_back(ranked[i].second);
  }
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  std::vector<Entrant> best;
  for (auto const i : chosen) best.push_back(entrants[i]);
  return best;
}

std::vector<Entrant> with_best_cuts(std::vector<Entrant> entrants, Target const& target) {
  for (auto& entrant : entrants) {
    std::vector<std::size_t> positions{0, entrant.counts.size()};
    for (auto const& caution : cautions) {
      auto const cuts = cuts_by_counts(entrant, target, caution, -infinity);
      for (auto const further :
           further_out) {  // these trials may have too few of a rare event for its cut, which others will show
        if (cuts.low_end > further) positions.push_back(cuts.low_end - further);
        if (cuts.high_begin + further < entrant.counts.size()) positions.push_back(cuts.high_begin + further);
      }
    }
    entrant.positions = in_order(std::move(positions));
  }
  return entrants;
}

std::vector<Entrant> with_cuts_near_the_best(std::vector<Entrant> entrants, Target const& target) {
  for (auto& entrant : entrants) {
    auto const& counts = entrant.counts;
    auto const best = cuts_by_counts(entrant, target, in_the_final, -infinity);
    auto const mass = [&](std::size_t i) { return counts[i].d + counts[i].d_prime; };
    double said = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (i < best.low_end || i >= best.high_begin) said += mass(i);
    if (said < worth_refining) continue;
    for (auto i = best.low_end; i <= best.high_begin; ++i) entrant.positions.push_back(i);
    auto room = hardly * said;
    for (auto i = best.low_end; i > 0 && (room -= mass(i - 1)) >= 0; --i) entrant.positions.push_back(i - 1);
    room = hardly * said;
    for (auto i = best.high_begin; i < counts.size() && (room -= mass(i)) >= 0; ++i) entrant.positions.push_back(i + 1);
    entrant.positions = in_order(std::move(entrant.positions));
  }
  return entrants;
}

}  // namespace warner::verify
