#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/local/binary_response.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/fixed_poll.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "verify/measure.hpp"

// Row 16 (notebook). The channel [[q, 1 - q], [1 - p, p]]: epsilon = ln max(p / (1 - q), q / (1 - p)) over matrices;
// and, among all the matrices that spend the same epsilon, the error of the estimate (yes / n + q - 1) / (p + q - 1),
// which p = q makes least whatever the share that is estimated.
namespace warner::results::experiments {
namespace {

constexpr std::uint64_t people = 1'000;
constexpr double spent = 1;  // epsilon of the designs

mechanisms::AnyMechanism response(double p, double q) {
  return mechanism("randomised-response-asymmetric", {{"p", p}, {"q", q}});
}

double exact_epsilon(double p, double q) { return std::log(std::max(p / (1 - q), q / (1 - p))); }

/// The q with which p spends exactly `spent`: p / (1 - q) = e^epsilon up to the symmetric design, q / (1 - p) =
/// e^epsilon beyond it.
double partner(double p) {
  auto const ratio = std::exp(spent);
  return p * (1 + ratio) <= ratio ? 1 - p / ratio : (1 - p) * ratio;
}

std::uint64_t ones(Simulation& simulation, mechanisms::AnyMechanism const& asks, double truth, std::uint64_t trials) {
  return simulation.releases(asks, {truth}, trials, 1, [](mechanisms::ConstBatch y, std::span<std::uint64_t> counts) {
    for (auto const answer : y.column(0)) counts[0] += answer == 1;
  })[0];
}

void add_matrices(Table& table, Agreement& agreement, Simulation& simulation, FigureOptions const& options,
                  std::uint64_t trials, std::uint64_t budget) {
  constexpr double kept_zeros[] = {0.55, 0.7, 0.85, 0.95}, kept_ones[] = {0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98};
  constexpr auto points = std::size(kept_zeros) * std::size(kept_ones);
  for (auto const q : kept_zeros) {
    for (int i = 90; i <= 198; ++i)
      if (auto const p = i / 200.0; p + q >= 1)
        table.add({{"panel", "matrix"}, {"series", "exact"}, {"p", p}, {"q", q}, {"exact", exact_epsilon(p, q)}});
    for (auto const p : kept_ones) {
      auto const asks = response(p, q);
      agreement.proportion(fmt::format("Pr[yes | yes], p = {}, q = {}", p, q), ones(simulation, asks, 1, trials),
                           trials, p);
      agreement.proportion(fmt::format("Pr[yes | no], p = {}, q = {}", p, q), ones(simulation, asks, 0, trials), trials,
                           1 - q);
      verify::MeasureOptions measure;
      measure.level = band_level / static_cast<double>(points);
      measure.budget = budget;
      measure.seed = options.seed;
      measure.execution = options.execution;
      auto const audit = verify::measure(asks, {{1}, {0}, mechanisms::Relation::value, "yes and no"}, measure);
      table.add({{"panel", "matrix"},
                 {"series", "audit"},
                 {"p", p},
                 {"q", q},
                 {"trials", audit.certify_trials},
                 {"measured", audit.epsilon_estimate},
                 {"lower", audit.epsilon_lower_bound},
                 {"exact", exact_epsilon(p, q)}});
      agreement.certified(fmt::format("certified epsilon, p = {}, q = {}", p, q), audit, exact_epsilon(p, q));
    }
  }
}

void add_designs(Table& table, Agreement& agreement, Simulation& simulation, std::uint64_t polls) {
  constexpr double shares[] = {0.05, 0.5, 0.95};
  auto const symmetric = 1 / (1 + std::exp(-spent));
  double const kept_ones[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, symmetric, 0.8, 0.85, 0.9, 0.94, 0.97};
  auto const points = std::size(shares) * std::size(kept_ones);
  auto const z = gaussian_quantile_above(band_level / 2 / static_cast<double>(points));
  auto const n = static_cast<double>(people);
  for (auto const mu : shares) {
    for (int i = 16; i <= 196; ++i) {
      auto const p = i / 200.0, q = partner(p);
      mechanisms::local::BinaryResponse const design{p, q};
      table.add({{"panel", "design"},
                 {"series", "exact"},
                 {"p", p},
                 {"q", q},
                 {"mu", mu},
                 {"n", people},
                 {"exact", std::sqrt(design.variance_for_fixed_people(mu, n))}});
    }
    for (auto const p : kept_ones) {
      auto const q = partner(p);
      auto const holders = static_cast<std::uint64_t>(std::llround(mu * n));
      FixedPoll const poll{holders, people - holders, p, 1 - q};
      auto const held = hold(simulation, poll, response(p, q), polls);
      auto const scale = 1 / (n * (p + q - 1)), square = held.mean_square(poll),
                 half = held.relative_half_width(poll, z);
      auto const counted_one = poll.within(std::sqrt(poll.variance())),
                 counted_two = poll.within(2 * std::sqrt(poll.variance()));
      auto const one = poll.between(counted_one.first, counted_one.last),
                 two = poll.between(counted_two.first, counted_two.last);
      table.add({{"panel", "design"},
                 {"series", "simulated"},
                 {"p", p},
                 {"q", q},
                 {"mu", mu},
                 {"n", people},
                 {"trials", polls},
                 {"measured", std::sqrt(square) * scale},
                 {"lower", std::sqrt(square / (1 + half)) * scale},
                 {"upper", std::sqrt(square / (1 - half)) * scale},
                 {"exact", std::sqrt(poll.variance()) * scale},
                 {"bias", (static_cast<double>(held.yes) / static_cast<double>(polls) - poll.mean()) * scale},
                 {"within_one", held.within_one},
                 {"within_one_exact", one},
                 {"within_two", held.within_two},
                 {"within_two_exact", two}});
      auto const where = fmt::format(", p = {:.4g}, q = {:.4g}, mu = {}", p, q, mu);
      agreement.proportion("estimates within one exact standard deviation" + where, held.within_one, polls, one);
      agreement.proportion("estimates within two exact standard deviations" + where, held.within_two, polls, two);
    }
  }
}

}  // namespace

Findings generalised_response(FigureOptions const& options) {
  Findings findings{.table =
                        Table{{"panel", "series", "p", "q", "mu", "n", "trials", "measured", "lower", "upper", "exact",
                               "bias", "within_one", "within_one_exact", "within_two", "within_two_exact"}}};
  Simulation simulation{options, 16};
  Agreement agreement;
  auto const trials = simulation.trials(1'000'000, 50'000), budget = simulation.trials(4'000'000, 200'000),
             polls = simulation.trials(40'000, 1'000);
  add_matrices(findings.table, agreement, simulation, options, trials, budget);
  add_designs(findings.table, agreement, simulation, polls);
  findings.comparisons = agreement.judge();
  findings.trials = {{"answers of each truth at each matrix", trials},
                     {"trials of each audit", budget},
                     {"polls at each design and share", polls},
                     {"people in each poll", people}};
  findings.settings = {{"matrix", "[[q, 1 - q], [1 - p, p]]: a 1 is kept with probability p, a 0 with probability q"},
                       {"population", "fixed: exactly a share mu holds a yes"},
                       {"least error", "at p = q = e^epsilon / (1 + e^epsilon), for every mu"}};
  findings.caption =
      fmt::format(
          "Generalised randomised response: a yes is kept with probability $p$, a no with probability $q$. (a) "
          "$\\varepsilon = \\ln\\max(p/(1-q), q/(1-p))$ (lines) and the $\\varepsilon$ certified from below by audits "
          "of {} trials that know nothing of the matrix (points; simultaneous level {:g}). The kink is at $p = q$. (b) "
          "Root mean square error of $(n_1/n + q - 1)/(p + q - 1)$ for {} fixed people, a share $\\mu$ of whom hold a "
          "yes, over the matrices that spend exactly $\\varepsilon = {}$: exact (lines) and from {} simulated polls "
          "each (points, simultaneous {:g}\\,\\% bands by the central limit theorem for the mean square). Whatever "
          "$\\mu$, the design $p = q = e^\\varepsilon/(1+e^\\varepsilon)$ (dotted) has the least error.",
          budget, band_level, people, spent, polls, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
