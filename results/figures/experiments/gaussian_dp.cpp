#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/privacy/composition.hpp"
#include "mechanisms/privacy/tradeoff.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/repeated_poll.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "sim/normal.hpp"
#include "verify/bounds/clopper_pearson.hpp"

// Row 19 (lecture, [DRS19]). The trade-off functions G_mu and tests on them; a lower bound on mu from the two errors of
// one test; and the central limit theorem: randomised response at mu / sqrt(k), k times, tends to G_mu.
namespace warner::results::experiments {
namespace {

namespace privacy = mechanisms::privacy;

double phi(double x) { return sim::normal_cdf(x); }

/// Reject 0 for 1 when the release of a number with N(0, 1 / mu^2) noise reaches 1/2 + step / mu.
struct HalfLine {
  double mu, step;
  double from() const { return 0.5 + step / mu; }
  double type_1() const { return phi(-mu * from()); }
  double type_2() const { return phi(mu * (from() - 1)); }
};

struct Errors {
  std::uint64_t type_1, type_2;
};

std::vector<Errors> errors_of(Simulation& simulation, std::span<HalfLine const> tests, std::uint64_t trials) {
  auto const gaussian = mechanism("gaussian-analytic", {{"sigma", 1 / tests.front().mu}, {"sensitivity", 1}});
  auto const reached_by = [&](double x) {
    return simulation.releases(gaussian, {x}, trials, tests.size(),
                               [&](mechanisms::ConstBatch batch, std::span<std::uint64_t> counts) {
                                 for (std::size_t i = 0; i < tests.size(); ++i)
                                   for (auto const y : batch.column(0)) counts[i] += y >= tests[i].from();
                               });
  };
  auto const under_d = reached_by(0), under_d_prime = reached_by(1);
  std::vector<Errors> errors;
  for (std::size_t i = 0; i < tests.size(); ++i) errors.push_back({under_d[i], trials - under_d_prime[i]});
  return errors;
}

/// mu >= Phi^-1(1 - alpha) - Phi^-1(beta) for every test, and it falls in both errors: their upper bounds at half the
/// level each certify it.
double mu_lower_bound(Errors const& errors, std::uint64_t trials, double level) {
  auto const alpha = verify::clopper_pearson_upper(errors.type_1, trials, level / 2),
             beta = verify::clopper_pearson_upper(errors.type_2, trials, level / 2);
  return alpha + beta >= 1 ? 0 : gaussian_quantile_above(alpha) + gaussian_quantile_above(beta);
}

void add_tests(Table& table, Agreement& agreement, Simulation& simulation, std::uint64_t trials) {
  double const mus[] = {0.5, 1, 2, 4};
  for (auto const mu : mus) {
    std::vector<HalfLine> tests;
    for (int i = -8; i <= 8; ++i) tests.push_back({mu, i * 0.25});
    auto const errors = errors_of(simulation, tests, trials);
    for (int i = 0; i <= 200; ++i) {
      auto const t = i / 200.0, alpha = t * t * (3 - 2 * t);
      table.add({{"panel", "tradeoff"},
                 {"series", "exact"},
                 {"mu", mu},
                 {"exact_type_1", alpha},
                 {"exact", privacy::gaussian_tradeoff(mu, alpha)}});
    }
    for (std::size_t i = 0; i < tests.size(); ++i) {
      auto const p = proportion_interval(errors[i].type_1, trials, band_level, 2 * std::size(mus) * tests.size());
      auto const q = proportion_interval(errors[i].type_2, trials, band_level, 2 * std::size(mus) * tests.size());
      table.add({{"panel", "tradeoff"},
                 {"series", "measured"},
                 {"mu", mu},
                 {"reject_from", tests[i].from()},
                 {"trials", trials},
                 {"rejected_d", errors[i].type_1},
                 {"accepted_d_prime", errors[i].type_2},
                 {"type_1", p.estimate},
                 {"type_1_lower", p.lower},
                 {"type_1_upper", p.upper},
                 {"measured", q.estimate},
                 {"lower", q.lower},
                 {"upper", q.upper},
                 {"exact_type_1", tests[i].type_1()},
                 {"exact", tests[i].type_2()}});
      agreement.proportion(fmt::format("type I, mu {:g}, release at least {:g}", mu, tests[i].from()), errors[i].type_1,
                           trials, tests[i].type_1());
      agreement.proportion(fmt::format("type II, mu {:g}, release at least {:g}", mu, tests[i].from()),
                           errors[i].type_2, trials, tests[i].type_2());
    }
  }
}

void add_certified(Table& table, Agreement& agreement, Simulation& simulation) {
  double const mus[] = {0.05, 0.1, 0.2, 0.5, 1, 2, 3, 4, 5, 6};
  std::uint64_t const all_trials[] = {1'000, simulation.trials(30'000, 5'000), simulation.trials(1'000'000, 25'000)};
  for (auto const trials : all_trials)
    for (auto const mu : mus) {
      HalfLine const test[] = {{mu, 0}};
      auto const errors = errors_of(simulation, test, trials).front();
      auto const bound =
          mu_lower_bound(errors, trials, band_level / static_cast<double>(std::size(mus) * std::size(all_trials)));
      table.add({{"panel", "certified"},
                 {"series", "measured"},
                 {"mu", mu},
                 {"reject_from", test[0].from()},
                 {"trials", trials},
                 {"rejected_d", errors.type_1},
                 {"accepted_d_prime", errors.type_2},
                 {"lower", bound},
                 {"exact", mu}});
      agreement.proportion(fmt::format("type I of the even test, mu {:g}, {} trials", mu, trials), errors.type_1,
                           trials, test[0].type_1());
      agreement.proportion(fmt::format("type II of the even test, mu {:g}, {} trials", mu, trials), errors.type_2,
                           trials, test[0].type_2());
    }
}

void add_limit(Table& table, Agreement& agreement, Simulation& simulation, std::uint64_t people) {
  for (std::uint64_t const k : {1, 4, 16, 64}) {
    RepeatedPoll const poll{1 / std::sqrt(static_cast<double>(k))};
    std::vector<privacy::Claim> const all(k, {poll.epsilon, 0});
    auto const law = privacy::optimal_composition_law(all).value();  // randomised response attains it
    for (int i = 0; i <= 400; ++i) {
      auto const alpha = i / 400.0;
      table.add({{"panel", "limit"},
                 {"series", "exact"},
                 {"mu", 1},
                 {"k", k},
                 {"exact_type_1", alpha},
                 {"exact", static_cast<double>(law.beta(alpha))},
                 {"limit", privacy::gaussian_tradeoff(1, alpha)}});
    }
    std::uint64_t const ks[] = {k};
    auto const under_d = ask_again(simulation, poll, false, ks, people).front(),
               under_d_prime = ask_again(simulation, poll, true, ks, people).front();
    for (std::uint64_t from = 1; from <= k; ++from) {
      auto const exact_p = poll.at_least(from, k, false), exact_q = poll.below(from, k, true);
      if (exact_p < 0.01 || exact_q < 0.01) continue;
      auto const rejected = reached(under_d, from), accepted = people - reached(under_d_prime, from);
      auto const p = proportion_interval(rejected, people, band_level, 100),
                 q = proportion_interval(accepted, people, band_level, 100);
      table.add({{"panel", "limit"},
                 {"series", "measured"},
                 {"mu", 1},
                 {"k", k},
                 {"reject_from", from},
                 {"trials", people},
                 {"rejected_d", rejected},
                 {"accepted_d_prime", accepted},
                 {"type_1", p.estimate},
                 {"type_1_lower", p.lower},
                 {"type_1_upper", p.upper},
                 {"measured", q.estimate},
                 {"lower", q.lower},
                 {"upper", q.upper},
                 {"exact_type_1", exact_p},
                 {"exact", exact_q},
                 {"limit", privacy::gaussian_tradeoff(1, exact_p)}});
      agreement.proportion(fmt::format("type I, {} or more yeses of {}", from, k), rejected, people, exact_p);
      agreement.proportion(fmt::format("type II, {} or more yeses of {}", from, k), accepted, people, exact_q);
    }
  }
}

}  // namespace

Findings gaussian_dp(FigureOptions const& options) {
  Findings findings{
      .table = Table{{"panel", "series", "mu", "k", "reject_from", "trials", "rejected_d", "accepted_d_prime", "type_1",
                      "type_1_lower", "type_1_upper", "measured", "lower", "upper", "exact_type_1", "exact", "limit"}}};
  Simulation simulation{options, 19};
  Agreement agreement;
  auto const trials = simulation.trials(1'000'000, 20'000);
  add_tests(findings.table, agreement, simulation, trials);
  add_certified(findings.table, agreement, simulation);
  add_limit(findings.table, agreement, simulation, trials);
  findings.comparisons = agreement.judge();
  findings.trials = {{"releases of each dataset, each panel", trials}};
  findings.settings = {
      {"certified mu", "Phi^-1(1 - alpha) - Phi^-1(beta), with upper bounds on both errors of the test at 1/2"},
      {"the limit", "an approximation, which bounds nothing"}};
  findings.caption =
      fmt::format(
          "Gaussian differential privacy. (a) $G_\\mu(\\alpha) = \\Phi(\\Phi^{{-1}}(1 - \\alpha) - \\mu)$ (curves) and "
          "tests of a number with Gaussian noise, each measured on {} releases of each dataset. (b) Share of $\\mu$ "
          "that one test, fixed beforehand, certifies: $\\Phi^{{-1}}(1 - \\alpha) - \\Phi^{{-1}}(\\beta)$ with exact "
          "upper bounds on both errors, at the numbers of releases shown; all bounds hold together with probability "
          "{:g}. (c) The central limit theorem of composition: trade-off functions of $k$ answers by randomised "
          "response at $\\varepsilon = 1/\\sqrt{{k}}$, less $G_1$: exact (curves) and measured (points at the exact "
          "type I error; bands simultaneous at {:g}\\,\\%). Below zero the limit promises more privacy than there is.",
          trials, 1 - band_level, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
