#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "mechanisms/central/finite_channel.hpp"
#include "mechanisms/central/gaussian.hpp"
#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/privacy/composition.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/event.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "verify/measure.hpp"

// Row 8 (lesson, prop. 1 and 6). Datasets k records apart: k epsilon, which Laplace noise and the poll reach; and
// delta (e^(k epsilon) - 1) / (e^epsilon - 1) at k epsilon, which Gaussian noise stays below and one mechanism reaches.
namespace warner::results::experiments {
namespace {

constexpr int most = 8;  // records
constexpr double one_epsilon = 0.25, one_delta = 0.01;

void add_pure(Table& table, Agreement& agreement, FigureOptions const& options, std::uint64_t budget) {
  auto const noisy_count = mechanism("laplace", {{"epsilon", one_epsilon}, {"sensitivity", 1}});
  auto const poll = mechanism("poll", {{"epsilon", one_epsilon}, {"n", most}});
  for (int k = 1; k <= most; ++k) {
    mechanisms::Dataset const nobody(most, 0.0);
    std::pair<char const*, mechanisms::Pair> const pairs[] = {
        {"Laplace", {{0}, {static_cast<double>(k)}, mechanisms::Relation::substitute, "k apart"}},
        {"poll", mechanisms::group(nobody, static_cast<std::size_t>(k), 1)}};
    for (auto const& [name, pair] : pairs) {
      verify::MeasureOptions measure;
      measure.level = band_level / (2 * most);
      measure.budget = budget;
      measure.seed = options.seed;
      measure.execution = options.execution;
      auto const audit = verify::measure(std::string_view{name} == "poll" ? poll : noisy_count, pair, measure);
      auto const exact = k * one_epsilon;
      table.add({{"panel", "epsilon"},
                 {"mechanism", name},
                 {"k", k},
                 {"epsilon", one_epsilon},
                 {"trials", audit.certify_trials},
                 {"measured", audit.epsilon_estimate},
                 {"lower", audit.epsilon_lower_bound},
                 {"exact", audit.epsilon_exact.value_or(exact)},
                 {"bound", exact}});
      agreement.certified(fmt::format("certified epsilon, {}, k = {}", name, k), audit, exact);
    }
  }
}

/// A mechanism on counts and, for each size of a group, the event "release > above" that spends the most, with its
/// exact probabilities.
struct Series {
  char const* name;
  mechanisms::AnyMechanism mechanism;
  std::function<double(int k)> above;
  std::function<double(int k, double location)> probability;
};

/// Gaussian noise; and the name of a category, told with a probability that grows by e^epsilon and delta with every
/// person in it, the fastest way there is [DVGM22]: nobody is named who is not there.
std::vector<Series> series() {
  auto const sigma = mechanisms::central::analytic_gaussian_sigma(one_epsilon, one_delta, 1);
  mechanisms::noise::Gaussian const noise{sigma};
  auto const above = [=](int k) {
    return sigma * sigma * one_epsilon + k / 2.0;
  };  // where the loss is k epsilon [DRS19]
  std::vector<std::vector<double>> rows{{1, 0}};
  for (int k = 1; k <= most; ++k) {
    auto const named = std::exp(one_epsilon) * rows.back()[1] + one_delta;
    rows.push_back({1 - named, named});
  }
  mechanisms::central::FiniteChannel const naming{rows, {0, 1}, mechanisms::ApproximateDp{one_epsilon, one_delta}};
  return {
      {"Gaussian", mechanism("gaussian-analytic", {{"epsilon", one_epsilon}, {"delta", one_delta}, {"sensitivity", 1}}),
       above, [=](int k, double location) { return noise.cdf(location - above(k)); }},
      {"naming", naming, [](int) { return 0.5; },
       [=](int, double location) { return rows[static_cast<std::size_t>(location)][1]; }}};
}

void add_approximate(Table& table, Agreement& agreement, Simulation& simulation, std::uint64_t trials) {
  auto const all = series();
  for (auto const& of : all)
    for (int k = 1; k <= most; ++k) {
      auto const count = [&](double location) {
        return simulation.releases(of.mechanism, {location}, trials, 1,
                                   [&](mechanisms::ConstBatch y, std::span<std::uint64_t> counts) {
                                     for (auto const value : y.column(0)) counts[0] += value > of.above(k);
                                   })[0];
      };
      Event event{.trials = trials, .p = of.probability(k, k), .q = of.probability(k, 0)};
      event.under_d = count(k);
      event.under_d_prime = count(0);
      auto const group_epsilon = k * one_epsilon;
      auto const gap = event.gap(group_epsilon, band_level, most * all.size());
      mechanisms::Pair const pair{{static_cast<double>(k)}, {0}, mechanisms::Relation::substitute, "k apart"};
      auto const exact = of.mechanism.privacy(pair).value().delta(group_epsilon);
      table.add({{"panel", "delta"},
                 {"mechanism", of.name},
                 {"k", k},
                 {"epsilon", one_epsilon},
                 {"delta", one_delta},
                 {"group_epsilon", group_epsilon},
                 {"trials", trials},
                 {"above_d", event.under_d},
                 {"above_d_prime", event.under_d_prime},
                 {"measured", gap.estimate},
                 {"lower", std::max(0.0, gap.lower)},
                 {"upper", gap.upper},
                 {"exact", exact},
                 {"bound", mechanisms::privacy::group_upper({one_epsilon, one_delta}, k).delta}});
      event.compare(agreement, fmt::format("{}, k = {}", of.name, k));
      auto const missed = std::fabs(exact - event.exact_gap(group_epsilon)) > 1e-9;
      agreement.equal(fmt::format("{}, k = {}: the event measured is not the one that spends the most", of.name, k),
                      missed, 0);
    }
}

}  // namespace

Findings group_privacy(FigureOptions const& options) {
  Findings findings{.table = Table{{"panel", "mechanism", "k", "epsilon", "delta", "group_epsilon", "trials", "above_d",
                                    "above_d_prime", "measured", "lower", "upper", "exact", "bound"}}};
  Simulation simulation{options, 8};
  Agreement agreement;
  auto const budget = simulation.trials(10'000'000, 300'000), trials = simulation.trials(4'000'000, 100'000);
  add_pure(findings.table, agreement, options, budget);
  add_approximate(findings.table, agreement, simulation, trials);
  findings.comparisons = agreement.judge();
  findings.trials = {{"trials of each audit, panel a", budget},
                     {"releases of each dataset at each k, panel b", trials}};
  findings.settings = {
      {"Laplace", "answers 0 and k of a count"},
      {"poll",
       fmt::format("the sum of the answers of {} people; k of them change from no to yes, the others hold a no", most)},
      {"Gaussian", fmt::format("answers 0 and k, delta = {} at epsilon = {} for one person", one_delta, one_epsilon)},
      {"naming", "a category is named with probability 0 where nobody is in it, and e^epsilon p + delta after p"}};
  findings.caption =
      fmt::format(
          "Groups of $k$. (a) Each person spends $\\varepsilon = {}$, so a group of $k$ spends at most $k\\varepsilon$ "
          "(line), which the Laplace mechanism and the sum of a poll of {} both do; points: certified from below by "
          "audits of {} trials (simultaneous level {:g}). In the poll the sums that betray most are rare, and a "
          "certificate that rests on trials stays below. (b) Two mechanisms that are $({}, {})$-private for one "
          "person: their $\\delta$ at $k\\varepsilon$, exact (lines) and measured on the event that spends the most "
          "(points; {} releases of each dataset, simultaneous {:g}\\,\\% exact bands), and the bound "
          "$\\delta\\,(e^{{k\\varepsilon}}-1)/(e^\\varepsilon-1)$ for any mechanism (dashed). Gaussian noise stays "
          "below it; a category that is named with probability $p_k = e^\\varepsilon p_{{k-1}} + \\delta$, $p_0 = 0$, "
          "when $k$ people are in it, reaches it.",
          one_epsilon, most, budget, band_level, one_epsilon, one_delta, trials, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
