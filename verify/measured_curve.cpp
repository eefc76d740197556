#include "verify/measured_curve.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include "sim/byte_hash.hpp"
#include "sim/count.hpp"
#include "sim/reduction.hpp"
#include "sim/require.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/game/arms.hpp"
#include "verify/game/counts.hpp"
#include "verify/game/playable.hpp"
#include "verify/game/sample.hpp"
#include "verify/learn/atom_counts.hpp"
#include "verify/learn/learned_scores.hpp"
#include "verify/learn/ranking.hpp"

namespace warner::verify {
namespace {

constexpr std::uint64_t most_search = 200'000;

void validate(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, CurveOptions const& options) {
  require(options.budget >= 100,
          fmt::format("budget: {} trials show no curve (give at least 100, better 1e6)", options.budget));
  require(options.level > 0 && options.level < 1, fmt::format("level: {} is not in (0, 1)", options.level));
  require(options.points >= 1 && options.points <= 1000, fmt::format("points: {} is not in [1, 1000]", options.points));
  require(!options.white_box || mechanism.has_density(), "white-box: this mechanism declares no density");
  width_of(mechanism, pair);
}

struct Scored {
  std::vector<double> d, d_prime;
};

Scored scores_of(Score const& score, Sample const& sample, mechanisms::AnyMechanism const& mechanism,
                 mechanisms::Pair const& pair) {
  Evaluator evaluate{score, mechanism, pair};
  auto const under_d = evaluate(sample.releases_d());
  std::vector<double> const d(under_d.begin(), under_d.end());
  auto const under_d_prime = evaluate(sample.releases_d_prime());
  return {d, {under_d_prime.begin(), under_d_prime.end()}};
}

/// The area under the curve of P against Q over a score's thresholds: how well it tells the datasets apart.
double separation(Scored const& scores) {
  auto const counts = counts_of(scores.d, scores.d_prime);
  double d_prime = 0, area = 0, n = 0, n_prime = 0;
  for (auto const& count : counts) n += count.d, n_prime += count.d_prime;
  if (n == 0 || n_prime == 0) return 0;
  for (auto const& count : counts) {  // ties count half
    area += count.d / n * (d_prime + count.d_prime / 2) / n_prime;
    d_prime += count.d_prime;
  }
  return area;
}

/// The score that tells the datasets apart best on held-out releases.
std::pair<Score, Scored> learned(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                                 Sample const& learning, Sample const& held_out, bool white_box) {
  std::vector<Score> candidates;
  if (white_box) {
    candidates.emplace_back(Likelihood{});
  } else {
    std::vector<double> scratch_d, scratch_d_prime;
    for (auto const& feature : features_of(mechanism.columns(pair.d)))
      candidates.emplace_back(
          learn_bins(feature, Ranking{evaluate(feature, learning.releases_d(), scratch_d),
                                      evaluate(feature, learning.releases_d_prime(), scratch_d_prime)}));
    if (auto atoms = learn_atoms(learning.releases_d(), learning.releases_d_prime()); !atoms.log_ratio.empty())
      candidates.emplace_back(std::move(atoms));
    if (learning.width > 1)
      candidates.emplace_back(
          learn_sum(coordinates(learning.width), learning.releases_d(), learning.releases_d_prime()));
  }
  std::pair<Score, Scored> best;
  double most = -1;
  for (auto const& candidate : candidates) {
    auto scored = scores_of(candidate, held_out, mechanism, pair);
    auto const separates = separation(scored);
    if (separates > most) most = separates, best = {candidate, std::move(scored)};
  }
  return best;
}

/// Thresholds at values of the score, in even steps of the pooled mass, falling.
/// Never at the least value, from which on everything lies.
std::vector<double> thresholds_of(Scored const& scores, std::size_t many) {
  std::vector<double> all = scores.d;
  all.insert(all.end(), scores.d_prime.begin(), scores.d_prime.end());
  std::erase_if(all, [](double s) { return std::isnan(s); });
  std::ranges::sort(all);
  std::vector<double> thresholds;
  for (std::size_t k = 1; k <= many && !all.empty(); ++k) {
    auto const at = all[all.size() - std::min(all.size(), std::max<std::size_t>(1, all.size() * k / (many + 1)))];
    if (at > all.front() && (thresholds.empty() || at < thresholds.back())) thresholds.push_back(at);
  }
  return thresholds;
}

/// What the counts follow from besides mechanism and pair, as far as it can differ.
std::string name_of(MeasuredCurve const& curve, CurveOptions const& options) {
  std::string thresholds;
  for (auto const& point : curve.points) thresholds += fmt::format("{} ", point.threshold);
  return fmt::format("{} {}, {} thresholds {:016x}", options.name, name_of(curve.score), curve.points.size(),
                     sim::hash_of_bytes(thresholds));
}

/// How many of `trials` releases of a dataset reach each threshold.
std::vector<std::uint64_t> reached(MeasuredCurve const& curve, mechanisms::AnyMechanism const& mechanism,
                                   mechanisms::Pair const& pair, sim::Arm arm, CurveOptions const& options) {
  struct Worker {
    Evaluator evaluate;
    mechanisms::Releases memory{};
  };
  auto const many = curve.points.size();
  Arms const arms{mechanism, pair, sim::Purpose::certify, options.seed, options.generator};
  tbb::enumerable_thread_specific<Worker> workers{Worker{{curve.score, mechanism, pair}, {}}};
  auto const contribution = [&](std::uint64_t block, std::uint64_t trials, std::span<std::uint64_t> counts) {
    auto& worker = workers.local();
    auto const scores = worker.evaluate(arms.release(arm, block, trials, worker.memory));
    for (std::size_t k = 0; k < many; ++k) counts[k] += sim::count_at_least(scores, curve.points[k].threshold);
  };
  auto const name =
      options.name.empty() ? "" : fmt::format("curve {} {}", arm == sim::Arm::d ? "D" : "D'", name_of(curve, options));
  return sim::reduce({name, {0, curve.trials}, many}, contribution, options.execution);
}

/// The largest of 0, P(A) - e^epsilon Q(A) and Q(not A) - e^epsilon P(not A) over the points.
/// `rates` reads (P(A), Q(A)) from a point.
template <class RatesOf>
double best_delta(std::vector<CurvePoint> const& points, double epsilon, RatesOf const& rates) {
  double best = 0;
  auto const odds = std::exp(epsilon);
  for (auto const& point : points) {
    auto const [p, q] = rates(point);
    best = std::max({best, p - odds * q, (1 - q) - odds * (1 - p)});
  }
  return best;
}

using Rates = std::pair<double, double>;

}  // namespace

MeasuredCurve measure_curve(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                            CurveOptions const& options) {
  validate(mechanism, pair, options);
  auto const half = std::min(options.budget / 5, most_search) / 4;  // of each dataset, twice
  auto quiet = options.execution;
  quiet.on_progress = nullptr;
  auto const next = (half + sim::block_size - 1) / sim::block_size * sim::block_size;
  auto const learning = draw_sample(mechanism, pair, {0, half}, options.seed, options.generator, quiet);
  auto const held_out = draw_sample(mechanism, pair, {next, next + half}, options.seed, options.generator, quiet);
  auto [score, scored] = learned(mechanism, pair, learning, held_out, options.white_box);
  MeasuredCurve curve{std::move(score), {}, (options.budget - 4 * half) / 2, 4 * half, options.level};
  for (auto const threshold : thresholds_of(scored, options.points)) curve.points.push_back({threshold});

  auto const d = reached(curve, mechanism, pair, sim::Arm::d, options),
             d_prime = reached(curve, mechanism, pair, sim::Arm::d_prime, options);
  auto const level = options.level / (4 * std::max(1.0, static_cast<double>(curve.points.size())));
  for (std::size_t k = 0; k < curve.points.size(); ++k) {
    auto& point = curve.points[k];
    point.reached_d = d[k];
    point.reached_d_prime = d_prime[k];
    point.p_lower = clopper_pearson_lower(d[k], curve.trials, level);
    point.p_upper = clopper_pearson_upper(d[k], curve.trials, level);
    point.q_lower = clopper_pearson_lower(d_prime[k], curve.trials, level);
    point.q_upper = clopper_pearson_upper(d_prime[k], curve.trials, level);
  }
  return curve;
}

double MeasuredCurve::lower_delta(double epsilon) const {
  return std::max(0.0, best_delta(points, epsilon, [](CurvePoint const& c) {
                         return Rates{c.p_lower, c.q_upper};
                       }) - 0x1p-48);
}

double MeasuredCurve::estimated_delta(double epsilon) const {
  return best_delta(points, epsilon, [n = static_cast<double>(trials)](CurvePoint const& c) {
    return Rates{static_cast<double>(c.reached_d) / n, static_cast<double>(c.reached_d_prime) / n};
  });
}

double MeasuredCurve::upper_delta(double epsilon) const {
  return std::min(1.0, best_delta(points, epsilon, [](CurvePoint const& c) {
                         return Rates{c.p_upper, c.q_lower};
                       }) + 0x1p-48);
}

}  // namespace warner::verify
