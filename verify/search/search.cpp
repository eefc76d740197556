#include "verify/search/search.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "verify/game/counted_between.hpp"
#include "verify/game/sample.hpp"
#include "verify/learn/boosted_trees.hpp"
#include "verify/learn/dependent_columns.hpp"
#include "verify/learn/fit_together.hpp"
#include "verify/learn/histogram_grid.hpp"
#include "verify/learn/labelled_rows.hpp"
#include "verify/learn/learned_features.hpp"
#include "verify/learn/learned_scores.hpp"
#include "verify/learn/ranking.hpp"
#include "verify/learn/remainders.hpp"
#include "verify/learn/repeated_values.hpp"
#include "verify/learn/telling_columns.hpp"
#include "verify/search/plain_event.hpp"
#include "verify/search/rare_releases.hpp"
#include "verify/search/recount.hpp"
#include "verify/search/selection.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t bins_of_grid = 12;  // a coordinate, besides symbols
/// Releases of a cell from which counting cells says more than the releases kept.
constexpr std::size_t cells_repay = 4;
constexpr std::uint64_t most_rare = std::uint64_t{1} << 17;  // releases of both datasets
constexpr std::size_t few = 4;                               // scores, which cost little to count beside drawing

/// The values of a feature or a score under both datasets.
class Values {
 public:
  Values(Feature const& feature, Sample const& sample)
      : d_{evaluate(feature, sample.releases_d(), of_d_)},
        d_prime_{evaluate(feature, sample.releases_d_prime(), of_d_prime_)} {}
  Values(Evaluator& evaluate, Sample const& sample) {
    auto const keep = [&](mechanisms::ConstBatch releases, std::vector<double>& memory) {
      auto const scores = evaluate(releases);
      memory.assign(scores.begin(), scores.end());
      return std::span<double const>{memory};
    };
    d_ = keep(sample.releases_d(), of_d_);
    d_prime_ = keep(sample.releases_d_prime(), of_d_prime_);
  }
  Values(Values const&) = delete;
  Values& operator=(Values const&) = delete;

  Ranking ranked() const { return {d_, d_prime_}; }
  std::vector<Count> between(std::span<double const> edges) const { return counted_between(edges, d_, d_prime_); }

 private:
  std::vector<double> of_d_, of_d_prime_;
  std::span<double const> d_, d_prime_;
};

/// Counts as a candidate has them: thresholds lie between groups.
std::vector<Count> to_cut(std::vector<Count> counts) {
  double mass = 0;
  for (auto const& count : counts) mass += count.d + count.d_prime;
  return condensed(counts, positions_tried(mass));
}
std::vector<Count> to_cut(Ranking const& ranking) { return ranking.condensed(positions_tried(ranking.mass())); }

/// The same of two samples: groups of the one, with the counts of both.
std::vector<Count> to_cut(Ranking const& one, Values const& other) {
  auto groups = one.condensed(positions_tried(2 * one.mass()));
  auto const more = other.between(edges_between(groups));
  for (std::size_t i = 0; i < groups.size(); ++i) {
    groups[i].d += more[i].d;
    groups[i].d_prime += more[i].d_prime;
  }
  return groups;
}

std::vector<Count> to_cut(Score const& score, Sample const& sample, mechanisms::AnyMechanism const& mechanism,
                          mechanisms::Pair const& pair) {
  Evaluator evaluate{score, mechanism, pair};
  return to_cut(Values{evaluate, sample}.ranked());
}

/// The counts of the scores that bins give: nothing is sorted.
std::vector<Count> to_cut(Bins const& bins, Values const& values) {
  auto counts = values.between(bins.edges);
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i].value = counts[i].greatest = bins.log_ratio[i];
  std::erase_if(counts, [](Count const& count) { return count.d + count.d_prime == 0; });
  std::ranges::sort(counts, {}, &Count::value);
  return to_cut(merged(counts, {}));
}

/// Learns scores of whole releases, or none; learners know nothing of each other.
using Learner = std::function<std::vector<Score>()>;

/// @param coordinates, differences, labelled: bins of the features of these kinds, in the order of the features.
/// All must live as long as the learners.
std::vector<Learner> learners_of(Sample const& learning, std::vector<Feature> const& features,
                                 std::vector<Bins> const& coordinates, std::vector<Bins> const& differences,
                                 std::vector<Bins> const& labelled) {
  auto const d = learning.releases_d(), d_prime = learning.releases_d_prime();
  auto const all_of = [width = learning.width](Feature::Kind kind) {
    std::vector<Feature> all;
    for (std::size_t j = 0; j < width; ++j) all.push_back({kind, j});
    return all;
  };
  std::vector<Learner> learners{[=] {
    auto const atoms = learn_atoms(d, d_prime);
    return atoms.log_ratio.empty() ? std::vector<Score>{} : std::vector<Score>{atoms};
  }};
  if (learning.width > 1) {
    learners.push_back([=, &features] {
      auto const trees = learn_trees(features, d, d_prime);
      return trees.trees.empty() ? std::vector<Score>{} : std::vector<Score>{trees};
    });
    learners.push_back([=, &learning, &coordinates] {
      auto const alone =
          learn_additive(d, d_prime, learning.width <= most_single_columns ? coordinates : std::vector<Bins>{});
      return std::vector<Score>{alone, fitted_together(alone, d, d_prime)};
    });
    if (!labelled.empty()) learners.push_back([&] { return std::vector<Score>{Additive{labelled}}; });
    learners.push_back([=] { return std::vector<Score>{learn_shared(d, d_prime, all_of(Feature::Kind::coordinate))}; });
    if (differences.size() + 1 == learning.width)  // of prefix sums: the first stands for itself
      learners.push_back([=, &coordinates, &differences] {
        Additive steps{{coordinates.front()}};
        steps.coordinates.insert(steps.coordinates.end(), differences.begin(), differences.end());
        auto const all = all_of(Feature::Kind::difference);
        auto shared = learn_shared(d, d_prime, std::span{all}.subspan(1));
        shared.coordinates.insert(shared.coordinates.begin(), coordinates.front());
        return std::vector<Score>{steps, shared};
      });
  }
  return learners;
}

std::vector<Candidate> candidates_in(Sample const& learning, Sample const& held_out,
                                     mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                                     SearchOptions const& options) {
  auto const searched = 2 * held_out.per_arm, both = 2 * (learning.per_arm + held_out.per_arm);
  auto const columns = mechanism.columns(pair.d);
  auto features = features_of(
      columns, options.low_bits,
      telling_columns(learning.releases_d(), learning.releases_d_prime(), most_single_columns, options.execution));
  std::array const finds{learned_features, remainders_that_differ, features_of_dependent_columns, labelled_rows};
  std::array<std::vector<Feature>, finds.size() + 1> found;  // by the threads, each in its place
  auto const find = [&](std::size_t i) {
    found[i] = i < finds.size() ? finds[i](columns, learning.releases_d(), learning.releases_d_prime())
                                : repeated_values(learning, held_out);
  };
  sim::for_each(found.size(), find, options.execution);
  for (auto& some : found) std::ranges::move(some, std::back_inserter(features));
  std::vector<Candidate> candidates(2 * features.size());  // likewise
  auto const learn_feature = [&](std::size_t i) {
    auto const& feature = features[i];
    auto const ranking = Values{feature, learning}.ranked();
    Values const tried_on{feature, held_out};
    auto const bins = learn_bins(feature, ranking);
    candidates[2 * i] = {Bins{feature, {}, {0}}, to_cut(ranking, tried_on), both, true};
    candidates[2 * i + 1] = {bins, to_cut(bins, tried_on), searched};
  };
  sim::for_each(features.size(), learn_feature, options.execution);

  auto const bins_of = [&](Feature::Kind kind) {
    std::vector<Bins> learned;
    for (std::size_t i = 0; i < features.size(); ++i)
      if (features[i].kind == kind) learned.push_back(std::get<Bins>(candidates[2 * i + 1].score));
    return learned;
  };
  auto const coordinates = bins_of(Feature::Kind::coordinate), differences = bins_of(Feature::Kind::difference),
             labelled = bins_of(Feature::Kind::labelled);
  auto const learners = learners_of(learning, features, coordinates, differences, labelled);
  std::vector<std::vector<Candidate>> learned(learners.size());  // likewise
  auto const learn = [&](std::size_t i) {
    for (auto const& score : learners[i]())
      learned[i].push_back({score, to_cut(score, held_out, mechanism, pair), searched});
  };
  sim::for_each(learners.size(), learn, options.execution);
  for (auto& some : learned) std::ranges::move(some, std::back_inserter(candidates));
  auto known = options.before.scores;
  if (options.white_box && mechanism.has_density()) known.emplace_back(Likelihood{});
  for (auto const& score : known) {
    Evaluator evaluate{score, mechanism, pair};
    auto const ranking = Values{evaluate, learning}.ranked();
    candidates.push_back({score, to_cut(ranking, Values{evaluate, held_out}), both});
  }
  return candidates;
}

std::vector<Candidate> picked(std::vector<Candidate> const& candidates, std::vector<std::size_t> const& which) {
  std::vector<Candidate> some;
  for (auto const i : which) some.push_back(candidates[i]);
  return some;
}

/// The scores that came furthest; cuts of a feature are made anew wherever one looks.
std::vector<Score> learned_scores(std::vector<Candidate> const& named, Target const& target, double luck) {
  std::vector<Score> scores;
  for (auto const f : most_promising(named, target, luck, few))
    if (!named[f].cut_as_it_is && !std::holds_alternative<Likelihood>(named[f].score)) scores.push_back(named[f].score);
  return scores;
}

Score learned_on(RareReleases const& rare, std::size_t width) {
  auto const d = rare.kept(sim::Arm::d), d_prime = rare.kept(sim::Arm::d_prime);
  mechanisms::ConstBatch const under_d{d.data(), d.size() / width, width},
      under_d_prime{d_prime.data(), d_prime.size() / width, width};
  HistogramGrid const grid{under_d, under_d_prime, bins_of_grid};
  return fitted_together(grid, grid.cells_of(under_d, under_d_prime));
}

}  // namespace

Found search(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options) {
  auto next_replicate = options.before.next_replicate, drawn = std::uint64_t{0};
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
  std::vector<Candidate> named;
  double luck = 0;
  auto const end = [&](Selected selected) {
    selected.strategy.plain = plain;
    return Found{std::move(selected.strategy),
                 selected.predicted_bound,
                 drawn,
                 {learned_scores(named, options.target, luck), next_replicate}};
  };
  if (options.trials < 4 || options.target.trials == 0) return end(selected({}, options.target, 0));
  auto const learning = draw(options.trials / 2), held_out = draw(options.trials / 2);
  auto candidates = candidates_in(learning, held_out, mechanism, pair, options);
  if (learning.width > 1 && options.cell_trials > 0) {
    HistogramGrid const grid{learning.releases_d(), learning.releases_d_prime(), bins_of_grid};
    auto const most_cells = learning.per_arm / cells_repay;
    if (grid.cells_of(learning.releases_d(), learning.releases_d_prime(), most_cells).size() <= most_cells) {
      auto const cells =
          grid.count(mechanism, pair, next(options.cell_trials), options.seed, options.generator, options.execution);
      Score const together = fitted_together(grid, cells);
      candidates.push_back({together, to_cut(together, held_out, mechanism, pair), 2 * held_out.per_arm});
    }
  }
  auto const rare_kept = std::min(most_rare, most_numbers_kept / learning.width);
  luck = luck_of_the_best(candidates, options.rivals);
  named = with_events(candidates, options.target, options.execution);
  auto chosen = selected_at_all(named, options.target, luck);
  if (!options.compares_pairs) plain = plainest_event(candidates, options.target, chosen.predicted_bound);
  for (auto trials = options.trials / 2; drawn + 4 <= options.most_trials && !candidates.empty(); trials *= 2) {
    auto const promising = most_promising(named, options.target, luck, std::max(few, (candidates.size() + 1) / 2));
    candidates = picked(candidates, promising);
    auto const left = options.most_trials - drawn;
    auto const range = next(left < 2 * trials ? left : trials);
    std::optional<RareReleases> rare;
    if (learning.width > 1 && 2 * trials >= rare_kept && left >= 2 * trials) {
      auto const best = std::ranges::find(promising, most_promising(named, options.target, luck, 1).front());
      rare.emplace(candidates, static_cast<std::size_t>(best - promising.begin()), learning.width, rare_kept, range);
    }
    add(candidates, recounted(candidates, mechanism, pair, range, options, rare ? &*rare : nullptr));
    if (rare) {
      auto const learned = learned_on(*rare, learning.width);
      candidates.push_back({learned, to_cut(learned, held_out, mechanism, pair), 2 * held_out.per_arm});
    }
    named = with_events(candidates, options.target, options.execution);
    chosen = selected_at_all(named, options.target, luck);
  }
  auto const finalists = finalists_of(named, options.target, luck);
  auto const again = std::min(options.most_to_look_again, drawn) / 4 * 4;
  if (finalists.candidates.size() > 1 && again > 0 &&
      finalists.hoped_for > cost_of_trials(finalists.candidates.front(), options.target, again)) {
    auto after = options.target;
    after.trials -= std::min(again, after.trials);
    auto anew = selected_anew(recounted(finalists.candidates, mechanism, pair, next(again), options), after, luck);
    if (anew.predicted_bound > 0) chosen = std::move(anew);
  }
  return end(std::move(chosen));
}

SearchOptions within(SearchOptions options, std::uint64_t most) {
  options.most_trials = most;
  options.trials = std::min(options.trials, options.cell_trials == 0 ? most : most / 6);
  options.cell_trials = std::min(options.cell_trials, most / 4);
  options.most_to_look_again = 0;
  return options;
}

double predicted_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                    mechanisms::Pair const& pair, SearchOptions const& options) {
  auto const candidates = learning.per_arm == 0 || held_out.per_arm == 0
                              ? std::vector<Candidate>{}
                              : candidates_in(learning, held_out, mechanism, pair, options);
  return selected(with_events(candidates, options.target, options.execution), options.target,
                  luck_of_the_best(candidates, options.rivals))
      .predicted_bound;
}

Strategy search_in(Sample const& learning, Sample const& held_out, mechanisms::AnyMechanism const& mechanism,
                   mechanisms::Pair const& pair, SearchOptions const& options) {
  if (learning.per_arm == 0 || held_out.per_arm == 0) return selected({}, options.target, 0).strategy;
  auto const candidates = candidates_in(learning, held_out, mechanism, pair, options);
  auto chosen = selected_at_all(with_events(candidates, options.target, options.execution), options.target,
                                luck_of_the_best(candidates));
  chosen.strategy.plain = plainest_event(candidates, options.target, chosen.predicted_bound);
  return std::move(chosen.strategy);
}

}  // namespace warner::verify
