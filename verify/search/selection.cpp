#include "verify/search/selection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

#include "verify/bounds/luck.hpp"
#include "verify/scores/edge_between.hpp"
#include "verify/search/odds_curve.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

/// Cuts of a feature as a strategy: three bins, or fewer.
Strategy cut_strategy(Feature const& feature, std::vector<Count> const& counts, Cuts const& cuts) {
  Bins bins{feature, {}, {}};
  std::array const ends{std::size_t{0}, cuts.low_end, cuts.high_begin, counts.size()};
  for (std::size_t part = 0; part < cuts.says.size(); ++part) {
    auto const from = ends[part];
    if (from == ends[part + 1]) continue;
    if (from > 0) bins.edges.push_back(edge_between(counts[from - 1].greatest, counts[from].value));
    bins.log_ratio.push_back(cuts.says[part]);
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

constexpr double bold = 0.25;    // of the caution, that those who share the level must be worth it with
constexpr double sliver = 0.01;  // of the right guesses
constexpr std::size_t fewest_groups = 4;

Shapes shapes_of(Candidate const& candidate) { return candidate.cut_as_it_is ? Shapes::all : Shapes::of_log_ratios; }

/// How many standard errors an event is read against, where the best of all is read so many.
/// The middle may lie at as many places as there is room for, which share no luck.
double caution_of(Candidate const& candidate, NamedEvent const& event, double caution) {
  if (!event.cuts.are_inner()) return caution;
  return std::hypot(caution, luck_of_the_largest(mass_of(candidate.counts) / (event.right + event.wrong)));
}

/// The bound predicted of an event by its own counts. Nested events share the luck of a curve, but each has its own
/// counts, and there are so many more of them.
double by_own_counts(Candidate const& candidate, NamedEvent const& event, PredictedBound const& target,
                     double caution) {
  if (!(event.right > event.wrong)) return -infinity;
  caution = caution_of(candidate, event, caution);
  static auto const of_more = luck_of_the_largest(sizes_in_a_doubling);
  return target.of_counts(candidate.searched, caution > 0 ? std::hypot(caution, of_more) : 0)(event.right, event.wrong,
                                                                                              event.delta_share);
}

/// The same, or by the curve through all counts: it knows more of what is smooth, counts more of what is not.
double predicted(Candidate const& candidate, NamedEvent const& event, PredictedBound const& target, double caution) {
  auto const by_counts = by_own_counts(candidate, event, target, caution);
  if (!(event.right > event.wrong) || !(event.log_odds > 0)) return by_counts;
  auto const searched = static_cast<std::uint64_t>(event.times * static_cast<double>(candidate.searched));
  auto const said = event.times * (event.right + event.wrong), wrong = said / (1 + std::exp(event.log_odds));
  auto const predict = target.of_counts(searched, caution_of(candidate, event, caution));
  return std::max(by_counts, predict(said - wrong, wrong, event.delta_share));
}

/// The event that is predicted most; none where nothing is.
struct Best {
  Candidate const* candidate = nullptr;
  NamedEvent const* event = nullptr;
  double predicted = -infinity;
};

Best best_of(Candidate const& candidate, PredictedBound const& target, double caution) {
  Best best;
  for (auto const& event : candidate.events)
    if (auto const bound = predicted(candidate, event, target, caution); bound > best.predicted)
      best = {&candidate, &event, bound};
  return best;
}

/// @param but: a candidate to leave out.
Best best_of(std::vector<Candidate> const& candidates, Target const& target, double caution,
             Candidate const* but = nullptr) {
  PredictedBound const of_target{target, 0, 0};
  Best best;
  for (auto const& candidate : candidates)
    if (auto const here = best_of(candidate, of_target, caution); &candidate != but && here.predicted > best.predicted)
      best = here;
  return best;
}

struct Sides {
  Cuts cuts;
  double right, wrong;
};

/// Of two sides the one that does better alone, if there is one.
/// The other is a sliver, which a lucky count made look harmless; or the one is worth more with a biased coin than
/// both are with the fair one.
Sides sides_worth_having(NamedEvent const& event, std::vector<Count> const& counts, PredictedBound const& predict) {
  Sides const both{event.cuts, event.right, event.wrong};
  if (both.cuts.low_end == 0 || both.cuts.high_begin == counts.size() || both.cuts.are_inner()) return both;
  Sides low{both.cuts, 0, 0}, high{both.cuts, 0, 0};
  low.cuts.high_begin = counts.size();
  high.cuts.low_end = 0;
  auto const count = [&](Sides& side, std::size_t first, std::size_t last, bool says_d) {
    for (auto i = first; i < last; ++i) {
      side.right += says_d ? counts[i].d : counts[i].d_prime;
      side.wrong += says_d ? counts[i].d_prime : counts[i].d;
    }
  };
  count(low, 0, both.cuts.low_end, both.cuts.says[0] > 0);
  count(high, both.cuts.high_begin, counts.size(), both.cuts.says[2] > 0);
  if (low.right < sliver * high.right) return high;
  if (high.right < sliver * low.right) return low;
  if (event.delta_share < 1) return both;
  auto best = both;
  auto most = predict.with_coin(1, low.right + high.right, low.wrong + high.wrong, 1) + PredictedBound::worth_bias;
  for (auto const& side : {low, high}) {
    auto const odds = predict.best_coin_odds(side.right, side.wrong);
    auto const bound = odds == 1 ? -infinity : predict.with_coin(odds, side.right, side.wrong, 0.5);
    if (bound > most) most = bound, best = side;
  }
  return best;
}

/// Counts between the thresholds of the named events alone.
void condense_to_events(Candidate& candidate) {
  std::vector<std::size_t> positions{0, candidate.counts.size()};
  for (auto const& event : candidate.events) {
    positions.push_back(event.cuts.low_end);
    positions.push_back(event.cuts.high_begin);
  }
  std::ranges::sort(positions);
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  candidate.counts = condensed(candidate.counts, positions);
  auto const among = [&](std::size_t at) {
    return static_cast<std::size_t>(std::ranges::lower_bound(positions, at) - positions.begin());
  };
  for (auto& event : candidate.events) {
    event.cuts.low_end = among(event.cuts.low_end);
    event.cuts.high_begin = among(event.cuts.high_begin);
  }
}

/// What says it, with the coin that suits it.
Strategy strategy_of(Best const& best, Target const& target) {
  auto const& candidate = *best.candidate;
  PredictedBound const predict{target, candidate.searched, 0};
  auto const [cuts, right, wrong] = sides_worth_having(*best.event, candidate.counts, predict);
  auto strategy = candidate.cut_as_it_is ? cut_strategy(std::get<Bins>(candidate.score).feature, candidate.counts, cuts)
                                         : score_strategy(candidate.score, candidate.counts, cuts);
  if (strategy.directions() == 1) strategy.coin_odds = predict.best_coin_odds(right, wrong);
  return simplified(std::move(strategy));
}

void learn(Candidate& candidate) {
  auto const& counts = candidate.counts;
  Cumulated const sums{counts};
  std::optional<OddsCurve> curve;
  if (counts.size() >= fewest_groups) curve.emplace(counts, !std::holds_alternative<Bins>(candidate.score));
  double against = 0;
  for (auto const& count : counts) against += std::min(count.d, count.d_prime);
  for (auto& event : candidate.events) {
    auto const& cuts = event.cuts;
    auto const [right, wrong, share] = sums.event(cuts.low_end, cuts.high_begin, cuts.says);
    event = {cuts, right, wrong, share};
    if (!curve) continue;
    auto const [mean, deviation] = curve->of_event(cuts.low_end, cuts.high_begin, cuts.says);
    if (!std::isfinite(deviation)) continue;
    auto const said = right + wrong, w = said / (1 + std::exp(mean)), r = said - w;
    auto const most = std::min(std::max(sums.d.back(), sums.d_prime.back()) / r, against / w);  // guesses there are
    event.log_odds = mean;
    event.times = std::max(1.0, std::min((1 / r + 1 / w) / (deviation * deviation), most));
  }
}

}  // namespace

double luck_of_the_best(std::vector<Candidate> const& candidates, std::size_t rivals) {
  double events = 0;
  for (auto const& candidate : candidates) {
    auto const groups = static_cast<double>(candidate.counts.size());
    if (groups > 1) events += std::min(std::log2(mass_of(candidate.counts)), 2 * (groups - 1));
  }
  return luck_of_the_largest(events * static_cast<double>(rivals));
}

std::vector<Candidate> with_events(std::vector<Candidate> candidates, Target const& target,
                                   sim::Execution const& execution) {
  auto const name = [&](std::size_t f) {
    auto& candidate = candidates[f];
    candidate.events.clear();
    for (auto const& cuts :
         best_cuts_of_each_size(candidate.counts, PredictedBound{target, candidate.searched, 0}, shapes_of(candidate)))
      candidate.events.push_back({cuts});
    condense_to_events(candidate);
    learn(candidate);
  };
  sim::for_each(candidates.size(), name, execution);
  return candidates;
}

Selected selected(std::vector<Candidate> const& candidates, Target const& target, double caution) {
  auto const best = best_of(candidates, target, caution);
  if (!best.event) return {Strategy{Bins{{}, {}, {0}}, infinity, -infinity}, -infinity};
  return {strategy_of(best, target), best.predicted};
}

Selected selected_at_all(std::vector<Candidate> const& candidates, Target const& target, double caution) {
  auto best = selected(candidates, target, caution);
  for (auto const part : {0.5, 0.25, 0.0}) {
    if (best.predicted_bound > 0) break;
    if (auto bolder = selected(candidates, target, part * caution); bolder.predicted_bound > 0)
      return {std::move(bolder.strategy), best.predicted_bound};
  }
  return best;
}

std::vector<Strategy> worth_sharing_the_level(std::vector<Candidate> const& candidates, Target const& target,
                                              double caution) {
  if (!target.claimed.empty()) return {};  // what wealth grows by says nothing of a level
  std::vector<Best> preferred;
  for (auto const part : {1.0, 0.5, bold, 0.0})
    if (auto const best = best_of(candidates, target, part * caution);
        best.event && std::ranges::find(preferred, best.event, &Best::event) == preferred.end())
      preferred.push_back(best);
  if (preferred.size() < 2) return {};
  auto shared = target;
  shared.level /= static_cast<double>(preferred.size());
  for (auto const part : {bold, 0.0}) {
    auto const of = [&](Best const& one, Target const& at) {
      return predicted(*one.candidate, *one.event, {at, 0, 0}, part * caution);
    };
    auto const alone = std::max(0.0, of(preferred.front(), target));
    if (std::ranges::none_of(preferred, [&](Best const& one) { return of(one, shared) > alone; })) return {};
  }
  auto const first = preferred.front().candidate;
  if (std::ranges::all_of(preferred, [&](Best const& one) { return one.candidate == first; })) {
    // What misleads about one score misleads about all of its events.
    auto const another = best_of(candidates, target, caution, first);
    if (another.predicted > 0 &&
        another.predicted > by_own_counts(*first, *preferred.front().event, {target, 0, 0}, caution))
      preferred.push_back(another);
  }
  shared.level = target.level / static_cast<double>(preferred.size());
  std::vector<Strategy> strategies;
  for (auto const& one : preferred) strategies.push_back(strategy_of(one, shared));
  return strategies;
}

std::vector<std::size_t> most_promising(std::vector<Candidate> const& candidates, Target const& target, double caution,
                                        std::size_t fewest, std::size_t most) {
  using Ranking = std::vector<std::pair<double, std::size_t>>;
  auto const ranked = [&](double by) {
    PredictedBound const of_target{target, 0, 0};
    Ranking ranking;
    for (std::size_t f = 0; f < candidates.size(); ++f)
      ranking.emplace_back(-best_of(candidates[f], of_target, by).predicted, f);
    std::ranges::sort(ranking);
    return ranking;
  };
  auto const careful = ranked(caution), careless = ranked(0);
  std::vector<std::size_t> kept;
  auto const keep = [&](std::size_t f) {
    if (kept.size() < most && std::ranges::find(kept, f) == kept.end()) kept.push_back(f);
  };
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    auto const may_win = careless[i].first <= careful.front().first;
    if (!may_win && kept.size() >= fewest) break;
    keep(careful[i].second);
    keep(careless[i].second);
  }
  std::ranges::sort(kept);
  return kept;
}

}  // namespace warner::verify
