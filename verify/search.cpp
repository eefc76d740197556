#include "verify/search.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "verify/cuts.hpp"
#include "verify/learn.hpp"
#include "verify/ranking.hpp"
#include "verify/sample.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr double cautious = 3.5, bold = 0.5;  // standard errors taken off the search counts

/// A candidate: a score with the counts of its values to choose thresholds on, condensed, or a feature to be cut as it is.
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
  auto const edge = [&](std::size_t i) { return between(counts[i - 1].greatest, counts[i].value); };
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

/// The entrant with the best predicted bound, and that bound. With no promising one, a strategy that never speaks.
std::pair<Strategy, double> contest(std::vector<Entrant> const& entrants, Target const& target, double caution) {
  Strategy best{Bins{{}, {}, {0}}, infinity, -infinity};
  auto predicted = -infinity;
  for (auto const& [score, counts, searched, cut_as_it_is] : entrants) {
    PredictedBound const predict{target, searched, caution};
    auto const cuts = best_cuts_of_condensed(counts, predict, cut_as_it_is ? Orientation::either : Orientation::high_says_d, predicted);
    if (!(cuts.predicted > predicted)) continue;
    predicted = cuts.predicted;
    best = cut_as_it_is ? cut_strategy(std::get<Bins>(score).feature, counts, cuts) : score_strategy(score, counts, cuts);
  }
  return {std::move(best), predicted};
}

/// Counts as an entrant has them: thresholds lie between groups.
std::vector<Count> to_cut(std::vector<Count> counts) {
  double mass = 0;
  for (auto const& count : counts) mass += count.d + count.d_prime;
  return condensed(counts, positions_tried(mass));
}
std::vector<Count> to_cut(Ranking const& ranking) { return ranking.condensed(positions_tried(ranking.mass())); }

Ranking scores_of(Score const& score, Sample const& sample, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair) {
  Evaluator evaluate{score, mechanism, pair};
  auto const under_d = evaluate(sample.releases_d());
  std::vector<double> const kept(under_d.begin(), under_d.end());
  return {kept, evaluate(sample.releases_d_prime())};
}

/// The scores that bins give to values already ranked: nothing is evaluated or sorted again.
std::vector<Count> scores_of(Bins const& bins, Ranking const& values) {
  auto scores = values.between(bins.edges, bins.log_ratio);
  std::ranges::sort(scores, {}, &Count::value);
  return merged(scores, {});
}

Ranking values_of(Feature const& feature, Sample const& sample) {
  std::vector<double> scratch_d, scratch_d_prime;
  return {evaluate(feature, sample.releases_d(), scratch_d), evaluate(feature, sample.releases_d_prime(), scratch_d_prime)};
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
  return search_in(learning, held_out, mechanism, pair, options);
}

Strategy search_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                   SearchOptions const& options) {
  if (learning.per_arm == 0 || held_out.per_arm == 0) return contest({}, options.target, 0).first;
  auto const searched = 2 * held_out.per_arm, both = 2 * (learning.per_arm + held_out.per_arm);
  auto const features = features_of(mechanism.columns(pair.d));
  std::vector<Entrant> entrants(2 * features.size());  // by the threads, each in its place
  auto const learn_feature = [&](std::size_t i) {
    auto const& feature = features[i];
    auto const learned_on = values_of(feature, learning), tried_on = values_of(feature, held_out);
    auto const bins = learn_bins(feature, learned_on);
    entrants[2 * i] = {Bins{feature, {}, {0}}, to_cut(Ranking{learned_on, tried_on}), both, true};
    entrants[2 * i + 1] = {bins, to_cut(scores_of(bins, tried_on)), searched};
  };
  sim::for_each(features.size(), learn_feature, options.execution);

  auto const enter = [&](Score const& score) { entrants.push_back({score, to_cut(scores_of(score, held_out, mechanism, pair)), searched}); };
  if (auto atoms = learn_atoms(learning.releases_d(), learning.releases_d_prime()); !atoms.log_ratio.empty()) enter(atoms);
  if (learning.width > 1) {
    std::vector<Bins> known;  // the coordinates stand first
    for (std::size_t i = 0; i < features.size() && features[i].kind == Feature::Kind::coordinate; ++i) known.push_back(std::get<Bins>(entrants[2 * i + 1].score));
    enter(learn_additive(learning.releases_d(), learning.releases_d_prime(), std::move(known)));
  }
  if (options.white_box && mechanism.has_density()) {
    Score const likelihood = Likelihood{};
    entrants.push_back({likelihood, to_cut(Ranking{scores_of(likelihood, learning, mechanism, pair), scores_of(likelihood, held_out, mechanism, pair)}), both});
  }
  // Where a cautious look promises nothing, a bolder one may still: a leak near the edge of what the budget can show.
  auto [best, predicted] = contest(entrants, options.target, cautious);
  if (!(predicted > 0)) best = contest(entrants, options.target, bold).first;
  return simplified(std::move(best));
}

}  // namespace warner::verify
