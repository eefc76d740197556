#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/central/gaussian.hpp"
#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/tradeoff.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "sim/variates.hpp"

// Row 18. The adversary rejects "the dataset is D" when the release falls into a set; p = Pr[reject | D], q = Pr[accept
// | D'] [WZ10]. The sets are fixed beforehand: half-lines (the best tests), intervals and the wrong half-lines (worse
// ones), and for a single answer of randomised response tests that toss a coin of their own.
namespace warner::results::experiments {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Reject a share `inside` of the releases in (low, high], and a share `outside` of the others, by a coin of the
/// adversary's own.
struct Test {
  char const* kind;
  double low, high;
  double inside = 1, outside = 0;
};

struct Errors {
  double type_1, type_2;
};

/// One mechanism at its claim, its exact laws, and the tests that are tried on it.
struct Panel {
  char const* name;
  char const* mechanism;
  mechanisms::ParameterValues values;
  double epsilon, delta;  // of its claim
  std::function<double(double)> tradeoff;
  std::function<double(double y, double location)> cdf;
  std::vector<Test> tests;
};

std::vector<Test> tests_on_the_line() {
  std::vector<Test> tests;
  for (int i = -12; i <= 20; ++i) tests.push_back({"half-line", i * 0.25 - 0.5, infinity});
  for (auto const from : {-1.0, 0.0, 0.5, 1.0})
    for (auto const width : {0.5, 1.0, 2.0, 4.0}) tests.push_back({"interval", from, from + width});
  for (int i = -3; i <= 5; ++i) tests.push_back({"wrong way", -infinity, i * 0.75 - 0.25});
  return tests;
}

std::vector<Test> tests_of_an_answer() {
  std::vector<Test> tests;
  for (auto const* kind : {"half-line", "wrong way"}) {
    auto const right = std::string_view{kind} == "half-line";  // reject on yes, or the wrong way round on no
    auto const low = right ? 0.5 : -infinity, high = right ? infinity : 0.5;
    for (int i = 1; i <= 6; ++i) tests.push_back({kind, low, high, i / 6.0, 0});
    for (int i = 1; i <= 5; ++i) tests.push_back({kind, low, high, 1, i / 6.0});
  }
  return tests;
}

std::vector<Panel> panels() {
  auto const epsilon = 1.0, gaussian_delta = 0.05;
  auto const of_laplace = [](double y, double x) { return mechanisms::noise::Laplace{1}.cdf(y - x); };
  auto const mu = 1 / mechanisms::central::analytic_gaussian_sigma(epsilon, gaussian_delta, 1);
  auto const of_gaussian = [mu](double y, double x) { return mechanisms::noise::Gaussian{1 / mu}.cdf(y - x); };
  auto const keep = std::exp(epsilon) / (1 + std::exp(epsilon));
  auto const of_answer = [keep](double y, double x) { return y < 0 ? 0 : y >= 1 ? 1 : x == 0 ? keep : 1 - keep; };
  return {
      {"Laplace",
       "laplace",
       {{"epsilon", epsilon}, {"sensitivity", 1}},
       epsilon,
       0,
       [=](double a) { return mechanisms::privacy::laplace_tradeoff(epsilon, a); },
       of_laplace,
       tests_on_the_line()},
      {"Gaussian",
       "gaussian-analytic",
       {{"epsilon", epsilon}, {"delta", gaussian_delta}, {"sensitivity", 1}},
       epsilon,
       gaussian_delta,
       [=](double a) { return mechanisms::privacy::gaussian_tradeoff(mu, a); },
       of_gaussian,
       tests_on_the_line()},
      {"randomised response",
       "randomised-response",
       {{"epsilon", epsilon}},
       epsilon,
       0,
       [=](double a) { return mechanisms::privacy::approximate_dp_tradeoff(epsilon, 0, a); },
       of_answer,
       tests_of_an_answer()},
  };
}

Errors exact_errors(Panel const& panel, Test const& test) {
  auto const reject = [&](double x) {
    auto const mass = panel.cdf(test.high, x) - panel.cdf(test.low, x);
    return test.inside * mass + test.outside * (1 - mass);
  };
  return {reject(0), 1 - reject(1)};
}

/// How many of `n` coins of this probability show heads. A sure coin is not tossed.
std::uint64_t tossed(sim::Stream& stream, double probability, std::uint64_t n) {
  if (probability == 0 || probability == 1) return probability == 0 ? 0 : n;
  return sim::count_bernoulli(stream, sim::bernoulli_threshold(probability), n);
}

/// How many of `trials` releases of M({x}) each test rejects. The adversary's coin comes from the run's own stream,
/// after the releases.
Counts rejections(Simulation& simulation, Panel const& panel, double x, std::uint64_t trials) {
  auto const m = mechanism(panel.mechanism, panel.values);
  auto const blocks = (trials + sim::block_size - 1) / sim::block_size;
  return simulation.run(blocks, panel.tests.size(),
                        [&](std::uint64_t block, sim::Stream& stream, std::span<std::uint64_t> counts) {
                          thread_local mechanisms::Releases memory;
                          auto const n = std::min(sim::block_size, trials - block * sim::block_size);
                          auto const batch = memory.shaped(n, 1);
                          m.release({x}, stream, batch);
                          for (std::size_t i = 0; i < panel.tests.size(); ++i) {
                            auto const& test = panel.tests[i];
                            std::uint64_t inside = 0;
                            for (auto const y : batch.column(0)) inside += test.low < y && y <= test.high;
                            counts[i] += tossed(stream, test.inside, inside);
                            counts[i] += tossed(stream, test.outside, n - inside);
                          }
                        });
}

}  // namespace

Findings hypothesis_test(FigureOptions const& options) {
  Findings findings{
      .table = Table{{"panel",        "series",        "epsilon", "delta",        "reject_above",     "reject_to",
                      "share_inside", "share_outside", "trials",  "rejected_d",   "accepted_d_prime", "type_1",
                      "type_1_lower", "type_1_upper",  "type_2",  "type_2_lower", "type_2_upper",     "exact_type_1",
                      "exact_type_2", "exact_tradeoff"}}};
  Simulation simulation{options, 18};
  Agreement agreement;
  auto const trials = simulation.trials(1'000'000, 50'000);
  for (auto const& panel : panels()) {
    for (int i = 0; i <= 200; ++i) {
      auto const t = i / 200.0, alpha = t * t * (3 - 2 * t);  // denser at both ends
      findings.table.add({{"panel", panel.name},
                          {"series", "exact"},
                          {"epsilon", panel.epsilon},
                          {"delta", panel.delta},
                          {"exact_type_1", alpha},
                          {"exact_tradeoff", panel.tradeoff(alpha)}});
    }
    auto const under_d = rejections(simulation, panel, 0, trials),
               under_d_prime = rejections(simulation, panel, 1, trials);
    for (std::size_t i = 0; i < panel.tests.size(); ++i) {
      auto const& test = panel.tests[i];
      auto const exact = exact_errors(panel, test);
      auto const accepted = trials - under_d_prime[i];
      auto const p = proportion_interval(under_d[i], trials, band_level, 2 * panel.tests.size());
      auto const q = proportion_interval(accepted, trials, band_level, 2 * panel.tests.size());
      findings.table.add({{"panel", panel.name},
                          {"series", test.kind},
                          {"epsilon", panel.epsilon},
                          {"delta", panel.delta},
                          {"reject_above", test.low},
                          {"reject_to", test.high},
                          {"share_inside", test.inside},
                          {"share_outside", test.outside},
                          {"trials", trials},
                          {"rejected_d", under_d[i]},
                          {"accepted_d_prime", accepted},
                          {"type_1", p.estimate},
                          {"type_1_lower", p.lower},
                          {"type_1_upper", p.upper},
                          {"type_2", q.estimate},
                          {"type_2_lower", q.lower},
                          {"type_2_upper", q.upper},
                          {"exact_type_1", exact.type_1},
                          {"exact_type_2", exact.type_2},
                          {"exact_tradeoff", panel.tradeoff(exact.type_1)}});
      auto const what = fmt::format("{}, {} ({:g}, {:g}], shares {:g}, {:g}", panel.name, test.kind, test.low,
                                    test.high, test.inside, test.outside);
      agreement.proportion("type I, " + what, under_d[i], trials, exact.type_1);
      agreement.proportion("type II, " + what, accepted, trials, exact.type_2);
    }
  }
  findings.comparisons = agreement.judge();
  findings.trials = {{"releases of each dataset, each panel", trials}};
  findings.settings = {{"pair", "x = 0 (D) and x = 1 (D')"},
                       {"bands", "simultaneous over both errors of all tests of a panel"}};
  findings.caption =
      fmt::format(
          "The adversary's tests of $D$ against $D'$: type I error $p$ and type II error $q$ at $\\varepsilon = 1$ "
          "(the Gaussian at $\\delta = 0.05$). Dashed: $p + e^\\varepsilon q = 1 - \\delta$ and $e^\\varepsilon p + q "
          "= 1 - \\delta$, below which no test may go (shaded). Curve: the exact trade-off function. Points: tests "
          "fixed beforehand, each measured on {} releases of each dataset. The Gaussian goes below the lines of pure "
          "privacy (dotted, $\\delta = 0$) and keeps those of its own claim. Bottom row: measured less exact type II "
          "error, with exact bands that are simultaneous over both errors of all tests of a panel ({:g}\\,\\%).",
          trials, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
