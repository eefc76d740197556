#include <algorithm>
#include <cmath>

#include "mechanisms/central/approximate_bounds.hpp"
#include "mechanisms/central/dp_sgd_toy.hpp"
#include "mechanisms/central/histogram_thresholded.hpp"
#include "mechanisms/central/propose_test_release.hpp"
#include "mechanisms/central/stable_mode.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/integral.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

double share(std::vector<double> const& sample, auto const& holds) {
  return static_cast<double>(std::ranges::count_if(sample, holds)) / static_cast<double>(sample.size());
}

/// Within seven standard errors of a share: level 1e-11.
void check_share(double observed, double p, std::size_t n) {
  CHECK(std::fabs(observed - p) < 7 * std::sqrt(p * (1 - p) / static_cast<double>(n)) + 1e-9);
}

}  // namespace

TEST_CASE("the thresholded histogram spends delta on a name and epsilon on a count", "[mechanisms]") {
  auto const instance = made("histogram-thresholded");
  CHECK(parameter(instance, "threshold") == Approx(11.8198).epsilon(1e-5));
  CHECK(parameter(made("histogram-thresholded", {{"delta", 0.01}}), "threshold") == Approx(4.9120).epsilon(1e-4));
  auto const unique = instance.mechanism.privacy(instance.pairs[0]),
             two = instance.mechanism.privacy(instance.pairs[1]);
  for (double const t : {0.0, 1.0, 5.0}) CHECK(unique->delta(t) == Approx(1e-5).epsilon(1e-6));
  CHECK(std::isinf(unique->epsilon(0.9e-5)));
  CHECK(instance.mechanism.exact_epsilon(instance.pairs[0], 1e-5).value() == 0);
  for (double const t : {0.0, 0.4, 0.9})
    CHECK(two->delta(t) ==
          Approx(std::exp(-(parameter(instance, "threshold") - 2)) / 2 * (1 - std::exp(t - 1))).epsilon(1e-6));
  // 10 and 9 around a threshold between them and below: an atom and a density, by integration.
  auto const low = made("histogram-thresholded", {{"threshold", 9.5}});
  auto const mixed = low.mechanism.privacy(low.pairs[2]);
  noise::Laplace const noise{1};
  for (double const t : {0.0, 0.3, 0.8}) {
    auto const above = [&](double y) { return std::max(0.0, noise.pdf(y - 10) - std::exp(t) * noise.pdf(y - 9)); };
    auto const below = [&](double y) { return std::max(0.0, noise.pdf(y - 9) - std::exp(t) * noise.pdf(y - 10)); };
    auto const there = integral(above, 9.5, 10) + integral(above, 10, 40) +
                       std::max(0.0, noise.cdf(-0.5) - std::exp(t) * noise.cdf(0.5));
    auto const back = integral(below, 9.5, 10) + integral(below, 10, 40) +
                      std::max(0.0, noise.cdf(0.5) - std::exp(t) * noise.cdf(-0.5));
    CHECK(mixed->delta(t) == Approx(std::max(there, back)).epsilon(1e-6));
  }
  CHECK(mixed->epsilon(0) == Approx(1));
  CHECK(instance.mechanism.exact_epsilon({{1, 2}, {1, 3}, Relation::substitute, {}}, 0) == std::nullopt);
  CHECK_THROWS_WITH(made("histogram-thresholded", {{"threshold", 2}, {"delta", 1e-5}}),
                    Catch::Contains("threshold: 2 spends delta 0.18"));
  CHECK_THROWS_WITH(instance.mechanism.columns({1, 2, 3}),
                    Catch::Contains("3 categories where the release has room for 2"));
  CHECK_THROWS_WITH(instance.mechanism.columns({-1}), Catch::Contains("-1 is no category"));
}

// Shares at 1e-11; the twin, a threshold that is one lower, has e times the share.
TEST_CASE("names come out as often as the threshold lets them", "[mechanisms][statistical]") {
  auto const mechanism = made("histogram-thresholded", {{"delta", 0.05}}).mechanism;
  auto const threshold = central::threshold_for(1, 0.05);
  auto const columns = released(mechanism, {7, 7, 3}, "thresholded", many / 4);
  auto const named = [&](double category) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < columns[0].size(); ++i) count += columns[1][i] == category || columns[3][i] == category;
    return static_cast<double>(count) / static_cast<double>(columns[0].size());
  };
  check_share(named(3), 0.05, many / 4);
  check_share(named(7), std::exp(-(threshold - 2)) / 2, many / 4);
  CHECK(std::fabs(named(7) - std::exp(-(threshold - 3)) / 2) > 0.1);
  for (std::size_t i = 0; i < columns[0].size(); ++i) {
    CHECK_FALSE((columns[0][i] != (columns[1][i] != 0) + (columns[3][i] != 0)));
    if (columns[0][i] > 0 && !(columns[2][i] > threshold)) FAIL_CHECK("a count below the threshold came out");
  }
  auto const all = released(made("broken/histogram-unthresholded").mechanism, {7, 7, 3}, "unthresholded", 100);
  CHECK(std::ranges::all_of(all[0], [](double length) { return length == 2; }));
  auto const unthresholded = made("broken/histogram-unthresholded");
  CHECK(unthresholded.mechanism.privacy(unthresholded.pairs[0])->delta(9) == 1);
  CHECK(unthresholded.mechanism.exact_epsilon({{1, 1}, {1}, Relation::add_remove, {}}, 0).value() == Approx(1));
}

TEST_CASE("propose, test, release: the law of a pair is an atom and a density", "[mechanisms]") {
  central::ProposeTestRelease const mechanism{1, 1e-3, 5, 1, 0.1};
  CHECK(mechanism.distance({0, 0, 0, 1, 1}) == 0);
  CHECK(mechanism.answers({0, 0, 0, 1, 1}) == Approx(5e-4));  // delta / 2
  CHECK(mechanism.distance({0.5, 0.5, 0.5, 0.5, 0.5}) == 2);
  CHECK(mechanism.distance({0.5, 0.5, 0.5, 0.5, 1}) == 1);
  auto const instance = made("propose-test-release", {{"delta", 0.1}});
  noise::Laplace const answer{0.1};
  for (auto const& pair : instance.pairs) {
    central::ProposeTestRelease const same{1, 0.1, 5, 1, 0.1};
    auto const p = same.answers(pair.d), q = same.answers(pair.d_prime);
    auto const median = [](Dataset data) { return std::ranges::sort(data), data[2]; };
    auto const there = median(pair.d), back = median(pair.d_prime);
    for (double const t : {0.0, 0.5, 1.5}) {
      auto const way = [&](double a, double b, double x, double y) {
        auto const excess = [&](double z) {
          return std::max(0.0, a * answer.pdf(z - x) - std::exp(t) * b * answer.pdf(z - y));
        };
        std::vector<double> ends{-3, std::min(x, y), std::max(x, y), 4};
        double sum = std::max(0.0, (1 - a) - std::exp(t) * (1 - b));
        for (std::size_t i = 0; i < 3; ++i) sum += integral(excess, ends[i], ends[i + 1]);
        return sum;
      };
      CHECK(instance.mechanism.privacy(pair)->delta(t) ==
            Approx(std::max(way(p, q, there, back), way(q, p, back, there))).epsilon(1e-5).margin(1e-9));
    }
    CHECK(instance.mechanism.privacy(pair)->delta(2) <= 0.1);
  }
  CHECK_THROWS_WITH(made("propose-test-release", {{"n", 4}}), Catch::Contains("n: 4 records have no middle one"));
  CHECK_THROWS_WITH(made("propose-test-release", {{"beta", 1}}), Catch::Contains("beta: 1 is not below the range 1"));
}

TEST_CASE("stable modes and medians answer as often as their distance says", "[mechanisms][statistical]") {
  auto const median =
      released(made("propose-test-release", {{"delta", 0.1}}).mechanism, {0.5, 0.5, 0.4, 0.5, 0.5}, "median", many / 4);
  central::ProposeTestRelease const test{1, 0.1, 5, 1, 0.1};
  check_share(share(median[0], [](double flag) { return flag == 1; }), test.answers({0.5, 0.5, 0.4, 0.5, 0.5}),
              many / 4);
  std::vector<double> answers;
  for (std::size_t i = 0; i < median[0].size(); ++i)
    if (median[0][i] == 1) answers.push_back(median[1][i]);
    else CHECK_FALSE(median[1][i] != 0);
  CHECK(kolmogorov_smirnov(answers, [](double y) { return noise::Laplace{0.1}.cdf(y - 0.5); }) < ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(answers, [](double y) { return noise::Laplace{0.1}.cdf(y - 0.49); }) > ks_refutes_at_1e9);
  auto const mode =
      released(made("stable-mode", {{"delta", 0.1}, {"n", 5}}).mechanism, {2, 2, 2, 0, 2}, "mode", many / 4);
  central::StableMode const stable{1, 0.1, 5, 3};
  CHECK(stable.mode({2, 2, 2, 0, 2}).distance == 1);
  check_share(share(mode[0], [](double flag) { return flag == 1; }), stable.answers(1), many / 4);
  CHECK(std::fabs(share(mode[0], [](double flag) { return flag == 1; }) - stable.answers(2)) > 0.05);
  CHECK(mode[1] == [&] {
    auto copy = mode[0];
    for (auto& flag : copy) flag *= 2;
    return copy;
  }());
}

TEST_CASE("the distance of a mode is what enumeration finds", "[mechanisms]") {
  central::StableMode const stable{1, 1e-3, 5, 3};
  std::vector<Dataset> all{{}};
  for (int i = 0; i < 5; ++i) {
    std::vector<Dataset> next;
    for (auto const& data : all)
      for (double c = 0; c < 3; ++c) next.push_back(data), next.back().push_back(c);
    all = next;
  }
  for (auto const& data : all) {
    double fewest = 9;
    for (auto const& other : all) {
      double changes = 0;
      for (std::size_t i = 0; i < 5; ++i) changes += data[i] != other[i];
      if (stable.mode(other).category != stable.mode(data).category) fewest = std::min(fewest, changes);
    }
    CHECK(stable.mode(data).distance == fewest - 1);
  }
}

TEST_CASE("a stable mode spends delta / 2 where modes differ, and epsilon where they agree", "[mechanisms]") {
  auto const instance = made("stable-mode");
  CHECK(instance.mechanism.exact_epsilon(instance.pairs[0], 0).value() == Approx(1));
  for (double const t : {0.0, 1.0, 4.0}) CHECK(instance.mechanism.privacy(instance.pairs[1])->delta(t) == Approx(5e-4));
  CHECK_THROWS_WITH(made("stable-mode").mechanism.columns(Dataset(20, 3.0)),
                    Catch::Contains("3 is not one of 0, .., 2"));
}

TEST_CASE("steps of a toy descent are one subsampled Gaussian each", "[mechanisms]") {
  auto const one = made("dp-sgd-toy", {{"steps", 1}, {"m", 5}, {"sigma", 0.2}});  // mu = 1 / (m sigma) = 1, q = 0.5
  auto const known = one.mechanism.privacy(one.pairs[0]);
  for (auto const& [t, delta] : {std::pair{0.1, 0.16253}, {0.5, 0.079945}, {1.0, 0.028868}, {2.0, 0.0022721}})
    CHECK(known->delta(t) == Approx(delta).epsilon(1e-4));
  CHECK(known->epsilon(1e-5) == Approx(3.5340).epsilon(1e-4));
  // Without a memory (eta = 1) only the last step counts.
  auto const last = made("dp-sgd-toy", {{"steps", 3}, {"eta", 1}, {"sigma", 0.2}});
  CHECK(last.mechanism.exact_epsilon(last.pairs[0], 1e-5).value() == Approx(3.5340).epsilon(1e-4));
  auto const four = made("dp-sgd-toy");
  CHECK(four.mechanism.exact_epsilon(four.pairs[0], 1e-5).value() <
        std::get<ApproximateDp>(four.mechanism.guarantee()).epsilon);
  CHECK(four.mechanism.exact_epsilon({Dataset(10, 1.0), Dataset(10, 0.0)}, 1e-5) == std::nullopt);
  CHECK_THROWS_WITH(made("dp-sgd-toy", {{"m", 11}}), Catch::Contains("m: 11 of 10 records"));
}

// Level 1e-9; the twin believes that the record is in every other step for sure, its mean alike, its variance not.
TEST_CASE("the last iterate of a toy descent is a mixture of sixteen Gaussians", "[mechanisms][statistical]") {
  auto const instance = made("dp-sgd-toy", {{"sigma", 0.05}});
  auto const sample = released(instance.mechanism, instance.pairs[0].d, "descent", many / 2)[0];
  central::DpSgdToy const descent{{.sigma = 0.05}, 1e-5};
  auto const weights = descent.weights();
  auto const normal = [s = descent.deviation()](double z) { return std::erfc(-z / (s * std::sqrt(2.0))) / 2; };
  auto const mixture = [&](double y) {
    double sum = 0;
    for (unsigned in = 0; in < 16; ++in) {
      double mean = 0;
      for (std::size_t t = 0; t < 4; ++t) mean += (in >> t & 1) != 0 ? weights[t] / 5 : 0;
      sum += normal(y - mean) / 16;
    }
    return sum;
  };
  double half = 0;
  for (auto const w : weights) half += w / 10;
  CHECK(kolmogorov_smirnov(sample, mixture) < ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(sample, [&](double y) { return normal(y - half); }) > ks_refutes_at_1e9);
}

TEST_CASE("query-engine aggregates come close to their answers with much budget, and stay where they can lie",
          "[mechanisms]") {
  Dataset const records{0.25, 0.5, 0.5, 0.75, 3};  // clamped: mean 0.6, variance 0.065
  for (auto const& [name, answer] : {std::pair{"bounded-mean", 0.6},
                                     {"bounded-variance", 0.065},
                                     {"bounded-standard-deviation", std::sqrt(0.065)},
                                     {"bounded-quantiles", 0.5}}) {
    INFO(name);
    auto const close = released(made(name, {{"epsilon", 1e6}}).mechanism, records, name, 1000)[0];
    CHECK(std::ranges::all_of(close, [at = answer](double y) { return std::fabs(y - at) < 1e-3; }));
    auto const far =
        released(made(name, {{"epsilon", 0.1}, {"lower", -2}, {"upper", 5}}).mechanism, records, name, 10'000)[0];
    auto const low =
        std::string{name}.find("mean") != std::string::npos || std::string{name}.find("quantiles") != std::string::npos
            ? -2.0
            : 0.0;
    CHECK(std::ranges::all_of(far, [=](double y) { return y >= low && y <= 12.25; }));
    CHECK(std::ranges::count(far, far.front()) < 10'000);
  }
  auto const bounds = released(made("approximate-bounds", {{"epsilon", 10}}).mechanism,
                               {-3, -3, -3, -3, -3, -3, 0.5, 20, 20, 20, 20, 20, 20}, "bounds", 1000);
  CHECK(std::ranges::all_of(bounds[0], [](double y) { return y == -4; }));
  CHECK(std::ranges::all_of(bounds[1], [](double y) { return y == 32; }));
  auto const empty = released(made("approximate-bounds").mechanism, {}, "empty", 1000);
  CHECK(share(empty[0], [](double y) { return y == -256; }) < 0.2);  // relaxed to the one bin with most noise
  for (auto const* name :
       {"bounded-mean", "bounded-variance", "bounded-standard-deviation", "bounded-quantiles", "approximate-bounds"})
    CHECK(made(name).mechanism.exact_epsilon(made(name).pairs[0], 0) == std::nullopt);
}

// An empty histogram passes its threshold somewhere with probability 1 - success: here 0.3, seen as bounds of more than
// one bin or of any bin above it.
TEST_CASE("the threshold of approximate bounds keeps its promise", "[mechanisms]") {
  for (double const success : {0.7, 1 - 1e-9}) {
    central::ApproximateBounds const bounds{0.5, 2, 8, success};
    CHECK(std::pow(noise::Laplace{4}.cdf(bounds.threshold()), 18) == Approx(success).epsilon(1e-12));
  }
  CHECK_THROWS_WITH(made("approximate-bounds", {{"success_probability", 1}}),
                    Catch::Contains("success_probability: 1 is not in (0, 1)"));
}

// Level 1e-9 and power as in the shares: the mean of a single record at the upper bound, by the law of a ratio of two
// Laplace draws, by quadrature over the count.
TEST_CASE("a bounded mean has the law of its ratio", "[mechanisms][statistical]") {
  auto const sample = released(made("bounded-mean").mechanism, {1, 1, 1}, "ratio", many / 8)[0];
  auto const cdf = [](double scale) {
    return [=](double y) {  // Pr[1/2 + S / max(1, C) <= y], S around 3/2 with scale 1, C around 3 with scale 2
      if (y < 0) return 0.0;
      if (y >= 1) return 1.0;
      noise::Laplace const sum{scale}, count{2};
      auto const below = [&](double c) { return count.pdf(c - 3) * sum.cdf((y - 0.5) * c - 1.5); };
      return count.cdf(-2) * sum.cdf(y - 0.5 - 1.5) + integral(below, 1, 3) + integral(below, 3, 80);
    };
  };
  std::vector<double> observed;
  for (double const y : {0.1, 0.3, 0.5, 0.7, 0.9, 0.99}) {
    auto const p = share(sample, [=](double x) { return x <= y; });
    check_share(p, cdf(1)(y), many / 8);
    observed.push_back(std::fabs(p - cdf(1.3)(y)));
  }
  CHECK(std::ranges::max(observed) > 0.015);  // ten standard errors
}

// Frozen: a change here is value-breaking.
TEST_CASE("golden releases of streams, thresholds and aggregates", "[mechanisms][golden]") {
  CHECK(released(made("bounded-quantiles").mechanism, {0.2, 0.7, 0.7}, "golden", 3)[0] ==
        std::vector<double>{0.56091588213092192, 0.31743073123668708, 0.71966051716174195});
  CHECK(released(made("histogram-thresholded", {{"delta", 0.4}}).mechanism, {7, 7, 3}, "golden", 4)[2] ==
        std::vector<double>{0, 1.9988544886838984, 2.0525543391161554, 0});
  CHECK(released(made("dp-sgd-toy").mechanism, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "golden", 3)[0] ==
        std::vector<double>{0.037225934004043393, 0.51919334682383589, 0.81754470314789895});
  CHECK(released(made("smart-sum", {{"n", 3}, {"m", 2}}).mechanism, {1, 2, 3}, "golden", 2)[2] ==
        std::vector<double>{3.0159407483169347, 4.1664897696148593});
  CHECK(released(made("approximate-bounds").mechanism, {1, 3, 9}, "golden", 6)[0] ==
        std::vector<double>{8, -8, 8, 1, -4, 8});
  CHECK(released(made("broken/modulo-biased-geometric").mechanism, {1}, "golden", 10)[0] ==
        std::vector<double>{2, 2, 2, 0, 0, 0, 1, 0, 2, 0});
}

// Of two records 1 - Pr[the name comes out] rounds to 0 from epsilon = 37 on; silence has e^(-epsilon (count - T)) / 2.
TEST_CASE("a thresholded histogram keeps its claim where names all but certainly come out", "[mechanisms]") {
  for (double const epsilon : {1.0, 30.0, 40.0, 50.0, 400.0}) {
    INFO(epsilon);
    auto const instance = made("histogram-thresholded", {{"epsilon", epsilon}});
    for (auto const& pair : instance.pairs) {
      INFO(pair.label);
      auto const spent = instance.mechanism.exact_epsilon(pair, 1e-5);
      REQUIRE(spent.has_value());
      CHECK(*spent <= epsilon * (1 + 1e-12));
      if (pair.label == "10 and 9")
        CHECK(instance.mechanism.exact_epsilon(pair, 0).value() == Approx(epsilon).epsilon(1e-12));
    }
  }
}

TEST_CASE("one record alone is not shamed for nothing", "[mechanisms]") {
  CHECK_THROWS_WITH(made("name-and-shame", {{"n", 1}}), Catch::Contains("n: 1 is not a whole number from 2"));
}
