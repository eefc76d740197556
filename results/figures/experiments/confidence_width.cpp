#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/held_poll.hpp"
#include "results/figures/experiments/poll.hpp"
#include "results/figures/experiments/simulation.hpp"

// Row 6 (lesson, fig. 2, eq. 15-16). For each epsilon and n: the width that the central limit theorem promises, and how
// often its interval holds mu, by summing binomial probabilities and by holding polls; beside an interval that keeps
// its promise.
namespace warner::results::experiments {
namespace {

constexpr double alpha = 0.05, mu = 0.1;

/// 10, 18, 32, 56, 100, .. , 10^7: four a decade.
std::vector<std::uint64_t> sizes() {
  std::vector<std::uint64_t> all;
  for (int i = 4; i <= 28; ++i) all.push_back(static_cast<std::uint64_t>(std::llround(std::pow(10.0, i / 4.0))));
  return all;
}

struct Held {
  std::uint64_t polls = 0, clt_covers = 0, exact_covers = 0;
};

Held hold(Simulation& simulation, Poll const& poll, std::optional<mechanisms::AnyMechanism> const& asks,
          std::uint64_t polls) {
  auto const per_block = std::max<std::uint64_t>(1, sim::block_size / poll.n);
  auto const blocks = (polls + per_block - 1) / per_block;
  auto const counts =
      simulation.run(blocks, 2, [&](std::uint64_t block, sim::Stream& stream, std::span<std::uint64_t> cells) {
        auto const here = std::min(per_block, polls - block * per_block);
        for (std::uint64_t i = 0; i < here; ++i) {
          auto const ones = held_poll(poll, asks, stream);
          cells[0] += clt_covers(poll, ones, alpha);
          cells[1] += exact_covers(poll, ones, alpha);
        }
      });
  return {polls, counts[0], counts[1]};
}

}  // namespace

Findings confidence_width(FigureOptions const& options) {
  Findings findings{.table = Table{{"epsilon", "truthful", "n", "interval", "width", "coverage_exact", "polls",
                                    "covered", "coverage", "coverage_lower", "coverage_upper"}}};
  Simulation simulation{options, 6};
  Agreement agreement;
  auto const infinity = std::numeric_limits<double>::infinity();
  double const epsilons[] = {0.1, 0.5, 1, 3, infinity};
  auto const all_n = sizes();
  auto const people = simulation.trials(100'000'000, 2'000'000), most = simulation.trials(20'000, 2'000),
             least = simulation.trials(40, 0);
  auto const bands = 2 * std::size(epsilons) * all_n.size();
  std::uint64_t held_people = 0;
  for (auto const epsilon : epsilons) {
    auto const p = Poll::truthful(epsilon);
    std::optional<mechanisms::AnyMechanism> asks;
    if (std::isfinite(epsilon)) asks = mechanism("randomised-response", {{"epsilon", epsilon}});
    for (auto const n : all_n) {
      Poll const poll{n, p, mu};
      auto const typical = static_cast<std::uint64_t>(std::llround(static_cast<double>(n) * poll.pi()));
      auto const exact_typical = exact_interval(poll, typical, alpha);
      auto const polls = std::clamp(people / n, least, most);
      auto const held = polls == 0 ? Held{} : hold(simulation, poll, asks, polls);
      held_people += polls * n;
      auto const add = [&](char const* name, double width, double coverage, std::uint64_t covered) {
        if (polls == 0) {
          findings.table.add({{"epsilon", epsilon},
                              {"truthful", p},
                              {"n", n},
                              {"interval", name},
                              {"width", width},
                              {"coverage_exact", coverage}});
          return;
        }
        auto const band = proportion_interval(covered, polls, band_level, bands);
        findings.table.add({{"epsilon", epsilon},
                            {"truthful", p},
                            {"n", n},
                            {"interval", name},
                            {"width", width},
                            {"coverage_exact", coverage},
                            {"polls", polls},
                            {"covered", covered},
                            {"coverage", band.estimate},
                            {"coverage_lower", band.lower},
                            {"coverage_upper", band.upper}});
        agreement.proportion(fmt::format("coverage of the {} interval, epsilon {:g}, n = {}", name, epsilon, n),
                             covered, polls, coverage);
      };
      add("clt", clt_width(poll, alpha), clt_coverage(poll, alpha), held.clt_covers);
      add("exact", exact_typical.upper - exact_typical.lower, exact_coverage(poll, alpha), held.exact_covers);
    }
  }
  findings.comparisons = agreement.judge();
  findings.trials = {{"people asked, all polls together", held_people}, {"polls of each size, at most", most}};
  findings.settings = {{"mu", fmt::format("{:g}", mu)},
                       {"confidence", fmt::format("{:g}", 1 - alpha)},
                       {"quantile", "Phi^-1(1 - alpha/2), where the lesson prints Phi(1 - alpha/2)"}};
  findings.caption =
      fmt::format(
          "The poll of $n$ people by randomised response, $\\mu = {:g}$. (a) Width of the {:g}\\,\\% interval for "
          "$\\mu$ by the central limit theorem, $2\\,\\Phi^{{-1}}(1-\\alpha/2)\\sqrt{{v(p,\\mu)/n}}$: above 1 it says "
          "nothing, whatever it covers. (b) How often that interval holds $\\mu$: exactly, by sums of binomial "
          "probabilities (lines), and in simulated polls (points with simultaneous {:g}\\,\\% exact bands, {} polls a "
          "size at most; sizes with fewer than 2,000 polls are in the table only). (c) The same for the exact interval "
          "of Clopper and Pearson, carried over to $\\mu$, which keeps its promise at every $n$.",
          mu, 100 * (1 - alpha), 100 * (1 - band_level), most) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
