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
constexpr double clearly_more = 0.2;  // nats, which chance alone hardly finds in events of so many right guesses

Orientation orientation_of(Candidate const& candidate) {
  return candidate.cut_as_it_is ? Orientation::either : Orientation::high_says_d;
}

/// By the counts of each event.
Cuts cuts_by_counts(Candidate const& candidate, Target const& target, SelectionPolicy const& policy, double floor) {
  return best_cuts_at(
      candidate.positions, candidate.counts,
      PredictedBound{target, candidate.searched, policy.caution, policy.fewest_right, policy.rarity_penalty},
      orientation_of(candidate), floor);
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

/// By the slope of a score that adds up many small log ratios, as far as the event's own counts allow.
/// These are read with little caution. Of a score learned on many trials it is enough that they do not contradict.
/// Where it has the many parameters of classes, they must nearly agree.
std::optional<Cuts> cuts_by_slope(Candidate const& candidate, Target const& target, SelectionPolicy const& policy,
                                  double floor) {
  if (!has_slope(candidate.score)) return std::nullopt;
  auto const expected = calibrated(candidate.counts, caution_of_slope);
  if (!expected || !fits(candidate.counts, *calibrated(candidate.counts, 0))) return std::nullopt;
  auto const caution_of_event = !candidate.learned_on_many                          ? policy.slope_caution
                                : std::holds_alternative<Additive>(candidate.score) ? -not_contradicted
                                                                                    : caution_of_classes;
  return best_expected_cuts({.counts = *expected, .low_end = candidate.counts.size(), .high_begin = 0},
                            candidate.counts, PredictedBound{target, candidate.searched, 0},
                            PredictedBound{target, candidate.searched, caution_of_event, policy.fewest_right},
                            Orientation::high_says_d, floor);
}

/// By smooth tails, as far as an event's own counts do not contradict.
std::optional<Cuts> cuts_by_tails(Candidate const& candidate, Target const& target, SelectionPolicy const& policy,
                                  double floor) {
  return best_expected_cuts(smooth_tails(candidate.counts, caution_of_tails), candidate.counts,
                            PredictedBound{target, candidate.searched, 0},
                            PredictedBound{target, candidate.searched, -not_contradicted, policy.fewest_right},
                            orientation_of(candidate), floor);
}

Cuts cuts_of(Candidate const& candidate, Target const& target, SelectionPolicy const& policy, double floor) {
  auto cuts = cuts_by_counts(candidate, target, policy, floor);
  if (policy.smooth_tails)
    cuts = cuts_by_tails(candidate, target, policy, std::max(floor, cuts.predicted)).value_or(cuts);
  return cuts_by_slope(candidate, target, policy, std::max(floor, cuts.predicted)).value_or(cuts);
}

/// Of two sides the one that does better alone, if there is one.
/// The other is a sliver, which a lucky count made look harmless; or the one is worth more with a biased coin than
/// both are with the fair one.
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
    auto const odds = predict.best_coin_odds(side.right, side.wrong);
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

Selected selected_by(SelectionPolicy const& policy, std::vector<Candidate> const& candidates, Target const& target) {
  Candidate const* best = nullptr;
  Cuts cuts{.predicted = -infinity};
  for (auto const& candidate : candidates) {
    auto const its = cuts_of(candidate, target, policy, cuts.predicted);
    if (!(its.predicted > cuts.predicted)) continue;
    cuts = its;
    best = &candidate;
  }
  if (!best) return {Strategy{Bins{{}, {}, {0}}, infinity, -infinity}, -infinity};
  PredictedBound const predict{target, best->searched, caution_of_coin};
  cuts = sides_worth_having(cuts, best->counts, predict);
  auto strategy = best->cut_as_it_is ? cut_strategy(std::get<Bins>(best->score).feature, best->counts, cuts)
                                     : score_strategy(best->score, best->counts, cuts);
  if (strategy.directions() == 1) strategy.coin_odds = predict.best_coin_odds(cuts.right, cuts.wrong);
  return {std::move(strategy), cuts.predicted};
}

Selected selected_at(Stage stage, std::vector<Candidate> const& candidates, Target const& target) {
  auto best = selected_by(stage == Stage::recount ? policies::on_recount
                          : stage == Stage::pairs ? policies::between_pairs
                                                  : policies::on_held_out,
                          candidates, target);
  if ((stage == Stage::recount || stage == Stage::enlarged) && target.claimed.empty()) {
    auto rare = selected_by(policies::for_rare_events, candidates, target);
    if (rare.predicted_bound > best.predicted_bound + clearly_more) best = std::move(rare);
  }
  for (auto const& policy : policies::fallbacks)
    if (stage != Stage::pairs && !(best.predicted_bound > 0)) best = selected_by(policy, candidates, target);
  return {simplified(std::move(best.strategy)), best.predicted_bound};
}

bool rare_may_be_worth_more(std::vector<Candidate> const& candidates, Target const& target, double bound) {
  return target.claimed.empty() &&
         selected_by(policies::for_rare_events_of_few_trials, candidates, target).predicted_bound >
             bound + std::max(clearly_more, worth_more_trials * bound);
}

bool is_settled(std::vector<Candidate> const& candidates, Target const& target) {
  auto const optimistic = selected_by(policies::more_optimistic, candidates, target).predicted_bound;
  return selected_by(policies::on_recount, candidates, target).predicted_bound >= optimistic * settled;
}

std::vector<Candidate> shortlisted(std::vector<Candidate> const& candidates, Target const& target, std::size_t many) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (candidates[i].learned_on_many) chosen.push_back(i);
  for (auto const& policy : policies::proposing) {
    std::vector<std::pair<double, std::size_t>> ranked;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (candidates[i].learned_on_many) continue;
      auto const floor = ranked.size() < many ? -infinity : -ranked.back().first;  // below it nobody is shortlisted
      ranked.emplace_back(-cuts_of(candidates[i], target, policy, floor).predicted, i);
      std::ranges::sort(ranked);
      ranked.resize(std::min(many, ranked.size()));
    }
    for (auto const& entry : ranked) chosen.push_back(entry.second);
  }
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  std::vector<Candidate> best;
  for (auto const i : chosen) best.push_back(candidates[i]);
  return best;
}

std::vector<Candidate> with_best_cuts(std::vector<Candidate> candidates, Target const& target) {
  for (auto& candidate : candidates) {
    std::vector<std::size_t> positions{0, candidate.counts.size()};
    for (auto const& policy : policies::proposing) {
      auto const cuts = cuts_by_counts(candidate, target, policy, -infinity);
      for (auto const further : further_out) {  // these trials may have too few of a rare event to cut it well
        if (cuts.low_end > further) positions.push_back(cuts.low_end - further);
        if (cuts.high_begin + further < candidate.counts.size()) positions.push_back(cuts.high_begin + further);
      }
    }
    candidate.positions = in_order(std::move(positions));
  }
  return candidates;
}

std::vector<Candidate> with_cuts_near_the_best(std::vector<Candidate> candidates, Target const& target) {
  for (auto& candidate : candidates) {
    auto const& counts = candidate.counts;
    auto const best = cuts_by_counts(candidate, target, policies::on_recount, -infinity);
    auto const mass = [&](std::size_t i) { return counts[i].d + counts[i].d_prime; };
    double said = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (i < best.low_end || i >= best.high_begin) said += mass(i);
    if (said < worth_refining) continue;
    for (auto i = best.low_end; i <= best.high_begin; ++i) candidate.positions.push_back(i);
    auto room = hardly * said;
    for (auto i = best.low_end; i > 0 && (room -= mass(i - 1)) >= 0; --i) candidate.positions.push_back(i - 1);
    room = hardly * said;
    for (auto i = best.high_begin; i < counts.size() && (room -= mass(i)) >= 0; ++i)
      candidate.positions.push_back(i + 1);
    candidate.positions = in_order(std::move(candidate.positions));
  }
  return candidates;
}

}  // namespace warner::verify
