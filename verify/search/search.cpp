#include "verify/search/search.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "verify/game/counts.hpp"
#include "verify/game/sample.hpp"
#include "verify/learn/fit_in_classes.hpp"
#include "verify/learn/fit_together.hpp"
#include "verify/learn/histogram_grid.hpp"
#include "verify/learn/learned_features.hpp"
#include "verify/learn/learned_scores.hpp"
#include "verify/learn/ranking.hpp"
#include "verify/learn/remainders.hpp"
#include "verify/learn/telling_columns.hpp"
#include "verify/search/plain_event.hpp"
#include "verify/search/recount.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t many_shortlisted = 3, few_shortlisted = 2;  // by each policy
constexpr std::size_t bins_of_grid = 12;                          // a coordinate, besides symbols
/// Twice the trials in cells, in parts of the trials kept, from which the cells' score is trusted further.
constexpr std::uint64_t far_more = 6;
/// Releases of a cell from which counting cells says more than the releases kept.
constexpr std::size_t cells_repay = 4;

/// Counts as a candidate has them: thresholds lie between groups.
std::vector<Count> to_cut(std::vector<Count> counts) {
  double mass = 0;
  for (auto const& count : counts) mass += count.d + count.d_prime;
  return condensed(counts, positions_tried(mass));
}
std::vector<Count> to_cut(Ranking const& ranking) { return ranking.condensed(positions_tried(ranking.mass())); }

Ranking scores_of(Score const& score, Sample const& sample, mechanisms::AnyMechanism const& mechanism,
                  mechanisms::Pair const& pair) {
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
  return {evaluate(feature, sample.releases_d(), scratch_d),
          evaluate(feature, sample.releases_d_prime(), scratch_d_prime)};
}

std::vector<Candidate> candidates_in(Sample const& learning, Sample const& held_out,
                                     mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                                     SearchOptions const& options) {
  auto const searched = 2 * held_out.per_arm, both = 2 * (learning.per_arm + held_out.per_arm);
  auto const columns = mechanism.columns(pair.d);
  auto features = features_of(
      columns, options.low_bits,
      telling_columns(learning.releases_d(), learning.releases_d_prime(), most_single_columns, options.execution));
  std::ranges::move(learned_features(columns, learning.releases_d(), learning.releases_d_prime()),
                    std::back_inserter(features));
  std::ranges::move(remainders_that_differ(columns, learning.releases_d(), learning.releases_d_prime()),
                    std::back_inserter(features));
  std::vector<Candidate> candidates(2 * features.size());  // by the threads, each in its place
  auto const learn_feature = [&](std::size_t i) {
    auto const& feature = features[i];
    auto const learned_on = values_of(feature, learning), tried_on = values_of(feature, held_out);
    auto const bins = learn_bins(feature, learned_on);
    candidates[2 * i] = {Bins{feature, {}, {0}}, to_cut(Ranking{learned_on, tried_on}), both, true};
    candidates[2 * i + 1] = {bins, to_cut(scores_of(bins, tried_on)), searched};
  };
  sim::for_each(features.size(), learn_feature, options.execution);

  auto const enter = [&](Score const& score) {
    candidates.push_back({score, to_cut(scores_of(score, held_out, mechanism, pair)), searched});
  };
  if (auto atoms = learn_atoms(learning.releases_d(), learning.releases_d_prime()); !atoms.log_ratio.empty())
    enter(atoms);
  auto const bins_of = [&](Feature::Kind kind) {
    std::vector<Bins> learned;
    for (std::size_t i = 0; i < features.size(); ++i)
      if (features[i].kind == kind) learned.push_back(std::get<Bins>(candidates[2 * i + 1].score));
    return learned;
  };
  if (learning.width > 1) {
    auto const coordinates = bins_of(Feature::Kind::coordinate), differences = bins_of(Feature::Kind::difference);
    auto const alone = learn_additive(learning.releases_d(), learning.releases_d_prime(),
                                      learning.width <= most_single_columns ? coordinates : std::vector<Bins>{});
    enter(alone);
    enter(fitted_together(alone, learning.releases_d(), learning.releases_d_prime()));
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
  if (auto conditional = learn_conditional(learning.releases_d(), learning.releases_d_prime());
      !conditional.classes.empty())
    enter(conditional);
  if (options.white_box && mechanism.has_density()) {
    Score const likelihood = Likelihood{};
    candidates.push_back({likelihood,
                          to_cut(Ranking{scores_of(likelihood, learning, mechanism, pair),
                                         scores_of(likelihood, held_out, mechanism, pair)}),
                          both});
  }
  return candidates;
}

}  // namespace

Found search(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options) {
  std::uint64_t next_replicate = 0, drawn = 0;
  auto const next = [&](std::uint64_t trials) {
    sim::Replicates const range{next_replicate, next_replicate + trials / 2};
    next_replicate += (trials / 2 + sim::block_size - 1) / sim::block_size * sim::block_size;
    drawn += range.count() * 2;
    return range;
  };
  auto const draw = [&](std::uint64_t trials) {
    return draw_sample(mechanism, pair, next(trials), options.seed, options.generator, options.execution);
  };
  std::optional<PlainEvent> plain;
  auto const end = [&](Selected selected) {
    selected.strategy.plain = plain;
    return Found{std::move(selected.strategy), selected.predicted_bound, selected.predicted_bound, drawn};
  };
  if (options.trials < 4 || options.target.trials == 0) return end(selected_at(Stage::held_out, {}, options.target));
  auto const learning = draw(options.trials / 2), held_out = draw(options.trials / 2);
  auto candidates = candidates_in(learning, held_out, mechanism, pair, options);
  if (!options.compares_pairs)
    plain = plainest_event(candidates, options.target,
                           selected_by(policies::on_held_out, candidates, options.target).predicted_bound);
  auto const recount = [&](std::vector<Candidate> const& of, std::uint64_t trials) {
    return recounted(of, mechanism, pair, next(trials), options.seed, options.generator, options.execution);
  };
  if (options.recount_trials == 0) {
    auto selected = selected_at(Stage::held_out, candidates, options.target);
    auto const look_again =
        options.spends_all || rare_may_be_worth_more(candidates, options.target, selected.predicted_bound);
    if (drawn + 4 > options.most_trials || !look_again) return end(std::move(selected));
    auto const few = shortlisted(candidates, options.target, few_shortlisted);
    auto again = recount(few, options.most_trials - drawn);
    add(again, few);
    return end(selected_at(Stage::enlarged, again, options.target));
  }
  if (learning.width > 1) {
    HistogramGrid const grid{learning.releases_d(), learning.releases_d_prime(), bins_of_grid};
    auto const most_cells = learning.per_arm / cells_repay;
    if (grid.cells_of(learning.releases_d(), learning.releases_d_prime(), most_cells).size() <= most_cells) {
      auto const in_cells = options.recount_trials / 2;
      auto const cells =
          grid.count(mechanism, pair, next(in_cells), options.seed, options.generator, options.execution);
      auto const together = fitted_together(grid, cells);
      auto const enter = [&](Score const& score) {
        candidates.push_back({score, to_cut(scores_of(score, held_out, mechanism, pair)), 2 * held_out.per_arm, false,
                              2 * in_cells >= far_more * options.trials});
      };
      enter(together);
      if (auto in_classes = fitted_in_classes(grid, cells, together); !in_classes.classes.empty()) enter(in_classes);
    }
  }
  if (options.compares_pairs) {
    auto const few = with_best_cuts(shortlisted(candidates, options.target, few_shortlisted), options.target);
    return end(selected_at(Stage::pairs, recount(few, options.recount_trials / 2), options.target));
  }
  // Events far out in the tails of a score take far more releases to be known than can be kept. So the best scores are
  // cut on some releases, and the cuts compared on others, until a cautious policy predicts what an optimistic one
  // does.
  auto best = with_best_cuts(
      recount(shortlisted(candidates, options.target, many_shortlisted), options.recount_trials / 4), options.target);
  best = recount(best, options.recount_trials / 4);
  while (drawn + 4 <= options.most_trials && (options.spends_all || !is_settled(best, options.target))) {
    best = with_cuts_near_the_best(std::move(best), options.target);
    add(best, recount(best, std::min(best.front().searched, options.most_trials - drawn)));
  }
  auto found = end(selected_at(Stage::recount, best, options.target));
  found.optimistic_bound = selected_by(policies::between_last_pairs, best, options.target).predicted_bound;
  return found;
}

SearchOptions within(SearchOptions options, std::uint64_t most) {
  options.most_trials = most;
  options.trials = std::min(options.trials, options.recount_trials == 0 ? most : most / 6);
  options.recount_trials = std::min(options.recount_trials, most / 2 - std::min(options.trials, most / 2));
  return options;
}

double predicted_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                    mechanisms::Pair const& pair, SearchOptions const& options) {
  auto const candidates = learning.per_arm == 0 || held_out.per_arm == 0
                              ? std::vector<Candidate>{}
                              : candidates_in(learning, held_out, mechanism, pair, options);
  return selected_at(Stage::pairs, candidates, options.target).predicted_bound;
}

Strategy search_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                   mechanisms::Pair const& pair, SearchOptions const& options) {
  if (learning.per_arm == 0 || held_out.per_arm == 0) return selected_at(Stage::held_out, {}, options.target).strategy;
  auto const candidates = candidates_in(learning, held_out, mechanism, pair, options);
  auto selected = selected_at(Stage::held_out, candidates, options.target);
  selected.strategy.plain = plainest_event(candidates, options.target, selected.predicted_bound);
  return std::move(selected.strategy);
}

}  // namespace warner::verify
