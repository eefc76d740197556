#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "mechanisms/local/poll.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "sim/variates.hpp"

// Row 4 (lesson, fig. 1, eq. 5). A person holds a yes with a known prior probability; the adversary sees one release
// and updates. Whatever she sees of an epsilon-private release, her belief stays between two curves; one randomised
// response lies on them.
namespace warner::results::experiments {
namespace {

/// One release that depends on the person's truth, and what the adversary looks at: whether it exceeds a threshold.
struct Adversary {
  std::string name;
  double epsilon;
  mechanisms::AnyMechanism release;
  mechanisms::Dataset yes, no;  ///< the datasets with the one truth and the other
  double above;
  double above_if_yes, above_if_no;  ///< exact probabilities that the release is above
};

Adversary answer_of(double epsilon) {
  auto const keep = 1 / (1 + std::exp(-epsilon));
  return {"randomised response",
          epsilon,
          mechanism("randomised-response", {{"epsilon", epsilon}}),
          {1},
          {0},
          0.5,
          keep,
          1 - keep};
}

/// A count with Laplace noise, the rest of which the adversary knows: is it nearer to 1 than to 0?
Adversary noisy_count(double epsilon) {
  auto const keep = 1 - std::exp(-epsilon / 2) / 2;
  return {"Laplace", epsilon, mechanism("laplace", {{"epsilon", epsilon}, {"sensitivity", 1}}), {1}, {0}, 0.5,
          keep,      1 - keep};
}

/// The sum of a poll of ten, of whose other nine she knows that four hold a yes: are there six answers of yes or more?
Adversary sum_of_ten(double epsilon) {
  mechanisms::Dataset no(10, 0.0);
  std::fill_n(no.begin(), 4, 1.0);
  auto yes = no;
  yes.back() = 1;
  mechanisms::local::Poll const poll{std::tanh(epsilon / 2), 10};
  auto const six_or_more = [&](mechanisms::Dataset const& dataset) {
    auto const log_mass = poll.log_pmf(dataset);
    auto total = 0.0;
    for (std::size_t k = 6; k < log_mass.size(); ++k) total += std::exp(log_mass[k]);
    return total;
  };
  return {"poll of ten",    epsilon,        mechanism("poll", {{"epsilon", epsilon}, {"n", 10}}), yes, no, 5.5,
          six_or_more(yes), six_or_more(no)};
}

/// Releases above the threshold where the truth is yes and where it is no, and releases not above, likewise.
Counts watch(Simulation& simulation, Adversary const& adversary, double prior, std::uint64_t trials) {
  auto const holds = sim::bernoulli_threshold(prior);
  return simulation.run((trials + sim::block_size - 1) / sim::block_size, 4,
                        [&](std::uint64_t block, sim::Stream& stream, std::span<std::uint64_t> counts) {
                          thread_local mechanisms::Releases memory;
                          auto const here = std::min(sim::block_size, trials - block * sim::block_size);
                          auto const with_yes = sim::count_bernoulli(stream, holds, here);
                          auto const see = [&](mechanisms::Dataset const& dataset, std::uint64_t n, std::size_t cell) {
                            if (n == 0) return;
                            auto const batch = memory.shaped(n, 1);
                            adversary.release.release(dataset, stream, batch);
                            auto const above = static_cast<std::uint64_t>(
                                std::ranges::count_if(batch.column(0), [&](double y) { return y > adversary.above; }));
                            counts[cell] += above;
                            counts[cell + 2] += n - above;
                          };
                          see(adversary.yes, with_yes, 0);
                          see(adversary.no, here - with_yes, 1);
                        });
}

double upper_bound(double epsilon, double prior) {
  return std::exp(epsilon) * prior / (1 + std::expm1(epsilon) * prior);
}
double lower_bound(double epsilon, double prior) { return prior / (std::exp(epsilon) - std::expm1(epsilon) * prior); }

}  // namespace

Findings poll_posterior(FigureOptions const& options) {
  Findings findings{
      .table = Table{{"panel", "series", "seen", "epsilon", "prior", "bound_lower", "bound_upper", "trials", "releases",
                      "holders", "posterior", "posterior_lower", "posterior_upper", "posterior_exact"}}};
  Simulation simulation{options, 4};
  Agreement agreement;
  auto const trials = simulation.trials(400'000, 20'000);
  constexpr double epsilons[] = {0.5, 1, 2, 4};
  std::vector<std::pair<char const*, Adversary>> adversaries;
  for (auto const epsilon : epsilons) {
    adversaries.push_back({"bounds", answer_of(epsilon)});
    for (int i = 0; i <= 100; ++i)
      findings.table.add({{"panel", "bounds"},
                          {"series", "exact"},
                          {"epsilon", epsilon},
                          {"prior", i / 100.0},
                          {"bound_lower", lower_bound(epsilon, i / 100.0)},
                          {"bound_upper", upper_bound(epsilon, i / 100.0)}});
  }
  for (auto* make : {answer_of, noisy_count, sum_of_ten}) adversaries.push_back({"adversaries", make(1)});
  constexpr int priors = 9;
  for (auto const& [panel, adversary] : adversaries) {
    for (int i = 1; i <= priors; ++i) {
      auto const prior = i / 10.0;
      auto const counts = watch(simulation, adversary, prior, trials);
      for (auto const above : {true, false}) {
        auto const cell = above ? 0u : 2u;
        auto const holders = counts[cell], releases = counts[cell] + counts[cell + 1];
        auto const if_yes = above ? adversary.above_if_yes : 1 - adversary.above_if_yes,
                   if_no = above ? adversary.above_if_no : 1 - adversary.above_if_no;
        auto const exact = prior * if_yes / (prior * if_yes + (1 - prior) * if_no);
        // Given how many releases looked so, those that came of a yes are a binomial number of them, of probability the
        // posterior.
        auto const band = proportion_interval(holders, releases, band_level, 2 * priors * adversaries.size());
        findings.table.add({{"panel", panel},
                            {"series", adversary.name},
                            {"seen", above ? "above" : "below"},
                            {"epsilon", adversary.epsilon},
                            {"prior", prior},
                            {"bound_lower", lower_bound(adversary.epsilon, prior)},
                            {"bound_upper", upper_bound(adversary.epsilon, prior)},
                            {"trials", trials},
                            {"releases", releases},
                            {"holders", holders},
                            {"posterior", band.estimate},
                            {"posterior_lower", band.lower},
                            {"posterior_upper", band.upper},
                            {"posterior_exact", exact}});
        agreement.proportion(fmt::format("{}: posterior of {} {}, epsilon {}, prior {}", panel, adversary.name,
                                         above ? "above" : "below", adversary.epsilon, prior),
                             holders, releases, exact);
      }
    }
  }
  findings.comparisons = agreement.judge();
  findings.trials = {{"people of each adversary at each prior", trials}};
  findings.settings = {
      {"posterior", "share of the people with a yes among those whose release looked so"},
      {"Laplace", "is the noisy count, 0 or 1, above 1/2?"},
      {"poll of ten", "of the others four hold a yes and five a no; are there six yes answers or more?"}};
  findings.caption =
      fmt::format(
          "What an adversary believes before and after she sees one $\\varepsilon$-private release about a person. (a) "
          "The bounds of the lesson's eq.~5 (lines, one pair for each $\\varepsilon$) and the share of yes among "
          "simulated people who answered yes (filled) and no (open) by randomised response, which lies on the bounds. "
          "(b) Three adversaries at $\\varepsilon = 1$ against the bounds (shaded): one randomised response, a count "
          "with Laplace noise above or below $1/2$, and the sum of a poll of ten the others of which she knows; "
          "dotted: exact posteriors. {} people for each adversary and prior; exact intervals, simultaneous over the "
          "figure ({:g}\\,\\%), are mostly smaller than the marks.",
          trials, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
