#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "sim/bits.hpp"
#include "sim/variates.hpp"

// Row 20 (lecture). Three attacks that differential privacy rules out, with their success beside what the guarantee
// allows any attack; and what it does not rule out: learning about everybody.
namespace warner::results::experiments {
namespace {

/// The standard Gaussian's distribution function.
double phi(double x) { return mechanisms::noise::Gaussian{1}.cdf(x); }

/// Pr[sum of two independent Laplace noises of scale 1 > t], t >= 0.
double two_laplace_above(double t) { return std::exp(-t) * (2 + t) / 4; }

struct Point {
  std::uint64_t right, trials;
  double exact;
};

class Panels {
 public:
  Panels(Findings& findings, Agreement& agreement) : findings_{findings}, agreement_{agreement} {}

  void add(char const* panel, std::string const& series, double x, Point const& point, std::optional<double> bound) {
    auto const band = proportion_interval(point.right, point.trials, band_level, 32);  // no panel has more points
    findings_.table.add({{"panel", panel},
                         {"series", series},
                         {"x", x},
                         {"trials", point.trials},
                         {"right", point.right},
                         {"measured", band.estimate},
                         {"lower", band.lower},
                         {"upper", band.upper},
                         {"exact", point.exact},
                         {"bound", bound ? Cell{*bound} : Cell{}}});
    agreement_.proportion(fmt::format("{}, {}, {:g}", panel, series, x), point.right, point.trials, point.exact);
  }

 private:
  Findings& findings_;
  Agreement& agreement_;
};

/// One person's bit, from noisy counts of those who hold a yes: of everybody, and of everybody but her, at epsilon / 2
/// each; or, where the adversary knows all the others already, of everybody at epsilon.
Point differencing(Simulation& simulation, double epsilon, bool knows_others, std::uint64_t trials) {
  constexpr double others = 1000;
  auto const count = mechanism("laplace", {{"epsilon", knows_others ? epsilon : epsilon / 2}, {"sensitivity", 1}});
  auto const blocks = (trials + sim::block_size - 1) / sim::block_size;
  auto const right =
      simulation.run(blocks, 1, [&](std::uint64_t block, sim::Stream& stream, std::span<std::uint64_t> counts) {
        thread_local mechanisms::Releases memory;
        auto const n = std::min(sim::block_size, trials - block * sim::block_size);
        auto const both = memory.shaped(n, 2);
        auto const bit =
            static_cast<double>(stream.word() >> 63);  // one secret a block; a guess is as often right for either
        count.release({others + bit}, stream, both.columns(0, 1));
        if (knows_others) std::ranges::fill(both.column(1), others);
        else count.release({others}, stream, both.columns(1, 1));
        for (std::size_t i = 0; i < n; ++i) counts[0] += (both(i, 0) - both(i, 1) > 0.5) == (bit == 1);
      });
  return {right[0], trials,
          knows_others ? mechanisms::noise::Laplace{1 / epsilon}.cdf(0.5) : 1 - two_laplace_above(epsilon / 4)};
}

constexpr std::size_t people = 64;

/// In place, the transform of Hadamard's matrix with entries 1 and -1.
void hadamard(std::span<double> x) {
  for (std::size_t half = 1; half < x.size(); half *= 2)
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!(i & half)) {
        auto const a = x[i], b = x[i + half];
        x[i] = a + b;
        x[i + half] = a - b;
      }
}

/// The secret bits of 64 people from `rounds` times 64 noisy answers, "how many more ones are in this half than in the
/// other?": least squares. The transform of independent Gaussian noise is independent, so every bit is a trial of its
/// own.
Point reconstruction(Simulation& simulation, std::size_t rounds, double sigma, std::uint64_t blocks) {
  constexpr std::size_t attacks = 64;
  auto const answers = mechanism("gaussian-analytic", {{"sigma", sigma}, {"k", people}});
  auto const right =
      simulation.run(blocks, 1, [&](std::uint64_t, sim::Stream& stream, std::span<std::uint64_t> counts) {
        thread_local mechanisms::Releases memory;
        auto const secret = stream.word();
        mechanisms::Dataset bits(people), truth;
        for (std::size_t i = 0; i < people; ++i) bits[i] = static_cast<double>(secret >> i & 1);
        truth = bits;
        hadamard(truth);
        std::vector<double> sums(attacks * people);
        for (std::size_t round = 0; round < rounds; ++round) {
          auto const batch = memory.shaped(attacks, people);
          answers.release(truth, stream, batch);
          for (std::size_t a = 0; a < attacks; ++a)
            for (std::size_t j = 0; j < people; ++j) sums[a * people + j] += batch(a, j);
        }
        for (std::size_t a = 0; a < attacks; ++a) {
          auto const guess = std::span{sums}.subspan(a * people, people);
          hadamard(guess);
          for (std::size_t i = 0; i < people; ++i)
            counts[0] += (guess[i] > 0.5 * static_cast<double>(rounds * people)) == (bits[i] == 1);
        }
      });
  return {right[0], blocks * attacks * people, phi(std::sqrt(static_cast<double>(rounds * people)) / (2 * sigma))};
}

constexpr std::uint64_t members = 20, attributes = 128;

/// Pr[K - N / 2 + shift + N(0, sd^2) > 0], K ~ Binomial(N, 1/2).
double score_above(std::uint64_t coins, double shift, double sd) {
  auto const n = static_cast<double>(coins);
  double sum = 0;
  for (std::uint64_t k = 0; k <= coins; ++k) {
    auto const x = static_cast<double>(k);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1) - n * std::log(2.0)) *
           phi((x - n / 2 + shift) / sd);
  }
  return sum;
}

/// Was she among the 20? Sums of 128 attributes with Gaussian noise; the adversary knows hers, and weighs how far the
/// sums lean her way. By symmetry she may have all attributes; the others have each with probability 1/2. A coin puts
/// her in, or a stranger in her place.
Point membership(Simulation& simulation, double mu, std::uint64_t trials) {
  constexpr std::uint64_t per_block = 64;
  auto const width = static_cast<double>(attributes), sigma = std::sqrt(width) / mu;
  auto const sums = mechanism("gaussian-analytic", {{"sigma", sigma}, {"k", width}});
  auto const right =
      simulation.run(trials / per_block, 1, [&](std::uint64_t, sim::Stream& stream, std::span<std::uint64_t> counts) {
        thread_local mechanisms::Releases memory;
        mechanisms::Dataset truth(attributes);
        auto const half = sim::bernoulli_threshold(0.5);
        for (std::uint64_t i = 0; i < per_block; ++i) {
          std::uint64_t const in = stream.word() >> 63;
          for (auto& sum : truth) sum = static_cast<double>(in + sim::count_bernoulli(stream, half, members - in));
          auto const batch = memory.shaped(1, attributes);
          sums.release(truth, stream, batch);
          double score = 0;
          for (std::size_t j = 0; j < attributes; ++j) score += batch(0, j) - static_cast<double>(members) / 2;
          counts[0] += (score > width / 4) == (in == 1);
        }
      });
  auto const sd = std::sqrt(width) * sigma;
  // In: d/2 + half a walk of (n - 1) d steps; out: half a walk of n d steps. The threshold is d/4.
  auto const exact =
      (score_above((members - 1) * attributes, width / 4, sd) + 1 - score_above(members * attributes, -width / 4, sd)) /
      2;
  return {right[0], trials / per_block * per_block, exact};
}

/// Smokers fall ill at 15 %, others at 5 %: are noisy counts of the ill, at epsilon for everybody, in the right order?
Point smoking(Simulation& simulation, double epsilon, double group, std::uint64_t trials) {
  auto const count = mechanism("laplace", {{"epsilon", epsilon}, {"sensitivity", 1}});
  auto const blocks = (trials + sim::block_size - 1) / sim::block_size;
  auto const right =
      simulation.run(blocks, 1, [&](std::uint64_t block, sim::Stream& stream, std::span<std::uint64_t> counts) {
        thread_local mechanisms::Releases memory;
        auto const n = std::min(sim::block_size, trials - block * sim::block_size);
        auto const both = memory.shaped(n, 2);
        count.release({0.15 * group}, stream, both.columns(0, 1));
        count.release({0.05 * group}, stream, both.columns(1, 1));
        for (std::size_t i = 0; i < n; ++i) counts[0] += both(i, 0) > both(i, 1);
      });
  return {right[0], trials, 1 - two_laplace_above(0.1 * group * epsilon)};
}

}  // namespace

Findings interpretation(FigureOptions const& options) {
  Findings findings{
      .table = Table{{"panel", "series", "x", "trials", "right", "measured", "lower", "upper", "exact", "bound"}}};
  Simulation simulation{options, 20};
  Agreement agreement;
  Panels panels{findings, agreement};
  auto const trials = simulation.trials(400'000, 20'000), candidates = simulation.trials(40'000, 1'280),
             blocks = simulation.trials(20, 1);

  for (auto const knows_others : {true, false})
    for (auto const epsilon : {0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0})
      panels.add("differencing", knows_others ? "one count" : "two counts", epsilon,
                 differencing(simulation, epsilon, knows_others, trials), 1 / (1 + std::exp(-epsilon)));

  for (std::size_t const rounds : {1, 2, 4, 8, 16, 32, 64}) {
    auto const asked = static_cast<double>(rounds * people);
    panels.add("reconstruction", "fixed noise", asked, reconstruction(simulation, rounds, 16, blocks),
               phi(std::sqrt(asked) / 32));
    panels.add("reconstruction", "fixed budget", asked, reconstruction(simulation, rounds, std::sqrt(asked), blocks),
               phi(0.5));
  }

  for (auto const mu : {0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0})
    panels.add("membership", "sums", mu, membership(simulation, mu, candidates), phi(mu / 2));

  for (auto const group : {20.0, 200.0, 2000.0})
    for (auto const epsilon : {0.01, 0.03, 0.1, 0.3, 1.0, 3.0})
      panels.add("smoking", fmt::format("{:g}", group), epsilon, smoking(simulation, epsilon, group, trials), {});

  findings.comparisons = agreement.judge();
  findings.trials = {{"differencing, smoking: trials a point", trials},
                     {"reconstruction: bits a point", blocks * 4096},
                     {"membership: candidates a point", candidates}};
  findings.settings = {{"reconstruction", "64 people; one bit moves each answer by 1; noise 16, or a total of mu = 1"},
                       {"membership", fmt::format("{} members, {} attributes", members, attributes)},
                       {"smoking", "15 % of smokers fall ill, 5 % of the others"}};
  findings.caption =
      fmt::format(
          "What differential privacy rules out, and what not. (a) Differencing: one person's bit from counts of "
          "everybody and of everybody but her, with noise at $\\varepsilon/2$ each, or, by an adversary who knows all "
          "the others, from one count at $\\varepsilon$; without noise both are always right. No attack is right more "
          "often than $e^\\varepsilon/(1 + e^\\varepsilon)$. (b) Reconstruction of 64 secret bits from many noisy "
          "answers by least squares. With the same noise on every answer the secret comes out, and $\\mu$ grows with "
          "the answers; with a fixed total budget, $\\mu = 1$, no number of answers helps beyond $\\Phi(\\mu/2)$. The "
          "attack attains both bounds. (c) Membership of one person among {} in a table of {} noisy sums; no attack "
          "exceeds $\\Phi(\\mu/2)$. (d) ``Smoking causes cancer'': how often noisy counts of the ill among smokers "
          "(15\\,\\%) and others (5\\,\\%), $m$ of each, come out in the right order: private statistics still teach "
          "about everybody. Thin lines join exact values; points are measured on {} trials each in (a) and (d), {} "
          "bits in (b) and {} candidates in (c); bands are simultaneous over a panel (at least {:g}\\,\\%); long "
          "dashes are what the guarantee allows any attack.",
          members, attributes, trials, blocks * 4096, candidates, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
