#include "verify/search.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "verify/contest.hpp"
#include "verify/cuts.hpp"
#include "verify/final_round.hpp"
#include "verify/learn.hpp"
#include "verify/ranking.hpp"
#include "verify/sample.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t many_finalists = 4;            // of each caution

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

std::vector<Entrant> entrants_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                                 SearchOptions const& options) {
  auto const searched = 2 * held_out.per_arm, both = 2 * (learning.per_arm + held_out.per_arm);
  auto const features = features_of(mechanism.columns(pair.d), options.low_bits);
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
  auto const bins_of = [&](Feature::Kind kind) {
    std::vector<Bins> learned;
    for (std::size_t i = 0; i < features.size(); ++i)
      if (features[i].kind == kind) learned.push_back(std::get<Bins>(entrants[2 * i + 1].score));
    return learned;
  };
  if (learning.width > 1) {
    auto const coordinates = bins_of(Feature::Kind::coordinate), differences = bins_of(Feature::Kind::difference);
    enter(learn_additive(learning.releases_d(), learning.releases_d_prime(), coordinates));
    std::vector<Feature> all;
    for (std::size_t j = 0; j < learning.width; ++j) all.push_back({Feature::Kind::coordinate, j});
    enter(learn_shared(learning.releases_d(), learning.releases_d_prime(), all));
    if (differences.size() + 1 == learning.width) {  // of prefix sums: the first stands for itself
      Additive steps{{coordinates.front()}};
      steps.coordinates.insert(steps.coordinates.end(), differences.begin(), differences.end());
      enter(steps);
      for (auto& feature : all) feature.kind = Feature::Kind::difference;
      auto shared = learn_shared(learning.releases_d(), learning.releases_d_prime(), std::span{all}.subspan(1));
      shared.coordinates.insert(shared.coordinates.begin(), coordinates.front());
      enter(shared);
    }
  }
  if (auto conditional = learn_conditional(learning.releases_d(), learning.releases_d_prime()); !conditional.classes.empty()) enter(conditional);
  if (options.white_box && mechanism.has_density()) {
    Score const likelihood = Likelihood{};
    entrants.push_back({likelihood, to_cut(Ranking{scores_of(likelihood, learning, mechanism, pair), scores_of(likelihood, held_out, mechanism, pair)}), both});
  }
  return entrants;
}

std::pair<Strategy, double> found(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options) {
  auto const half = options.trials / 4;  // of each dataset
  if (half == 0 || options.target.trials == 0) return winner({}, options.target, Stage::first);
  auto const draw = [&](sim::Replicates const& range) {
    return draw_sample(mechanism, pair, range, options.seed, options.generator, options.execution);
  };
  auto const learning = draw({0, half});
  auto const next = (half + sim::block_size - 1) / sim::block_size * sim::block_size;
  auto const held_out = draw({next, next + half});
  if (options.final_trials == 0) return winner(entrants_in(learning, held_out, mechanism, pair, options), options.target, Stage::first);
  // Vectors have events far out in the tails of their scores: the best are counted on far more releases than were kept.
  auto const first = 2 * next;
  auto const best = finalists(entrants_in(learning, held_out, mechanism, pair, options), options.target, many_finalists);
  return winner(counted_anew(best, mechanism, pair, {first, first + options.final_trials / 2}, options.seed, options.generator, options.execution), options.target,
                Stage::final);
}

}  // namespace

Strategy search(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options) {
  return found(mechanism, pair, options).first;
}

double promised(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options) {
  return found(mechanism, pair, options).second;
}

Strategy search_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                   SearchOptions const& options) {
  if (learning.per_arm == 0 || held_out.per_arm == 0) return winner({}, options.target, Stage::first).first;
  return winner(entrants_in(learning, held_out, mechanism, pair, options), options.target, Stage::first).first;
}

}  // namespace warner::verify
