#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/fixed_poll.hpp"
#include "results/figures/experiments/simulation.hpp"

// Row 17 (lecture). n students, of whom a share p cheated, tell the truth with probability 1/2 + gamma. The estimate of
// p is unbiased, with variance (1/4 - gamma^2) / (4 gamma^2 n) <= 1 / (16 gamma^2 n); how probable a large error is,
// exactly and by the inequalities of Chebyshev and Hoeffding; and how many students must be asked.
namespace warner::results::experiments {
namespace {

constexpr std::uint64_t class_size = 400;
constexpr double tail_gamma = 0.25, least_confidence = 0.05;

/// One student in five cheated.
FixedPoll students(std::uint64_t n, double gamma) { return {n / 5, n - n / 5, 0.5 + gamma, 0.5 - gamma}; }

mechanisms::AnyMechanism asks(double gamma) { return mechanism("randomised-response-gamma", {{"gamma", gamma}}); }

/// Bounds on Pr[|estimate - p| >= alpha], alpha = 1 / part.
double chebyshev(double variance_times_n, std::uint64_t n, double alpha) {
  return std::min(1.0, variance_times_n / (static_cast<double>(n) * alpha * alpha));
}
double hoeffding(double gamma, std::uint64_t n,
                 double alpha) {  // [H63]: answers lie in [0, 1], the estimate is their mean over 2 gamma
  return std::min(1.0, 2 * std::exp(-8 * gamma * gamma * alpha * alpha * static_cast<double>(n)));
}
double exact_variance(double gamma) { return (0.25 - gamma * gamma) / (4 * gamma * gamma); }
double variance_bound(double gamma) { return 1 / (16 * gamma * gamma); }

/// Counts that put the estimate closer than alpha = 1 / part to the truth, at gamma = 1/4: |yes - mean| < n / (2 part).
/// All of it in quarters of an answer, which are integers (mean = n / 4 + holders / 2), so ties are decided exactly.
FixedPoll::Counted closer(FixedPoll const& poll, std::uint64_t part) {
  auto const n = poll.holders + poll.others, mean = n + 2 * poll.holders;  // in quarters
  auto const reach = 2 * n / part;                                         // in quarters; n is a multiple of part
  auto const low = mean > reach ? mean - reach + 1 : 0, high = mean + reach - 1;
  return {(low + 3) / 4, std::min(n, high / 4)};
}

void add_variances(Table& table, Agreement& agreement, Simulation& simulation, std::uint64_t classes) {
  for (int i = 4; i <= 200; ++i) {
    auto const gamma = i / 400.0;
    table.add({{"panel", "variance"},
               {"series", "exact"},
               {"gamma", gamma},
               {"exact", exact_variance(gamma)},
               {"chebyshev", variance_bound(gamma)}});
  }
  constexpr double gammas[] = {0.02, 0.03, 0.05, 0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.48};
  auto const z = gaussian_quantile_above(band_level / 2 / static_cast<double>(std::size(gammas)));
  for (auto const gamma : gammas) {
    auto const poll = students(class_size, gamma);
    auto const held = hold(simulation, poll, asks(gamma), classes);
    auto const scale = 1 / (4 * gamma * gamma * poll.people()), square = held.mean_square(poll),
               half = held.relative_half_width(poll, z);
    table.add({{"panel", "variance"},
               {"series", "simulated"},
               {"gamma", gamma},
               {"n", class_size},
               {"classes", classes},
               {"measured", square * scale},
               {"lower", square * scale / (1 + half)},
               {"upper", square * scale / (1 - half)},
               {"exact", exact_variance(gamma)},
               {"chebyshev", variance_bound(gamma)}});
    auto const one = poll.within(std::sqrt(poll.variance())), two = poll.within(2 * std::sqrt(poll.variance()));
    agreement.proportion(fmt::format("estimates within one exact standard deviation, gamma = {}", gamma),
                         held.within_one, classes, poll.between(one.first, one.last));
    agreement.proportion(fmt::format("estimates within two exact standard deviations, gamma = {}", gamma),
                         held.within_two, classes, poll.between(two.first, two.last));
  }
}

/// Classes whose estimate errs by at least 1 / part.
std::uint64_t far_off(Simulation& simulation, FixedPoll const& poll, std::uint64_t part, std::uint64_t classes) {
  auto const near = closer(poll, part);
  auto const ask = asks(tail_gamma);
  constexpr std::uint64_t per_block = 64;
  return simulation.run((classes + per_block - 1) / per_block, 1,
                        [&](std::uint64_t block, sim::Stream& stream, std::span<std::uint64_t> counts) {
                          for (auto left = std::min(per_block, classes - block * per_block); left > 0; --left) {
                            auto const from_cheaters = answers(ask, 1, 1, poll.holders, stream);
                            counts[0] += !near.holds(from_cheaters + answers(ask, 0, 1, poll.others, stream));
                          }
                        })[0];
}

double exact_tail(FixedPoll const& poll, std::uint64_t part) {
  auto const near = closer(poll, part);
  return 1 - poll.between(near.first, near.last);
}

void add_tails(Table& table, Agreement& agreement, Simulation& simulation, std::uint64_t students_asked,
               std::uint64_t most) {
  constexpr std::uint64_t part = 20;
  constexpr std::uint64_t sizes[] = {40, 100, 200, 400, 600, 800, 1'200, 1'600, 2'000, 2'400, 3'000};
  auto const alpha = 1.0 / part;
  for (auto const n : sizes) {
    auto const poll = students(n, tail_gamma);
    auto const classes = std::min(most, students_asked / n), wrong = far_off(simulation, poll, part, classes);
    auto const band = proportion_interval(wrong, classes, band_level, std::size(sizes));
    auto const exact = exact_tail(poll, part);
    table.add({{"panel", "tail"},
               {"series", "simulated"},
               {"gamma", tail_gamma},
               {"alpha", alpha},
               {"n", n},
               {"classes", classes},
               {"far_off", wrong},
               {"measured", band.estimate},
               {"lower", band.lower},
               {"upper", band.upper},
               {"exact", exact},
               {"chebyshev", chebyshev(exact_variance(tail_gamma), n, alpha)},
               {"chebyshev_bound", chebyshev(variance_bound(tail_gamma), n, alpha)},
               {"hoeffding", hoeffding(tail_gamma, n, alpha)}});
    agreement.proportion(fmt::format("Pr[error >= {}], n = {}", alpha, n), wrong, classes, exact);
  }
}

/// The students needed for an error below 1 / part with probability at least 0.95. Exactly: the least multiple of 2
/// part (at which shares and ties are whole numbers) that is enough; the law is a lattice's, so a few larger ones may
/// fall short again by a hair.
void add_sizes(Table& table, Agreement& agreement, Simulation& simulation, std::uint64_t students_asked) {
  constexpr std::uint64_t parts[] = {5, 10, 20, 40};
  for (auto const part : parts) {
    auto const alpha = 1.0 / static_cast<double>(part), gamma = tail_gamma;
    auto n = 2 * part;
    for (; exact_tail(students(n, gamma), part) > least_confidence; n += 2 * part) {
    }
    auto const poll = students(n, gamma);
    auto const classes = students_asked / n, wrong = far_off(simulation, poll, part, classes);
    auto const band = proportion_interval(wrong, classes, band_level, std::size(parts));
    auto const exact = exact_tail(poll, part), square = alpha * alpha;
    table.add({{"panel", "size"},
               {"series", "simulated"},
               {"gamma", gamma},
               {"alpha", alpha},
               {"n", n},
               {"classes", classes},
               {"far_off", wrong},
               {"measured", band.estimate},
               {"lower", band.lower},
               {"upper", band.upper},
               {"exact", exact},
               {"chebyshev", std::ceil(exact_variance(gamma) / square / least_confidence)},
               {"chebyshev_bound", std::ceil(variance_bound(gamma) / square / least_confidence)},
               {"hoeffding", std::ceil(std::log(2 / least_confidence) / (8 * gamma * gamma * square))}});
    agreement.proportion(fmt::format("Pr[error >= {}] for as many students as needed, {}", alpha, n), wrong, classes,
                         exact);
  }
}

}  // namespace

Findings cheating_students(FigureOptions const& options) {
  Findings findings{.table = Table{{"panel", "series", "gamma", "alpha", "n", "classes", "far_off", "measured", "lower",
                                    "upper", "exact", "chebyshev", "chebyshev_bound", "hoeffding"}}};
  Simulation simulation{options, 17};
  Agreement agreement;
  auto const classes = simulation.trials(100'000, 2'000), asked = simulation.trials(200'000'000, 2'000'000),
             most = simulation.trials(1'000'000, 20'000);
  add_variances(findings.table, agreement, simulation, classes);
  add_tails(findings.table, agreement, simulation, asked, most);
  add_sizes(findings.table, agreement, simulation, asked);
  findings.comparisons = agreement.judge();
  findings.trials = {{"classes at each gamma, panel a", classes},
                     {"students asked at each n, panels b and c, about", asked},
                     {"classes at each n, at most", most}};
  findings.settings = {{"cheaters", "one student in five, the class is fixed"},
                       {"attempt 1, gamma = 1/2", "the truth: no error and no privacy"},
                       {"attempt 2, gamma = 0", "a coin: perfect privacy and no estimate"},
                       {"gamma of panels b and c", fmt::format("{}, epsilon = ln 3", tail_gamma)}};
  findings.caption =
      fmt::format(
          "Cheating students: each tells the truth with probability $1/2+\\gamma$; one in five cheated. (a) $n$ times "
          "the variance of $\\hat p$: exact, $(1/4-\\gamma^2)/(4\\gamma^2)$, the bound $1/(16\\gamma^2)$, and "
          "simulated ({} classes of {} at each $\\gamma$); without noise it is 0 and there is no privacy "
          "($\\gamma=1/2$), without information it is infinite ($\\gamma = 0$). (b) Probability of an error of {} or "
          "more at $\\gamma = 1/4$: exact, simulated (at most {} classes at each $n$), and by Chebyshev's and "
          "Hoeffding's inequalities. (c) Students needed for an error below $\\alpha$ with probability {}: exactly "
          "(the least multiple of $2/\\alpha$), and by the same inequalities; all grow like $1/(\\alpha^2\\gamma^2)$. "
          "Bands hold simultaneously over each panel ({:g}\\,\\%): exact in (b), the central limit theorem for the "
          "mean square in (a).",
          classes, class_size, 1.0 / 20, most, 1 - least_confidence, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
