#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/local/poll.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/held_poll.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "verify/bounds/clopper_pearson.hpp"

// Row 5 (lesson, eq. 9-14). The poll's estimate of mu, over p and mu: its mean, which is mu, and n times its variance,
// which is v(p, mu). All that is kept of the polls are sums of counts and of their squares, integers.
namespace warner::results::experiments {
namespace {

constexpr std::uint64_t people = 400;

/// The counts within `width` standard deviations of the expected one: the same integers for the simulation and for the
/// exact law.
struct Around {
  std::uint64_t first, last;

  Around(Poll const& poll, double width) {
    auto const mean = static_cast<double>(poll.n) * poll.pi(), reach = width * std::sqrt(mean * (1 - poll.pi()));
    first = static_cast<std::uint64_t>(std::max(0.0, std::ceil(mean - reach)));
    last = static_cast<std::uint64_t>(std::min(static_cast<double>(poll.n), std::floor(mean + reach)));
  }
  bool holds(std::uint64_t count) const { return first <= count && count <= last; }
  double probability(Poll const& poll) const {
    auto const below = first == 0 ? 0 : verify::binomial_at_most(first - 1, poll.n, poll.pi());
    return 1 - below - (last == poll.n ? 0 : verify::binomial_at_least(last + 1, poll.n, poll.pi()));
  }
};

/// Sum of the counts, sum of their squares, counts within one and within two standard deviations.
Counts hold(Simulation& simulation, Poll const& poll, std::uint64_t polls) {
  std::optional<mechanisms::AnyMechanism> asks;
  if (poll.p < 1) asks = mechanism("randomised-response", {{"r", poll.p}});
  Around const one{poll, 1}, two{poll, 2};
  constexpr std::uint64_t per_block = 64;
  return simulation.run((polls + per_block - 1) / per_block, 4,
                        [&](std::uint64_t block, sim::Stream& stream, std::span<std::uint64_t> sums) {
                          for (auto left = std::min(per_block, polls - block * per_block); left > 0; --left) {
                            auto const count = held_poll(poll, asks, stream);
                            sums[0] += count;
                            sums[1] += count * count;
                            sums[2] += one.holds(count);
                            sums[3] += two.holds(count);
                          }
                        });
}

}  // namespace

Findings poll_accuracy(FigureOptions const& options) {
  Findings findings{.table = Table{{"series", "p", "epsilon", "mu", "n", "polls", "mean", "mean_lower", "mean_upper",
                                    "variance", "variance_lower", "variance_upper", "variance_exact", "within_one",
                                    "within_one_exact", "within_two", "within_two_exact"}}};
  Simulation simulation{options, 5};
  Agreement agreement;
  constexpr double truthful[] = {0.1, 0.25, 0.5, 0.75, 1};
  constexpr int steps = 10;
  constexpr auto points = std::size(truthful) * (steps + 1);
  auto const polls = simulation.trials(40'000, 1'000);
  auto const z = gaussian_quantile_above(band_level / 2 / static_cast<double>(points));
  for (auto const p : truthful) {
    auto const epsilon = p < 1 ? std::log1p(2 * p / (1 - p)) : std::numeric_limits<double>::infinity();
    for (int i = 0; i <= 100; ++i)
      findings.table.add({{"series", "exact"},
                          {"p", p},
                          {"epsilon", epsilon},
                          {"mu", i / 100.0},
                          {"variance_exact", mechanisms::local::poll_variance(p, i / 100.0)}});
    for (int i = 0; i <= steps; ++i) {
      Poll const poll{people, p, i / static_cast<double>(steps)};
      auto const sums = hold(simulation, poll, polls);
      auto const share = proportion_interval(sums[0], polls * people, band_level, points);
      auto const mu_of = [&](double ones) { return (ones - (1 - p) / 2) / p; };
      // n times the mean square of mu-hat - mu. Its band: the central limit theorem with the exact fourth moment of a
      // binomial.
      auto const n = static_cast<double>(people), held = static_cast<double>(polls), expected = n * poll.pi(),
                 spread = poll.pi() * (1 - poll.pi());
      auto const square = static_cast<double>(sums[1]) / held - 2 * expected * static_cast<double>(sums[0]) / held +
                          expected * expected;
      auto const variance = std::max(0.0, square) / (n * p * p), exact = mechanisms::local::poll_variance(p, poll.mu);
      auto const half = spread > 0 ? z * std::sqrt(((1 - 6 * spread) / (n * spread) + 2) / held) : 0;
      auto const one = Around{poll, 1}.probability(poll), two = Around{poll, 2}.probability(poll);
      findings.table.add({{"series", "simulated"},
                          {"p", p},
                          {"epsilon", epsilon},
                          {"mu", poll.mu},
                          {"n", people},
                          {"polls", polls},
                          {"mean", mu_of(share.estimate)},
                          {"mean_lower", mu_of(share.lower)},
                          {"mean_upper", mu_of(share.upper)},
                          {"variance", variance},
                          {"variance_lower", variance / (1 + half)},
                          {"variance_upper", variance / (1 - half)},
                          {"variance_exact", exact},
                          {"within_one", sums[2]},
                          {"within_one_exact", one},
                          {"within_two", sums[3]},
                          {"within_two_exact", two}});
      auto const where = fmt::format(", p = {}, mu = {}", p, poll.mu);
      agreement.proportion("yes answers" + where, sums[0], polls * people, poll.pi());
      agreement.proportion("estimates within one exact standard deviation" + where, sums[2], polls, one);
      agreement.proportion("estimates within two exact standard deviations" + where, sums[3], polls, two);
    }
  }
  findings.comparisons = agreement.judge();
  findings.trials = {{"polls at each p and mu", polls}, {"people in each poll", people}};
  findings.settings = {
      {"v(p, mu)", "mu/p - mu^2 + (1 - p)/(2 p^2) - (1 - p)^2/(4 p^2) - mu (1 - p)/p"},
      {"bands of the variance", "central limit theorem for the mean square, with its exact variance"},
      {"compared", "the yes answers of all polls, and the polls within one and two exact standard deviations"}};
  findings.caption =
      fmt::format(
          "The poll of $n = {}$ people who tell the truth with probability $p$ and else toss a coin, {} polls at each "
          "point. (a) $n$ times the variance of $\\hat\\mu$: exact, $v(p,\\mu) = \\mu(1-\\mu) + (1-p^2)/(4p^2)$, which "
          "is the lesson's eq.~14 (lines), and simulated. (b) Simulated over exact. (c) Mean of $\\hat\\mu$ less "
          "$\\mu$, in units of its deviation over all polls: $\\hat\\mu$ is unbiased. Bands hold simultaneously over "
          "each panel ({:g}\\,\\%): exact binomial intervals in (c), the central limit theorem for the mean square in "
          "(a) and (b).",
          people, polls, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
