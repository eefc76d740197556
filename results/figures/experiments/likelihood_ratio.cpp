#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/noise/laplace.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/measure.hpp"

// Row 1. Panel "ratio": y is cut into cells fixed beforehand; releases of M(0) and M(1) that fall into each are
// counted, and P(cell) / Q(cell) is shown with the band that follows from two exact intervals a cell. Panel
// "certified": verify::measure at each declared epsilon, for a scalar and for vectors whose l1 distance is spread over
// k coordinates.
namespace warner::results::experiments {
namespace {

constexpr double cell_width = 0.125;
constexpr int first_cell = -16, last_cell = 24;  // [-2, 3): beyond, one cell each

void ratio(Table& table, Agreement& agreement, Simulation& simulation, double epsilon, std::uint64_t trials) {
  auto const laplace = mechanism("laplace", {{"epsilon", epsilon}, {"sensitivity", 1}});
  constexpr std::size_t cells = last_cell - first_cell + 2;
  auto const count = [](mechanisms::ConstBatch y, std::span<std::uint64_t> counts) {
    for (auto const value : y.column(0)) {
      auto const cell = std::floor(value / cell_width) - first_cell + 1;
      ++counts[static_cast<std::size_t>(std::clamp(cell, 0.0, static_cast<double>(cells - 1)))];
    }
  };
  auto const d = simulation.releases(laplace, {0}, trials, cells, count);
  auto const d_prime = simulation.releases(laplace, {1}, trials, cells, count);

  mechanisms::noise::Laplace const noise{1 / epsilon};
  auto const infinity = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < cells; ++i) {
    auto const low = i == 0 ? -infinity : (first_cell + static_cast<int>(i) - 1) * cell_width;
    auto const high = i + 1 == cells ? infinity : (first_cell + static_cast<int>(i)) * cell_width;
    auto const mass = [&](double centre) {  // by the nearer tail, which keeps the digits
      return low - centre >= 0 ? noise.cdf(centre - low) - noise.cdf(centre - high)
                               : noise.cdf(high - centre) - noise.cdf(low - centre);
    };
    auto const p = proportion_interval(d[i], trials, band_level, 2 * cells),
               q = proportion_interval(d_prime[i], trials, band_level, 2 * cells);
    table.add({{"panel", "ratio"},
               {"declared_epsilon", epsilon},
               {"k", 1},
               {"y_from", low},
               {"y_to", high},
               {"trials", trials},
               {"count_d", d[i]},
               {"count_d_prime", d_prime[i]},
               {"measured", p.estimate / q.estimate},
               {"lower", p.lower / q.upper},
               {"upper", p.upper / q.lower},
               {"exact", mass(0) / mass(1)}});
    agreement.proportion(fmt::format("Pr[y in [{}, {}) | x = 0], epsilon {}", low, high, epsilon), d[i], trials,
                         mass(0));
    agreement.proportion(fmt::format("Pr[y in [{}, {}) | x = 1], epsilon {}", low, high, epsilon), d_prime[i], trials,
                         mass(1));
  }
}

/// The l1 distance of 1 in one coordinate, or shared by all of them.
enum class Where { one_coordinate, spread };

void certified(Table& table, Agreement& agreement, FigureOptions const& options, int k, Where where, double epsilon,
               std::uint64_t budget, double level) {
  auto const vector =
      mechanism("laplace-vector", {{"epsilon", epsilon}, {"sensitivity", 1}, {"k", static_cast<double>(k)}});
  auto const length = static_cast<std::size_t>(k);
  mechanisms::Pair pair{mechanisms::Dataset(length, 0.0), mechanisms::Dataset(length, 1.0 / k),
                        mechanisms::Relation::all_differ, "spread"};
  if (where == Where::one_coordinate) {
    pair = {pair.d, pair.d, mechanisms::Relation::one_differs, "one coordinate"};
    pair.d_prime.front() = 1;
  }
  verify::MeasureOptions measure;
  measure.level = level;
  measure.budget = budget;
  measure.seed = options.seed;
  measure.execution = options.execution;
  auto const result = verify::measure(vector, pair, measure);
  table.add({{"panel", "certified"},
             {"declared_epsilon", epsilon},
             {"k", k},
             {"pair", pair.label},
             {"trials", result.certify_trials},
             {"measured", result.epsilon_estimate},
             {"lower", result.epsilon_lower_bound},
             {"exact", result.epsilon_exact.value_or(epsilon)}});
  agreement.certified(fmt::format("certified epsilon, k = {}, {}, declared {}", k, pair.label, epsilon), result,
                      result.epsilon_exact.value_or(epsilon));
}

}  // namespace

Findings likelihood_ratio(FigureOptions const& options) {
  Findings findings{.table = Table{{"panel", "declared_epsilon", "k", "pair", "y_from", "y_to", "trials", "count_d",
                                    "count_d_prime", "measured", "lower", "upper", "exact"}}};
  Simulation simulation{options, 1};
  Agreement agreement;
  auto const trials = simulation.trials(1'000'000, 100'000), budget = simulation.trials(10'000'000, 400'000);
  ratio(findings.table, agreement, simulation, 1, trials);

  constexpr double declared[] = {0.1, 0.25, 0.5, 1, 2, 4};
  constexpr std::pair<int, Where> series[] = {{1, Where::one_coordinate},
                                              {5, Where::one_coordinate},
                                              {5, Where::spread},
                                              {20, Where::one_coordinate},
                                              {20, Where::spread}};
  auto const points = std::size(declared) * std::size(series);
  for (auto const& [k, where] : series)
    for (auto const epsilon : declared)
      certified(findings.table, agreement, options, k, where, epsilon, budget,
                band_level / static_cast<double>(points));

  findings.comparisons = agreement.judge();
  findings.trials = {{"releases of each dataset, ratio panel", trials},
                     {"trials of each measurement, certified panel", budget}};
  findings.settings = {
      {"pair",
       "x = 0 and x = 1; for k coordinates, 1 more in one of them (one coordinate) or 1/k more in each (spread)"},
      {"sensitivity", "1 (l1)"}};
  findings.caption =
      fmt::format(
          "Laplace mechanism. (a) The likelihood ratio $P/Q$ of releases for neighbouring answers 0 and 1 at "
          "$\\varepsilon = 1$, in cells of width {} and one for each tail ({} releases of each dataset; simultaneous "
          "{:g}\\,\\% exact band), the exact curve, and the lines $e^{{\\pm\\varepsilon}}$ between which it must stay. "
          "(b) The $\\varepsilon$ certified by {} trials of the distinguishing game against the one declared, and its "
          "share of it, for a scalar and for vectors of $k$ coordinates at $\\ell_1$ distance 1, all of it in one "
          "coordinate or spread evenly ({} certificates, simultaneous level {:g}). Spread over many coordinates, "
          "$e^\\varepsilon$ is attained only in a corner too rare to be seen: there a certificate from trials stays "
          "far below, and says nothing false.",
          cell_width, trials, 100 * (1 - band_level), budget, points, band_level) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
