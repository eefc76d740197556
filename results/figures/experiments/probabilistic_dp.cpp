#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/event.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/simulation.hpp"

// Row 12 (lesson, prop. 4 and 5, [M18]). Two deltas at each epsilon: Pr[privacy loss > epsilon] and sup P(E) -
// e^epsilon Q(E), the larger of both directions each. For a Gaussian; for the counterexample K, which keeps both claims
// at (1, 0.1); and for T after K, which keeps the second alone.
namespace warner::results::experiments {
namespace {

constexpr double claimed_epsilon = 1, claimed_delta = 0.1;
constexpr std::size_t labels = 5;

/// Masses of 0, .., 4 under the inputs 0 and 1, from the lesson's equations 22 to 24.
struct Channel {
  char const* name;
  char const* mechanism;
  std::array<double, labels> of[2];

  /// Is the loss of y above epsilon, with D = {d}? Randomised response at epsilon itself is not.
  bool fails(std::size_t y, int d, double epsilon) const {
    auto const p = of[d][y], q = of[1 - d][y];
    return p > 0 && (q == 0 || std::log(p / q) > epsilon + 1e-12);
  }
  Event event(int d, double epsilon) const {
    Event event;
    for (std::size_t y = 0; y < labels; ++y)
      if (fails(y, d, epsilon)) event.p += of[d][y], event.q += of[1 - d][y];
    return event;
  }
  /// The D of the larger probabilistic delta, and of the larger approximate one.
  int worse_probabilistic(double epsilon) const { return event(1, epsilon).p > event(0, epsilon).p + 1e-12; }
  int worse_approximate(double epsilon) const {
    return event(1, epsilon).exact_gap(epsilon) > event(0, epsilon).exact_gap(epsilon) + 1e-12;
  }
};

std::array<Channel, 2> channels() {
  auto const likely = (1 - claimed_delta) / (1 + std::exp(-claimed_epsilon)),
             unlikely = (1 - claimed_delta) / (1 + std::exp(claimed_epsilon));
  return {Channel{"K",
                  "probabilistic-dp-counterexample",
                  {{claimed_delta, likely, unlikely, 0, 0}, {0, unlikely, likely, claimed_delta, 0}}},
          Channel{"T after K",
                  "probabilistic-dp-post-processed",
                  {{0, 0, unlikely, 0, claimed_delta + likely}, {0, 0, likely, claimed_delta, unlikely}}}};
}

/// One panel: rows of the table, and comparisons.
struct Panel {
  Table& table;
  Agreement& agreement;
  char const* name;
  std::size_t bands;  // pairs of intervals that share the level

  void exact(double epsilon, double probabilistic, double approximate) const {
    table.add({{"panel", name},
               {"notion", "probabilistic"},
               {"series", "exact"},
               {"epsilon", epsilon},
               {"exact", probabilistic}});
    table.add({{"panel", name},
               {"notion", "approximate"},
               {"series", "exact"},
               {"epsilon", epsilon},
               {"exact", approximate}});
  }
  void probabilistic(double epsilon, int d, Event const& event) const {
    measured("probabilistic", epsilon, d, event,
             proportion_interval(event.under_d, event.trials, band_level, 2 * bands), event.p);
  }
  void approximate(double epsilon, int d, Event const& event) const {
    measured("approximate", epsilon, d, event, event.gap(epsilon, band_level, bands), event.exact_gap(epsilon));
  }

 private:
  void measured(char const* notion, double epsilon, int d, Event const& event, Interval const& band,
                double truth) const {
    table.add({{"panel", name},
               {"notion", notion},
               {"series", "measured"},
               {"epsilon", epsilon},
               {"d", d},
               {"trials", event.trials},
               {"count_d", event.under_d},
               {"count_d_prime", event.under_d_prime},
               {"measured", band.estimate},
               {"lower", band.lower},
               {"upper", band.upper},
               {"exact", truth}});
    event.compare(agreement, fmt::format("{}: {}, loss above {:g}, D = {{{}}}", name, notion, epsilon, d));
  }
};

void add_gaussian(Table& table, Agreement& agreement, Simulation& simulation, std::uint64_t trials) {
  constexpr double mu = 1;
  constexpr std::size_t points = 9;
  Panel const panel{table, agreement, "Gaussian", points};
  mechanisms::noise::Gaussian const noise{1 / mu};
  auto const from = [](double epsilon) {
    return 0.5 - epsilon / (mu * mu);
  };  // the loss of y with D = {0} is above epsilon where y is below this
  for (int i = 0; i <= 160; ++i) {
    auto const epsilon = i / 40.0;
    panel.exact(epsilon, noise.cdf(from(epsilon)), mechanisms::privacy::gaussian_delta(mu, epsilon));
  }
  auto const epsilon_of = [](std::size_t i) { return 0.375 * static_cast<double>(i); };
  auto const gaussian = mechanism("gaussian", {{"sigma", 1 / mu}});
  auto const below = [&](double x) {
    return simulation.releases(gaussian, {x}, trials, points,
                               [&](mechanisms::ConstBatch batch, std::span<std::uint64_t> counts) {
                                 for (std::size_t i = 0; i < points; ++i)
                                   for (auto const y : batch.column(0)) counts[i] += y < from(epsilon_of(i));
                               });
  };
  auto const under_d = below(0), under_d_prime = below(1);
  for (std::size_t i = 0; i < points; ++i) {
    auto const cut = from(epsilon_of(i));
    Event const event{trials, under_d[i], under_d_prime[i], noise.cdf(cut), noise.cdf(cut - 1)};
    panel.probabilistic(epsilon_of(i), 0, event);
    panel.approximate(epsilon_of(i), 0, event);
  }
}

void add_channel(Table& table, Agreement& agreement, Simulation& simulation, Channel const& channel,
                 std::uint64_t trials) {
  constexpr double epsilons[] = {0, 0.25, 0.5, 0.75, claimed_epsilon, 1.1, 1.25, 1.5, 1.75, 2};
  Panel const panel{table, agreement, channel.name, 2 * std::size(epsilons)};
  for (int i = 0; i <= 400; ++i) {
    auto const epsilon = i / 200.0;
    panel.exact(epsilon, channel.event(channel.worse_probabilistic(epsilon), epsilon).p,
                channel.event(channel.worse_approximate(epsilon), epsilon).exact_gap(epsilon));
  }
  auto const of = mechanism(channel.mechanism, {{"epsilon", claimed_epsilon}, {"delta", claimed_delta}});
  auto const counted = [&](double x) {
    return simulation.releases(of, {x}, trials, labels,
                               [](mechanisms::ConstBatch batch, std::span<std::uint64_t> counts) {
                                 for (auto const y : batch.column(0)) ++counts[static_cast<std::size_t>(y)];
                               });
  };
  Counts const under[] = {counted(0), counted(1)};
  auto const seen = [&](int d, double epsilon) {
    auto event = channel.event(d, epsilon);
    event.trials = trials;
    for (std::size_t y = 0; y < labels; ++y)
      if (channel.fails(y, d, epsilon)) event.under_d += under[d][y], event.under_d_prime += under[1 - d][y];
    return event;
  };
  for (auto const epsilon : epsilons) {
    panel.probabilistic(epsilon, channel.worse_probabilistic(epsilon),
                        seen(channel.worse_probabilistic(epsilon), epsilon));
    panel.approximate(epsilon, channel.worse_approximate(epsilon), seen(channel.worse_approximate(epsilon), epsilon));
  }
}

}  // namespace

Findings probabilistic_dp(FigureOptions const& options) {
  Findings findings{.table = Table{{"panel", "notion", "series", "epsilon", "d", "trials", "count_d", "count_d_prime",
                                    "measured", "lower", "upper", "exact"}}};
  Simulation simulation{options, 12};
  Agreement agreement;
  auto const trials = simulation.trials(2'000'000, 100'000);
  add_gaussian(findings.table, agreement, simulation, trials);
  for (auto const& channel : channels()) add_channel(findings.table, agreement, simulation, channel, trials);
  findings.comparisons = agreement.judge();
  findings.trials = {{"releases of each dataset, each panel", trials}};
  findings.settings = {{"claim of K", fmt::format("({:g}, {:g})", claimed_epsilon, claimed_delta)},
                       {"Gaussian", "mu = 1"}};
  findings.caption =
      fmt::format(
          "Two readings of $\\delta$ at each $\\varepsilon$: probabilistic, $\\Pr_P[\\text{{privacy loss}} > "
          "\\varepsilon]$, and approximate, $\\sup_E P(E) - e^\\varepsilon Q(E)$, which is never larger; of the two "
          "directions the worse is shown. (a) A number with Gaussian noise, $\\mu = 1$. (b) The counterexample $K$ "
          "claims $({:g}, {:g})$ (diamond) and keeps it in both readings. (c) $T$ after $K$, which releases 0 and 1 "
          "both as 4: post-processing leaves the approximate $\\delta$ at {:g} and lifts the probabilistic one to "
          "{:.3f}. Lines: exact; points: measured on {} releases of each dataset, with exact bands that are "
          "simultaneous over a panel ({:g}\\,\\%), mostly narrower than the points.",
          claimed_epsilon, claimed_delta, claimed_delta, channels()[1].event(0, claimed_epsilon).p, trials,
          100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
