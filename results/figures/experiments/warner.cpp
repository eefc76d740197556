#include <cmath>

#include <fmt/format.h>

#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "verify/measure.hpp"

// Row 3 (introduction note). Randomised response that tells the truth with probability r and else tosses a fair coin:
// epsilon = ln(1 + 2 r / (1 - r)). Once by the obvious guess (the answer is the truth), whose right guesses are one
// binomial, so that epsilon has an exact two-sided interval; once by an audit that is told nothing.
namespace warner::results::experiments {
namespace {

double logit(double probability) { return std::log(probability) - std::log1p(-probability); }

std::uint64_t ones(Simulation& simulation, mechanisms::AnyMechanism const& asks, double truth, std::uint64_t trials) {
  return simulation.releases(asks, {truth}, trials, 1, [](mechanisms::ConstBatch y, std::span<std::uint64_t> counts) {
    for (auto const answer : y.column(0)) counts[0] += answer == 1;
  })[0];
}

}  // namespace

Findings warner(FigureOptions const& options) {
  Findings findings{
      .table = Table{{"series", "r", "trials", "right", "epsilon", "epsilon_lower", "epsilon_upper", "epsilon_exact"}}};
  Simulation simulation{options, 3};
  Agreement agreement;
  auto const trials = simulation.trials(10'000'000, 500'000), budget = simulation.trials(10'000'000, 400'000);
  for (int i = 0; i <= 198; ++i) {
    auto const r = i / 200.0;
    findings.table.add({{"series", "exact"}, {"r", r}, {"epsilon_exact", std::log1p(2 * r / (1 - r))}});
  }

  constexpr double shares[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99};
  auto const points = std::size(shares);
  for (auto const r : shares) {
    auto const exact = std::log1p(2 * r / (1 - r));
    auto const asks = mechanism("randomised-response", {{"r", r}});
    auto const yes_of_yes = ones(simulation, asks, 1, trials / 2), yes_of_no = ones(simulation, asks, 0, trials / 2);
    auto const right = yes_of_yes + trials / 2 - yes_of_no;
    auto const share = proportion_interval(right, trials, band_level, points);
    findings.table.add({{"series", "guess"},
                        {"r", r},
                        {"trials", trials},
                        {"right", right},
                        {"epsilon", logit(share.estimate)},
                        {"epsilon_lower", std::max(0.0, logit(share.lower))},
                        {"epsilon_upper", logit(share.upper)},
                        {"epsilon_exact", exact}});
    agreement.proportion(fmt::format("Pr[yes | yes], r = {}", r), yes_of_yes, trials / 2, (1 + r) / 2);
    agreement.proportion(fmt::format("Pr[yes | no], r = {}", r), yes_of_no, trials / 2, (1 - r) / 2);
    agreement.proportion(fmt::format("Pr[the answer is the truth], r = {}", r), right, trials, (1 + r) / 2);

    verify::MeasureOptions measure;
    measure.level = band_level / static_cast<double>(points);
    measure.budget = budget;
    measure.seed = options.seed;
    measure.execution = options.execution;
    auto const audit = verify::measure(asks, {{1}, {0}, mechanisms::Relation::value, "yes and no"}, measure);
    findings.table.add({{"series", "audit"},
                        {"r", r},
                        {"trials", audit.certify_trials},
                        {"right", audit.tally.right},
                        {"epsilon", audit.epsilon_estimate},
                        {"epsilon_lower", audit.epsilon_lower_bound},
                        {"epsilon_exact", exact}});
    agreement.certified(fmt::format("certified epsilon, r = {}", r), audit, exact);
  }
  findings.comparisons = agreement.judge();
  findings.trials = {{"answers at each r, half of them of each truth", trials}, {"trials of each audit", budget}};
  findings.settings = {{"pair", "one person who would say yes, and one who would say no"},
                       {"audit", "black box: it reads the answers, and is not told what they mean"}};
  findings.caption =
      fmt::format(
          "Warner's randomised response: the truth with probability $r$, else a fair coin. (a) Privacy parameter "
          "against $r$. Curve: exact, $\\varepsilon = \\ln(1 + 2r/(1-r))$; dashed: $2r$, its start. Circles: measured "
          "by taking each answer for the truth ({} answers at each $r$), with exact intervals; triangles: certified "
          "from below by an audit that knows nothing of the mechanism ({} trials each). (b) The same over the exact "
          "value. Intervals and certificates each hold simultaneously over all $r$ at {:g}\\,\\%.",
          trials, budget, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
