#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "mechanisms/central/gaussian.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/poll.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "verify/bounds/clopper_pearson.hpp"

// Row 7. The share of a fixed population that holds a property, estimated at each epsilon in four ways: a central count
// with Laplace or Gaussian noise, the poll by randomised response, and one category of k by k-ary randomised response.
// What is measured is the error that privacy costs: the population is fixed, its share is known.
namespace warner::results::experiments {
namespace {

constexpr std::uint64_t population = 10'000, holders = 1'000;  // one tenth: also one of k = 10 categories
constexpr int categories = 10;
constexpr double gaussian_delta = 1e-5;
constexpr double fixed_point = 1 << 20;  // squares are summed as integers in units of 2^-20 of the variance

/// A way of estimating: one estimate's error a draw, with the exact law of that error.
struct Estimate {
  char const* name;
  double root_mean_square;               ///< exact
  double excess_kurtosis;                ///< exact; the interval of the measured mean square needs it
  std::function<double(double)> within;  ///< exact Pr[|error| <= its argument]
  std::function<void(sim::Stream&, std::span<double>)> errors;  ///< draws, through the mechanism
};

/// The sum of two independent binomial counts (holders and others), centred and scaled: the local estimates. Its exact
/// law by convolution, over the counts that matter.
struct TwoBinomials {
  std::uint64_t a, b;
  double pa, pb;

  double mean() const { return static_cast<double>(a) * pa + static_cast<double>(b) * pb; }
  double variance() const { return static_cast<double>(a) * pa * (1 - pa) + static_cast<double>(b) * pb * (1 - pb); }
  double excess_kurtosis() const {
    auto const fourth = [](std::uint64_t n, double p) {
      return static_cast<double>(n) * p * (1 - p) * (1 - 6 * p * (1 - p));
    };
    return (fourth(a, pa) + fourth(b, pb)) / (variance() * variance());
  }
  /// Pr[|count - mean| <= distance].
  double within(double distance) const {
    auto const deviation = std::sqrt(static_cast<double>(a) * pa * (1 - pa)) * 12 + 12;
    auto const middle = static_cast<double>(a) * pa;
    auto const first = static_cast<std::uint64_t>(std::max(0.0, std::floor(middle - deviation)));
    auto const last = std::min(a, static_cast<std::uint64_t>(middle + deviation));
    auto total = 0.0;
    for (auto i = first; i <= last; ++i) {
      auto const mass = verify::binomial_at_most(i, a, pa) - (i == 0 ? 0 : verify::binomial_at_most(i - 1, a, pa));
      auto const low = std::ceil(mean() - distance - static_cast<double>(i)),
                 high = std::floor(mean() + distance - static_cast<double>(i));
      if (high < 0 || high < low) continue;
      auto const below = low <= 0 ? 0 : verify::binomial_at_most(static_cast<std::uint64_t>(low) - 1, b, pb);
      total += mass * std::max(0.0, verify::binomial_at_most(
                                        static_cast<std::uint64_t>(std::min(high, static_cast<double>(b))), b, pb) -
                                        below);
    }
    return total;
  }
};

Estimate local(char const* name, TwoBinomials const& law, double per_count,
               std::function<double(sim::Stream&)> answer_count) {
  return {name, std::sqrt(law.variance()) * per_count, law.excess_kurtosis(),
          [=](double e) { return law.within(e / per_count); },
          [=](sim::Stream& stream, std::span<double> out) {
            for (auto& error : out) error = (answer_count(stream) - law.mean()) * per_count;
          }};
}

Estimate poll(double epsilon) {
  auto const asks = mechanism("randomised-response", {{"epsilon", epsilon}});
  auto const p = Poll::truthful(epsilon);
  return local("poll", {holders, population - holders, (1 + p) / 2, (1 - p) / 2},
               1 / (p * static_cast<double>(population)), [asks](sim::Stream& stream) {
                 auto const from_holders = answers(asks, 1, 1, holders, stream);
                 return static_cast<double>(from_holders + answers(asks, 0, 1, population - holders, stream));
               });
}

Estimate k_ary(double epsilon) {
  auto const asks =
      mechanism("k-ary-randomised-response", {{"epsilon", epsilon}, {"k", static_cast<double>(categories)}});
  auto const other = 1 / (std::exp(epsilon) + categories - 1), keep = std::exp(epsilon) * other;
  return local("k-ary", {holders, population - holders, keep, other},
               1 / ((keep - other) * static_cast<double>(population)), [asks](sim::Stream& stream) {
                 auto found =
                     answers(asks, 1, 1, holders, stream);  // category 1 is asked for; the others hold equal shares
                 for (int category = 0; category < categories; ++category)
                   if (category != 1)
                     found += answers(asks, category, 1, (population - holders) / (categories - 1), stream);
                 return static_cast<double>(found);
               });
}

Estimate central(char const* name, mechanisms::AnyMechanism const& count, double deviation, double excess_kurtosis,
                 std::function<double(double)> within) {
  constexpr auto n = static_cast<double>(population), truth = static_cast<double>(holders);
  return {name, deviation / n, excess_kurtosis, [=](double e) { return within(e * n); },
          [=](sim::Stream& stream, std::span<double> out) {
            count.release({truth}, stream, {out.data(), out.size(), 1});
            for (auto& value : out) value = (value - truth) / n;
          }};
}

Estimate laplace(double epsilon) {
  return central("Laplace", mechanism("laplace", {{"epsilon", epsilon}, {"sensitivity", 1}}), std::sqrt(2.0) / epsilon,
                 3, [=](double e) { return -std::expm1(-e * epsilon); });
}

Estimate gaussian(double epsilon) {
  auto const deviation = mechanisms::central::analytic_gaussian_sigma(epsilon, gaussian_delta, 1);
  return central("Gaussian",
                 mechanism("gaussian-analytic", {{"epsilon", epsilon}, {"delta", gaussian_delta}, {"sensitivity", 1}}),
                 deviation, 0, [=](double e) { return std::erf(e / deviation / std::sqrt(2.0)); });
}

/// Sum of squares in fixed point, errors within one and within two exact root mean squares.
Counts measure(Simulation& simulation, Estimate const& estimate, std::uint64_t draws, std::uint64_t per_block) {
  return simulation.run((draws + per_block - 1) / per_block, 3,
                        [&](std::uint64_t block, sim::Stream& stream, std::span<std::uint64_t> counts) {
                          std::vector<double> errors(std::min(per_block, draws - block * per_block));
                          estimate.errors(stream, errors);
                          for (auto const error : errors) {
                            auto const z = std::fabs(error) / estimate.root_mean_square;
                            counts[0] += static_cast<std::uint64_t>(std::llround(z * z * fixed_point));
                            counts[1] += z <= 1;
                            counts[2] += z <= 2;
                          }
                        });
}

/// Errors against epsilon, of one estimate.
struct ErrorCurve {
  std::string estimate;
  std::vector<double> epsilon, measured, lower, upper, exact;
};

/// a in "error ~ epsilon^-a", by least squares between logarithms over the epsilons of [from, to]; with the interval
/// that follows from the points' own simultaneous bands, since a is linear in their logarithms.
void add_exponent(Table& table, ErrorCurve const& curve, double from, double to) {
  std::vector<std::size_t> points;
  auto mean = 0.0, square = 0.0;
  for (std::size_t i = 0; i < curve.epsilon.size(); ++i)
    if (from <= curve.epsilon[i] && curve.epsilon[i] <= to) points.push_back(i), mean += std::log(curve.epsilon[i]);
  mean /= static_cast<double>(points.size());
  for (auto const i : points) square += std::pow(std::log(curve.epsilon[i]) - mean, 2);
  auto measured = 0.0, lower = 0.0, upper = 0.0, exact = 0.0;
  for (auto const i : points) {
    auto const weight = -(std::log(curve.epsilon[i]) - mean) / square;
    measured += weight * std::log(curve.measured[i]);
    exact += weight * std::log(curve.exact[i]);
    lower += weight * std::log(weight > 0 ? curve.lower[i] : curve.upper[i]);
    upper += weight * std::log(weight > 0 ? curve.upper[i] : curve.lower[i]);
  }
  table.add({{"estimate", curve.estimate},
             {"from", from},
             {"to", to},
             {"exponent", measured},
             {"lower", lower},
             {"upper", upper},
             {"exact", exact}});
}

PaperTable exponents(std::vector<ErrorCurve> const& curves) {
  PaperTable print{Table{{"estimate", "from", "to", "exponent", "lower", "upper", "exact"}},
                   {{"estimate", "estimate"},
                    {"from", "ε from"},
                    {"to", "to"},
                    {"exponent", "exponent of 1/ε"},
                    {"lower", "at least"},
                    {"upper", "at most"},
                    {"exact", "exact"}}};
  for (auto const& curve : curves) {
    add_exponent(print.table, curve, 0.05, 0.5);
    add_exponent(print.table, curve, 1, 5);
  }
  return print;
}

}  // namespace

Findings privacy_accuracy(FigureOptions const& options) {
  Findings findings{.table = Table{{"estimate", "epsilon", "n", "estimates", "rmse", "rmse_lower", "rmse_upper",
                                    "rmse_exact", "within_one", "within_one_exact", "within_two", "within_two_exact"}}};
  Simulation simulation{options, 7};
  Agreement agreement;
  auto const central_draws = simulation.trials(1'000'000, 40'000), local_draws = simulation.trials(10'000, 400);
  constexpr double epsilons[] = {0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5};
  auto const points = 4 * std::size(epsilons);
  auto const z = gaussian_quantile_above(band_level / 2 / static_cast<double>(points));
  std::vector<ErrorCurve> curves;
  for (auto* make : {laplace, gaussian, poll, k_ary}) {
    auto& curve = curves.emplace_back();
    auto const is_central = make == laplace || make == gaussian;
    auto const draws = is_central ? central_draws : local_draws;
    for (auto const epsilon : epsilons) {
      auto const estimate = make(epsilon);
      auto const counts = measure(simulation, estimate, draws, is_central ? sim::block_size : 8);
      auto const n = static_cast<double>(draws), mean_square = static_cast<double>(counts[0]) / fixed_point / n;
      auto const half = z * std::sqrt((estimate.excess_kurtosis + 2) / n);  // of the mean square over the variance
      auto const root = [&](double share) { return estimate.root_mean_square * std::sqrt(std::max(0.0, share)); };
      auto const one = estimate.within(estimate.root_mean_square), two = estimate.within(2 * estimate.root_mean_square);
      auto const measured = root(mean_square), lower = root(mean_square / (1 + half)),
                 upper = root(half < 1 ? mean_square / (1 - half) : mean_square * 1e6);
      curve.estimate = estimate.name;
      curve.epsilon.push_back(epsilon);
      curve.measured.push_back(measured);
      curve.lower.push_back(lower);
      curve.upper.push_back(upper);
      curve.exact.push_back(estimate.root_mean_square);
      findings.table.add({{"estimate", estimate.name},
                          {"epsilon", epsilon},
                          {"n", population},
                          {"estimates", draws},
                          {"rmse", measured},
                          {"rmse_lower", lower},
                          {"rmse_upper", upper},
                          {"rmse_exact", estimate.root_mean_square},
                          {"within_one", counts[1]},
                          {"within_one_exact", one},
                          {"within_two", counts[2]},
                          {"within_two_exact", two}});
      agreement.proportion(
          fmt::format("{}, epsilon {}: errors within one exact root mean square", estimate.name, epsilon), counts[1],
          draws, one);
      agreement.proportion(
          fmt::format("{}, epsilon {}: errors within two exact root mean squares", estimate.name, epsilon), counts[2],
          draws, two);
    }
  }
  findings.comparisons = agreement.judge();
  findings.print = exponents(curves);
  findings.print->caption =
      "How fast errors fall: the exponent $a$ of an error that goes as $\\varepsilon^{-a}$, by least squares between "
      "logarithms over the values of $\\varepsilon$ that were simulated in a range, with the interval that follows "
      "from the simultaneous bands of the errors, and the same fit to the exact errors." +
      last_words(options.seed);
  findings.trials = {{"estimates at each epsilon, central", central_draws},
                     {"estimates at each epsilon, local", local_draws},
                     {"people asked for each local estimate", population}};
  findings.settings = {{"population", fmt::format("{}", population)},
                       {"holders", fmt::format("{}", holders)},
                       {"k", fmt::format("{}", categories)},
                       {"delta of the Gaussian", fmt::format("{:g}", gaussian_delta)},
                       {"bands", "central limit theorem for the mean square, exact kurtosis"}};
  findings.caption =
      fmt::format(
          "What privacy costs: root mean square error of the estimated share of {} people (one tenth hold the "
          "property) against $\\varepsilon$. Lines: exact; points: simulated, {} estimates each in the central model "
          "and {} in the local one. Guides: central $O(1/(\\varepsilon n))$, local $O(1/(\\varepsilon\\sqrt{{n}}))$, "
          "the latter for small $\\varepsilon$. Below: measured over exact, with simultaneous {:g}\\,\\% bands "
          "(central limit theorem for the mean square, with its exact variance). Gaussian at $\\delta = 10^{{-5}}$; "
          "$k$-ary randomised response over {} categories.",
          population, central_draws, local_draws, 100 * (1 - band_level), categories) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
