#include "verify/search.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "verify/cuts.hpp"
#include "verify/learn.hpp"
#include "verify/sample.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr double cautious = 3.5, bold = 0.5;  // standard errors taken off the search counts

/// A candidate: a score with the counts of its values to choose thresholds on, or a feature to be cut as it is.
struct Entrant {
  Score score;
  std::vector<Count> counts;
  std::uint64_t searched;  // trials behind the counts
  bool cut_as_it_is = false;
};

/// The edge with the fewest digits that parts two neighbouring values: below < edge <= above.
double between(double below, double above) {
  auto const middle = below / 2 + above / 2;
  for (int digits = 1; digits <= 17; ++digits) {
    auto const edge = std::strtod(fmt::format("{:.{}g}", middle, digits).c_str(), nullptr);
    if (below < edge && edge <= above) return edge;
  }
  return above;
}

/// Cuts of a feature as a strategy: three bins (or two, when they meet).
Strategy cut_strategy(Feature const& feature, std::vector<Count> const& counts, Cuts const& cuts) {
  Bins bins{feature, {}, {}};
  auto const low = cuts.low_says_d ? 1.0 : -1.0;
  auto const edge = [&](std::size_t i) { return between(counts[i - 1].value, counts[i].value); };
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
  auto const to = cuts.low_end > 0 ? counts[cuts.low_end - 1].value : -infinity;
  return {score, from, to};
}

/// The entrant with the best predicted bound, and that bound. With no promising one, a strategy that never speaks.
std::pair<Strategy, double> contest(std::vector<Entrant> const& entrants, Target const& target, double caution) {
  Strategy best{Bins{{}, {}, {0}}, infinity, -infinity};
  auto predicted = -infinity;
  for (auto const& [score, counts, searched, cut_as_it_is] : entrants) {
    PredictedBound const predict{target, searched, caution};
    auto const cuts = best_cuts(counts, predict, cut_as_it_is ? Orientation::either : Orientation::high_says_d);
    if (!(cuts.predicted > predicted)) continue;
    predicted = cuts.predicted;
    best = cut_as_it_is ? cut_strategy(std::get<Bins>(score).feature, counts, cuts) : score_strategy(score, counts, cuts);
  }
  return {std::move(best), predicted};
}

std::vector<Count> scores_of(Score const& score, Sample const& sample, mechanisms::AnyMechanism const& mechanism,
                             mechanisms::Pair const& pair) {
  Evaluator evaluate{score, mechanism, pair};
  auto const under_d = evaluate(sample.releases_d());
  std::vector<double> const kept(under_d.begin(), under_d.end());
  return counts_of(kept, evaluate(sample.releases_d_prime()));
}

/// The scores that bins give to values already counted: nothing is evaluated or sorted again.
std::vector<Count> scores_of(Bins const& bins, std::vector<Count> const& values) {
  std::vector<Count> scores;
  std::size_t bin = 0;
  for (auto const& [value, d, d_prime] : values) {
    auto const first = bin;
    while (bin < bins.edges.size() && bins.edges[bin] <= value) ++bin;
    if (scores.empty() || bin != first) scores.push_back({bins.log_ratio[bin], 0, 0});
    scores.back().d += d;
    scores.back().d_prime += d_prime;
  }
  std::ranges::sort(scores, {}, &Count::value);
  return merged(scores, {});
}

std::vector<Count> values_of(Feature const& feature, Sample const& sample) {
  std::vector<double> scratch_d, scratch_d_prime;
  return counts_of(evaluate(feature, sample.releases_d(), scratch_d), evaluate(feature, sample.releases_d_prime(), scratch_d_prime));
}

}  // namespace

Strategy search(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options) {
  auto const half = options.trials / 4;  // of each dataset
  if (half == 0 || options.target.trials == 0) return contest({}, options.target, 0).first;
  auto const draw = [&](sim::Replicates const& range) {
    return draw_sample(mechanism, pair, range, options.seed, options.generator, options.execution);
  };
  auto const learning = draw({0, half});
  auto const next = (half + sim::block_size - 1) / sim::block_size * sim::block_size;
  auto const held_out = draw({next, next + half});

  std::vector<Entrant> entrants;
  auto const enter = [&](Score const& score) { entrants.push_back({score, scores_of(score, held_out, mechanism, pair), 2 * half}); };
  for (auto const& feature : features_of(mechanism.columns(pair.d))) {
    auto const learned_on = values_of(feature, learning), tried_on = values_of(feature, held_out);
    entrants.push_back({Bins{feature, {}, {0}}, merged(learned_on, tried_on), 4 * half, true});
    auto const bins = learn_bins(feature, learned_on);
    entrants.push_back({bins, scores_of(bins, tried_on), 2 * half});
  }
  if (auto atoms = learn_atoms(learning.releases_d(), learning.releases_d_prime()); !atoms.log_ratio.empty()) enter(atoms);
  if (learning.width > 1) enter(learn_additive(learning.releases_d(), learning.releases_d_prime()));
  if (options.white_box && mechanism.has_density()) {
    Score const likelihood = Likelihood{};
    entrants.push_back({likelihood, merged(scores_of(likelihood, learning, mechanism, pair), scores_of(likelihood, held_out, mechanism, pair)), 4 * half});
  }
  // Where a cautious look promises nothing, a bolder one may still: a leak near the edge of what the budget can show.
  auto [best, predicted] = contest(entrants, options.target, cautious);
  if (!(predicted > 0)) best = contest(entrants, options.target, bold).first;
  return simplified(std::move(best));
}

}  // namespace warner::verify
