#include "verify/search/candidates.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "verify/game/counted_between.hpp"
#include "verify/learn/atom_counts.hpp"
#include "verify/learn/boosted_trees.hpp"
#include "verify/learn/centres.hpp"
#include "verify/learn/congruences.hpp"
#include "verify/learn/finding.hpp"
#include "verify/learn/fit_together.hpp"
#include "verify/learn/innovations.hpp"
#include "verify/learn/labelled_rows.hpp"
#include "verify/learn/learned_features.hpp"
#include "verify/learn/learned_rows.hpp"
#include "verify/learn/learned_scores.hpp"
#include "verify/learn/octants.hpp"
#include "verify/learn/powers.hpp"
#include "verify/learn/quadrants.hpp"
#include "verify/learn/quadratic_form.hpp"
#include "verify/learn/ranking.hpp"
#include "verify/learn/remainders.hpp"
#include "verify/learn/repeated_values.hpp"
#include "verify/learn/row_norms.hpp"
#include "verify/learn/sums_of_two.hpp"
#include "verify/learn/telling_columns.hpp"
#include "verify/learn/transitions.hpp"
#include "verify/learn/two_columns.hpp"

namespace warner::verify {
namespace {

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
std::vector<Count> to_cut(std::vector<Count> const& counts) {
  return condensed(counts, positions_tried(mass_of(counts)));
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

/// @param features: what several may say together.
/// @param found: what is to be summed.
/// @param known: bins of the first coordinates.
/// All must live as long as the learners.
std::vector<Learner> learners_of(Sample const& learning, std::vector<mechanisms::Column> const& columns,
                                 std::vector<Coded> const& features, std::vector<Finding> const& found,
                                 SearchOptions const& options, std::vector<Bins> const& known) {
  auto const d = learning.releases_d(), d_prime = learning.releases_d_prime();
  std::vector<Learner> learners;  // those that take long first, so that no thread ends long after the others
  if (learning.width > 1) {
    auto const unless_empty = [](Trees trees) {
      return trees.trees.empty() ? std::vector<Score>{} : std::vector<Score>{trees};
    };
    learners.push_back([=, &features] { return unless_empty(learn_trees(features)); });
    if (!options.compares_pairs) {  // a look at a pair is too short for what is rare, or among so many
      learners.push_back([=, &features, &options] { return unless_empty(learn_quadrant(features, options.target)); });
      learners.push_back([=, &features] { return unless_empty(learn_octants(features)); });
    }
    learners.push_back([=] { return learn_rows(d, d_prime); });
    learners.push_back([=, &columns] { return learn_transitions(columns, d, d_prime); });
    learners.push_back([=, &known] {
      auto const all = coordinates(d.width());
      auto const alone = learn_sum(all, d, d_prime, known);
      return std::vector<Score>{alone, fitted_together(alone, d, d_prime), learn_shared(all, d, d_prime)};
    });
  }
  for (auto const& finding : found) {
    if (!finding.fitted.empty())
      learners.push_back([=, &all = finding.fitted] {
        return std::vector<Score>{fitted_together(learn_sum(all, d, d_prime), d, d_prime)};
      });
    if (!finding.summed.empty())
      learners.push_back([=, &all = finding.summed] {
        return std::vector<Score>{learn_sum(all, d, d_prime), learn_shared(all, d, d_prime)};
      });
  }
  learners.push_back([=] {
    auto const atoms = learn_atoms(d, d_prime);
    return atoms.log_ratio.empty() ? std::vector<Score>{} : std::vector<Score>{atoms};
  });
  return learners;
}

}  // namespace

Candidate counted_on(Sample const& sample, Score const& score, mechanisms::AnyMechanism const& mechanism,
                     mechanisms::Pair const& pair) {
  Evaluator evaluate{score, mechanism, pair};
  return {score, to_cut(Values{evaluate, sample}.ranked()), 2 * sample.per_arm};
}

std::vector<Candidate> candidates_in(Sample const& learning, Sample const& held_out,
                                     mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                                     SearchOptions const& options) {
  if (learning.per_arm == 0 || held_out.per_arm == 0) return {};
  auto const searched = 2 * held_out.per_arm, both = 2 * (learning.per_arm + held_out.per_arm);
  auto const columns = mechanism.columns(pair.d);
  auto features = features_of(
      columns, options.low_bits,
      telling_columns(learning.releases_d(), learning.releases_d_prime(), most_single_columns, options.execution));
  auto const named = features.size();
  auto const of_learning = [&](auto find) {
    return [&, find] { return Finding{find(columns, learning.releases_d(), learning.releases_d_prime())}; };
  };
  std::vector<std::function<Finding()>> const finds{of_learning(learned_features),
                                                    of_learning(remainders_that_differ),
                                                    of_learning(features_of_two_columns),
                                                    of_learning(labelled_rows),
                                                    of_learning(row_norms),
                                                    of_learning(quadratic_form),
                                                    of_learning(congruences),
                                                    of_learning(distances_from_centres),
                                                    of_learning(innovations),
                                                    of_learning(products_of_powers),
                                                    of_learning(sums_that_come_again),
                                                    [&] { return Finding{repeated_values(learning, held_out)}; }};
  std::vector<Finding> found(finds.size());  // by the threads, each in its place
  sim::for_each(
      found.size(), [&](std::size_t i) { found[i] = finds[i](); }, options.execution);
  for (auto& some : found) std::ranges::move(some.alone, std::back_inserter(features));
  std::vector<Candidate> candidates(2 * features.size());  // likewise
  std::vector<std::optional<Candidate>> narrow(features.size());
  auto const learn_feature = [&](std::size_t i) {
    auto const& feature = features[i];
    auto const ranking = Values{feature, learning}.ranked();
    Values const tried_on{feature, held_out};
    auto const [bins, windows] = learn_bins_and_windows(feature, ranking);
    if (windows) narrow[i] = {*windows, to_cut(*windows, tried_on), searched};
    auto const is_named = i < named;  // not found on these releases, which would say too much of it
    candidates[2 * i] = {Bins{feature, {}, {0}}, is_named ? to_cut(ranking, tried_on) : to_cut(tried_on.ranked()),
                         is_named ? both : searched, true};
    candidates[2 * i + 1] = {bins, to_cut(bins, tried_on), searched};
  };
  sim::for_each(features.size(), learn_feature, options.execution);

  std::vector<Bins> known_bins;
  for (std::size_t i = 0; i < features.size() && learning.width <= most_single_columns; ++i)
    if (features[i].kind == Feature::Kind::coordinate)
      known_bins.push_back(std::get<Bins>(candidates[2 * i + 1].score));
  auto together = features;
  std::erase_if(together, [&](Feature const& feature) {  // cuts of two flags say as much
    return feature.kind == Feature::Kind::difference && columns[feature.column].kind == mechanisms::Column::Kind::flag;
  });
  auto const read = learning.width > 1
                        ? coded(together, learning.releases_d(), learning.releases_d_prime(), options.execution)
                        : std::vector<Coded>{};
  auto const learners = learners_of(learning, columns, read, found, options, known_bins);
  std::vector<std::vector<Candidate>> learned(learners.size());  // likewise
  auto const learn = [&](std::size_t i) {
    for (auto const& score : learners[i]()) learned[i].push_back(counted_on(held_out, score, mechanism, pair));
  };
  sim::for_each(learners.size(), learn, options.execution);
  for (auto& some : narrow)
    if (some) candidates.push_back(std::move(*some));
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

}  // namespace warner::verify
