#include "verify/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "verify/cuts.hpp"
#include "verify/learn.hpp"
#include "verify/sample.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

/// The best strategy so far, by predicted bound.
struct Contest {
  Strategy best{Bins{{}, {}, {0}}, infinity, -infinity};  // never speaks
  double predicted = -infinity;

  void enter(Strategy strategy, double bound) {
    if (!(bound > predicted)) return;
    predicted = bound;
    best = std::move(strategy);
  }
};

/// A point strictly between two neighbouring values, the middle where there is one, so that edges read well.
double between(double below, double above) {
  auto const middle = below + (above - below) / 2;
  return middle > below && std::isfinite(middle) ? middle : above;
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

/// The thresholds on a learned score, from the held-out half.
void enter_score(Contest& contest, Score score, std::vector<Count> const& scores, PredictedBound const& predict) {
  auto const cuts = best_cuts(scores, predict, Orientation::high_says_d);
  auto const from = cuts.high_begin < scores.size() ? scores[cuts.high_begin].value : infinity;
  auto const to = cuts.low_end > 0 ? scores[cuts.low_end - 1].value : -infinity;
  contest.enter({std::move(score), from, to}, cuts.predicted);
}

std::vector<Count> scores_of(Score const& score, Sample const& sample, mechanisms::AnyMechanism const& mechanism,
                             mechanisms::Pair const& pair) {
  Evaluator evaluate{score, mechanism, pair};
  auto const under_d = evaluate(sample.releases_d());
  std::vector<double> const kept(under_d.begin(), under_d.end());
  return counts_of(kept, evaluate(sample.releases_d_prime()));
}

std::vector<Count> values_of(Feature const& feature, Sample const& sample) {
  std::vector<double> scratch_d, scratch_d_prime;
  return counts_of(evaluate(feature, sample.releases_d(), scratch_d), evaluate(feature, sample.releases_d_prime(), scratch_d_prime));
}

}  // namespace

Strategy search(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, SearchOptions const& options) {
  Contest contest;
  auto const half = options.trials / 4;  // of each dataset
  if (half == 0 || options.target.trials == 0) return contest.best;
  auto const draw = [&](sim::Replicates const& range) {
    return draw_sample(mechanism, pair, range, options.seed, options.generator, options.execution);
  };
  auto const learning = draw({0, half});
  auto const next = (half + sim::block_size - 1) / sim::block_size * sim::block_size;
  auto const held_out = draw({next, next + half});
  PredictedBound const on_all{options.target, 4 * half}, on_half{options.target, 2 * half};

  for (auto const& feature : features_of(mechanism.columns(pair.d))) {
    auto const learned_on = values_of(feature, learning), tried_on = values_of(feature, held_out);
    auto const both = merged(learned_on, tried_on);
    auto const cuts = best_cuts(both, on_all, Orientation::either);
    contest.enter(cut_strategy(feature, both, cuts), cuts.predicted);
    Score const bins = learn_bins(feature, learned_on);
    enter_score(contest, bins, scores_of(bins, held_out, mechanism, pair), on_half);
  }
  auto const compete = [&](Score const& score) { enter_score(contest, score, scores_of(score, held_out, mechanism, pair), on_half); };
  if (auto atoms = learn_atoms(learning.releases_d(), learning.releases_d_prime()); !atoms.log_ratio.empty()) compete(atoms);
  if (learning.width > 1) compete(learn_additive(learning.releases_d(), learning.releases_d_prime()));
  if (options.white_box && mechanism.has_density()) {
    Score const likelihood = Likelihood{};
    auto const scores = merged(scores_of(likelihood, learning, mechanism, pair), scores_of(likelihood, held_out, mechanism, pair));
    enter_score(contest, likelihood, scores, on_all);
  }
  return simplified(std::move(contest.best));
}

}  // namespace warner::verify
