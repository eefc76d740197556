#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "mechanisms/central/gaussian.hpp"
#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/composition.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/event.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/simulation.hpp"

// Row 13 (lesson, prop. 9, [M18]). What a claim (epsilon, delta) says of a smaller epsilon': delta + e^epsilon -
// e^epsilon', or tighter; and what is true, and measured, of three mechanisms that make the claim.
namespace warner::results::experiments {
namespace {

namespace privacy = mechanisms::privacy;

constexpr double epsilon = 1;

struct Masses {
  double p, q;
};

/// A mechanism on 0 and 1 at its claim; at each epsilon' the privacy loss is larger on the releases below `cut`.
struct Panel {
  char const* name;
  char const* mechanism;
  mechanisms::ParameterValues values;
  double delta;  // of the claim
  std::function<double(double)> cut;
  std::function<Masses(double)> below;  // a cut, exactly
};

std::vector<Panel> panels() {
  auto const delta = 0.05, sigma = mechanisms::central::analytic_gaussian_sigma(epsilon, delta, 1);
  auto const truth = (std::exp(epsilon) + delta) / (1 + std::exp(epsilon));
  return {{"Laplace",
           "laplace",
           {{"epsilon", epsilon}, {"sensitivity", 1}},
           0,
           [](double e) { return (1 - e) / 2; },
           [noise = mechanisms::noise::Laplace{1 / epsilon}](double y) {
             return Masses{noise.cdf(y), noise.cdf(y - 1)};
           }},
          {"Gaussian",
           "gaussian-analytic",
           {{"epsilon", epsilon}, {"delta", delta}, {"sensitivity", 1}},
           delta,
           [=](double e) { return 0.5 - e * sigma * sigma; },
           [noise = mechanisms::noise::Gaussian{sigma}](double y) {
             return Masses{noise.cdf(y), noise.cdf(y - 1)};
           }},
          {"randomised response",
           "approximate-randomised-response",
           {{"epsilon", epsilon}, {"delta", delta}, {"k", 2}},
           delta,
           [](double) { return 0.5; },
           [=](double) {
             return Masses{truth, 1 - truth};
           }}};
}

}  // namespace

Findings relaxation(FigureOptions const& options) {
  Findings findings{.table = Table{{"panel", "series", "epsilon", "delta", "at_epsilon", "trials", "count_d",
                                    "count_d_prime", "measured", "lower", "upper", "exact"}}};
  Simulation simulation{options, 13};
  Agreement agreement;
  auto const trials = simulation.trials(2'000'000, 100'000);
  std::vector<double> points;
  for (int i = 0; i <= 8; ++i) points.push_back(i / 8.0);
  for (auto const& panel : panels()) {
    auto const instance = mechanisms::make(mechanisms::find(panel.mechanism), panel.values);
    mechanisms::Pair const pair{{0}, {1}, mechanisms::Relation::value, {}};
    auto const truth = instance.mechanism.privacy(pair).value();
    privacy::Claim const claim{epsilon, panel.delta};
    auto not_enclosed = 0, not_attained = 0;
    constexpr double rounding = 1e-9;
    for (int i = 0; i <= 100; ++i) {
      auto const at = i / 100.0;
      auto const add = [&](char const* series, double delta) {
        findings.table.add({{"panel", panel.name},
                            {"series", series},
                            {"epsilon", epsilon},
                            {"delta", panel.delta},
                            {"at_epsilon", at},
                            {"exact", delta}});
      };
      add("lesson", privacy::relaxed_delta_upper(claim, at));
      add("tight", privacy::relaxed_delta_tight(claim, at));
      add("exact", truth.delta(at));
      auto const lesson = privacy::relaxed_delta_upper(claim, at), tight = privacy::relaxed_delta_tight(claim, at);
      not_enclosed += truth.delta(at) > tight + rounding || tight > lesson + rounding;
      auto const [p, q] = panel.below(panel.cut(at));
      not_attained += std::fabs(Event{.p = p, .q = q}.exact_gap(at) - truth.delta(at)) > rounding;
    }
    agreement.equal(fmt::format("{}: epsilons' at which a bound is below the truth", panel.name), not_enclosed, 0);
    agreement.equal(fmt::format("{}: epsilons' at which the event measured is not the best one", panel.name),
                    not_attained, 0);
    auto const counted = [&](double x) {
      return simulation.releases(instance.mechanism, {x}, trials, points.size(),
                                 [&](mechanisms::ConstBatch batch, std::span<std::uint64_t> counts) {
                                   for (std::size_t i = 0; i < points.size(); ++i) {
                                     auto const cut = panel.cut(points[i]);
                                     for (auto const y : batch.column(0)) counts[i] += y < cut;
                                   }
                                 });
    };
    auto const under_d = counted(0), under_d_prime = counted(1);
    for (std::size_t i = 0; i < points.size(); ++i) {
      auto const [p, q] = panel.below(panel.cut(points[i]));
      Event const event{trials, under_d[i], under_d_prime[i], p, q};
      auto const gap = event.gap(points[i], band_level, points.size());
      findings.table.add({{"panel", panel.name},
                          {"series", "measured"},
                          {"epsilon", epsilon},
                          {"delta", panel.delta},
                          {"at_epsilon", points[i]},
                          {"trials", trials},
                          {"count_d", under_d[i]},
                          {"count_d_prime", under_d_prime[i]},
                          {"measured", gap.estimate},
                          {"lower", gap.lower},
                          {"upper", gap.upper},
                          {"exact", event.exact_gap(points[i])}});
      event.compare(agreement, fmt::format("{}: loss above {:g}", panel.name, points[i]));
    }
  }
  findings.comparisons = agreement.judge();
  findings.trials = {{"releases of each dataset, each panel", trials}};
  findings.settings = {
      {"pair", "0 and 1"},
      {"tight", "delta + (1 - delta) (e^epsilon - e^epsilon') / (1 + e^epsilon), attained by randomised response"}};
  findings.caption =
      fmt::format(
          "What a claim $(\\varepsilon, \\delta)$, $\\varepsilon = 1$ (diamond), implies at a smaller $\\varepsilon'$: "
          "the lesson's $\\delta + e^\\varepsilon - e^{{\\varepsilon'}}$ (dashed; above 1 it says nothing) and the "
          "best that the claim alone implies, $\\delta + (1 - \\delta)(e^\\varepsilon - e^{{\\varepsilon'}})/(1 + "
          "e^\\varepsilon)$ (dotted). They enclose the exact privacy profile (line) and the measured one (points: "
          "$P(E) - e^{{\\varepsilon'}} Q(E)$ of the event that the privacy loss exceeds $\\varepsilon'$, on {} "
          "releases of each dataset, exact bands, simultaneous over a panel at {:g}\\,\\% and mostly narrower than the "
          "points) of (a) Laplace noise, (b) Gaussian noise and (c) randomised response, which attains the second.",
          trials, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
