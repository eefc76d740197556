#include <algorithm>
#include <cmath>
#include <numeric>

#include "mechanisms/central/clamp_after_noise.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"
#include "tests/support/integral.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

privacy::PairPrivacy first(char const* name, ParameterValues const& values = {}) {
  auto const instance = made(name, values);
  return instance.mechanism.privacy(instance.pairs.front()).value();
}

}  // namespace

TEST_CASE("epsilon of what is clipped too late, or at the wrong width, or wraps around", "[mechanisms]") {
  CHECK(first("broken/clip-after-noise").epsilon(0) == Approx(10));
  CHECK(first("broken/clip-after-noise", {{"epsilon", 0.1}}).epsilon(0) == Approx(1));
  CHECK(first("clamp-after-noise").epsilon(0) == Approx(1));
  CHECK(first("broken/noise-each-record-then-clip").epsilon(0) == Approx(10));
  CHECK(first("broken/noise-each-record-then-clip", {{"n", 4}}).epsilon(0) == Approx(10));
  CHECK(first("broken/noise-each-record-then-clip", {{"record", 3}}).epsilon(0) == Approx(3));
  auto const control = made("broken/noise-each-record-then-clip");
  CHECK(control.mechanism.exact_epsilon(control.pairs[1], 0).value() == Approx(1));  // records in [0, 1]
  CHECK(first("broken/two-sided-clip-wrong-sensitivity").epsilon(0) == Approx(2));
  CHECK(first("broken/wrapping-sum").epsilon(0) == 4294967295.0);
  CHECK(first("broken/wrapping-sum").delta(1) == Approx(1));
  CHECK(made("broken/float-sum-order").mechanism.exact_epsilon(made("broken/float-sum-order").pairs[0], 0).value() ==
        64);
  CHECK(made("broken/float-sum-order").mechanism.exact_epsilon(made("broken/float-sum-order").pairs[0], 0.1) ==
        std::nullopt);
}

TEST_CASE("the profile of a clamped sum is two atoms and a density", "[mechanisms]") {
  noise::Laplace const noise{1};
  for (auto const& [there, back] : {std::pair{0.0, 10.0}, {0.0, 1.0}, {0.3, 0.9}, {-2.0, 3.0}}) {
    auto const known = clamped_laplace_pair(noise, there, back);
    for (double const t : {0.0, 0.5, 2.0}) {
      auto const way = [&](double a, double b) {
        auto const excess = [&](double y) { return std::max(0.0, noise.pdf(y - a) - std::exp(t) * noise.pdf(y - b)); };
        std::vector<double> ends{0, std::clamp(a, 0.0, 1.0), std::clamp(b, 0.0, 1.0), 1};
        std::ranges::sort(ends);
        double sum = std::max(0.0, noise.cdf(-a) - std::exp(t) * noise.cdf(-b)) +
                     std::max(0.0, (1 - noise.cdf(1 - a)) - std::exp(t) * (1 - noise.cdf(1 - b)));
        for (std::size_t i = 0; i < 3; ++i)
          if (ends[i + 1] > ends[i]) sum += integral(excess, ends[i], ends[i + 1]);
        return sum;
      };
      CHECK(known.delta(t) == Approx(std::max(way(there, back), way(back, there))).epsilon(1e-6).margin(1e-9));
    }
  }
}

// Level 1e-9; the twin's scale is 10 % off.
TEST_CASE("late clipping releases what it says", "[mechanisms][statistical]") {
  auto const clamped =
      released(made("broken/clip-after-noise", {{"n", 2}}).mechanism, {0.25, 0.5}, "clip", many / 4)[0];
  std::vector<double> inside;
  for (auto const y : clamped)
    if (y > 0 && y < 1) inside.push_back(y);
  auto const cdf = [](double scale) {
    noise::Laplace const noise{scale};
    return [=](double y) { return (noise.cdf(y - 0.75) - noise.cdf(-0.75)) / (noise.cdf(0.25) - noise.cdf(-0.75)); };
  };
  CHECK(kolmogorov_smirnov(inside, cdf(1)) < ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(inside, cdf(0.5)) > ks_refutes_at_1e9);
  auto const zeros = [](std::vector<double> const& sample) {
    return static_cast<double>(std::ranges::count(sample, 0.0)) / static_cast<double>(sample.size());
  };
  CHECK(zeros(clamped) == Approx(std::exp(-0.75) / 2).margin(0.007));  // seven standard errors
  auto const each =
      released(made("broken/noise-each-record-then-clip", {{"n", 2}}).mechanism, {0, 1}, "each", many / 4)[0];
  CHECK(zeros(each) == Approx(std::exp(-1) / 4).margin(0.005));
  auto const mean = std::accumulate(each.begin(), each.end(), 0.0) / static_cast<double>(each.size());
  CHECK(mean == Approx(1).margin(0.008));  // by symmetry
}

TEST_CASE("the exact count in the scale shows in the tail alone, as catalogued", "[mechanisms]") {
  struct Row {
    double n, at_01, at_05, at_1;
  };
  for (auto const& [n, at_01, at_05, at_1] : {Row{1, 0.2262, 0.1516, 0.0920}, Row{2, 0.1213, 0.0545, 0.0201},
                                              Row{5, 0.0406, 0.0055, 4.5e-4}, Row{10, 0.0129, 2.4e-4, 1.6e-6}}) {
    auto const known = first("broken/mean-true-count", {{"n", n}});
    CHECK(known.delta(0.1) == Approx(at_01).margin(6e-5));
    CHECK(known.delta(0.5) == Approx(at_05).margin(6e-5).epsilon(0.03));
    CHECK(known.delta(1) == Approx(at_1).epsilon(0.04).margin(n < 5 ? 6e-5 : 0));
    CHECK(std::isinf(known.epsilon(0)));
  }
  CHECK(first("broken/mean-true-count", {{"n", 100}}).delta(0.1) == Approx(1.7e-7).epsilon(0.05));
  CHECK(first("broken/mean-true-count", {{"true_scale", 0}}).epsilon(0) == 0);  // zeros have one mean, whatever divides
  auto const divided = made("broken/mean-true-count", {{"n", 4}, {"true_scale", 0}}).mechanism;
  CHECK(divided.exact_epsilon({{1, 0, 0, 0, 0}, {1, 0, 0, 0}, Relation::add_remove, {}}, 0).value() == Approx(0.2));
  auto const sample = released(made("broken/mean-true-count").mechanism, {1, 0, 0, 1}, "mean", many / 4)[0];
  CHECK(kolmogorov_smirnov(sample, [](double y) { return noise::Laplace{0.25}.cdf(y - 0.5); }) < ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(sample, [](double y) { return noise::Laplace{0.275}.cdf(y - 0.5); }) > ks_refutes_at_1e9);
}

TEST_CASE("NaN, lengths and domains are given away", "[mechanisms]") {
  for (auto const* name : {"broken/nan-survives-clip", "broken/length-leak", "broken/domain-from-data"}) {
    INFO(name);
    CHECK(first(name).delta(7) == 1);
    CHECK(std::isinf(first(name).epsilon(0.5)));
  }
  auto const nan = made("broken/nan-survives-clip");
  CHECK(std::ranges::all_of(released(nan.mechanism, nan.pairs[0].d_prime, "nan", 100)[0],
                            [](double y) { return std::isnan(y); }));
  CHECK(nan.mechanism.exact_epsilon({{0}, {5}}, 0).value() == Approx(1));  // what is a number is clipped
  auto const length = released(made("broken/length-leak").mechanism, {1, 2}, "length", 100);
  CHECK(length.size() == 5);
  CHECK(std::ranges::all_of(length[0], [](double y) { return y == 2; }));
  CHECK(std::ranges::all_of(length[4], [](double y) { return y == 0; }));
  auto const domain = made("broken/domain-from-data");
  CHECK(domain.mechanism.exact_epsilon(domain.pairs[1], 0).value() == Approx(0.25));
  auto const released_domain = released(domain.mechanism, {0.5, -3, 2, 1, 1}, "domain", 100);
  CHECK(released_domain[0][7] == -3);
  CHECK(released_domain[1][7] == 2);
  CHECK_THROWS_WITH(made("broken/length-leak").mechanism.columns({1, 2, 3, 4, 5}),
                    Catch::Contains("5 records where the release has room for 4"));
}

TEST_CASE("integers modulo d are biased as catalogued", "[mechanisms]") {
  auto const instance = made("broken/modulo-biased-geometric");
  CHECK(parameter(instance, "w") == 6);
  CHECK(instance.pairs.front().label == "1 and 2");
  CHECK(std::get<PureDp>(instance.mechanism.guarantee()).epsilon == Approx(std::log(1.25)));
  CHECK(instance.mechanism.exact_epsilon(instance.pairs.front(), 0).value() == Approx(std::log(1.4)));
  CHECK(instance.mechanism.exact_epsilon(instance.pairs[1], 0).value() == Approx(std::log(1.25)));  // no excess
  CHECK(first("broken/modulo-biased-geometric").delta(std::log(1.25)) == Approx(0.0117).epsilon(0.01));
  CHECK(first("broken/modulo-biased-geometric", {{"w", 8}}).epsilon(0) == Approx(0.25672).epsilon(1e-4));
  auto const few = first("broken/modulo-biased-geometric", {{"n", 5}, {"k", 3}, {"w", 16}});
  CHECK(std::isinf(few.epsilon(0)));
  CHECK(few.delta(std::log(1.125)) == Approx(0.0877).epsilon(0.01));
  for (double const w : {17.0, 32.0})
    CHECK(first("broken/modulo-biased-geometric", {{"n", 5}, {"k", 3}, {"w", w}}).epsilon(0) ==
          Approx(std::log(1.125)).epsilon(1e-3));
  auto const sample = released(instance.mechanism, {2}, "modulo", many / 4)[0];
  auto const pmf = [](AnyMechanism const& mechanism) {
    return [=](double y) { return std::exp(log_density(mechanism, {2}, {y})); };
  };
  CHECK_FALSE(chi_squared(sample, pmf(instance.mechanism)).refutes_at_1e9());
  CHECK(chi_squared(sample, pmf(made("truncated-geometric", {{"n", 2}, {"k", 2}}).mechanism))
            .refutes_at_1e9());  // what it should be
}

TEST_CASE("what is added late or wraps around says what is wrong with parameters and data", "[mechanisms]") {
  CHECK_THROWS_WITH(made("broken/noise-each-record-then-clip", {{"record", 1}}),
                    Catch::Contains("record: 1 is not above 1"));
  CHECK_THROWS_WITH(made("broken/wrapping-sum").mechanism.columns({0.5, 1}), Catch::Contains("0.5 is not an integer"));
  CHECK_THROWS_WITH(made("clamp-after-noise").mechanism.columns({std::nan("")}),
                    Catch::Contains("nan is not a finite number"));
  CHECK_THROWS_WITH(made("broken/modulo-biased-geometric", {{"w", 63}}),
                    Catch::Contains("w: 63 is not a whole number"));
  CHECK_THROWS_WITH(made("broken/mean-true-count").mechanism.columns({}), Catch::Contains("0 records have no mean"));
}
