#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

AnyMechanism median_of(double epsilon, double n, double m) {
  return made("private-median", {{"epsilon", epsilon}, {"n", n}, {"m", m}}).mechanism;
}

/// The largest epsilon over all datasets (as multisets) and all substitutions.
double largest_over_all(AnyMechanism const& median, std::size_t n, int m) {
  double largest = 0;
  Dataset d;
  std::function<void(int)> const visit = [&](int least) {
    if (d.size() < n) {
      for (int x = least; x <= m; ++x) {
        d.push_back(x);
        visit(x);
        d.pop_back();
      }
      return;
    }
    for (std::size_t i = 0; i < n; ++i)
      for (int x = static_cast<int>(d[i]) + 1; x <= m; ++x)
        largest = std::max(largest, median.exact_epsilon(substitute(d, i, x), 0).value());
  };
  visit(0);
  return largest;
}

}  // namespace

// Level 1e-9 a check; the wrong twin is 10 % off in epsilon, which moves masses near 0.1 by per cents of themselves:
// hundreds in the statistic.
TEST_CASE("medians follow softmax of their utilities", "[mechanisms][statistical]") {
  auto const mechanism = made("private-median").mechanism, other = made("private-median", {{"epsilon", 1.1}}).mechanism;
  Dataset const records{0, 0, 8, 9, 9};
  auto const sample = released(mechanism, records, "private-median")[0];
  auto const pmf = [&](AnyMechanism const& m) {
    return [law = masses(m, records, 0, 10)](double y) {
      return y >= 0 && y <= 10 ? law[static_cast<std::size_t>(y)] : 0;
    };
  };
  CHECK_FALSE(chi_squared(sample, pmf(mechanism)).refutes_at_1e9());
  CHECK(chi_squared(sample, pmf(other)).refutes_at_1e9());
}

// By enumeration elsewhere, printed to five digits.
TEST_CASE("epsilon of the median over all datasets", "[mechanisms]") {
  CHECK(largest_over_all(median_of(1, 3, 4), 3, 4) == Approx(0.59262).epsilon(1e-4));
  CHECK(largest_over_all(median_of(1, 5, 10), 5, 10) == Approx(0.84748).epsilon(1e-4));
  CHECK(largest_over_all(median_of(0.1, 5, 10), 5, 10) == Approx(0.082196).epsilon(1e-4));
  auto const median = made("private-median");
  CHECK(median.mechanism.exact_epsilon(median.pairs[0], 0).value() ==
        Approx(0.84748).epsilon(1e-4));  // the default pair is the worst
  CHECK(median.mechanism.exact_epsilon(median.pairs[1], 0).value() == Approx(0.25));
}

// Level 1e-9; the wrong twin has epsilon 10 % off.
TEST_CASE("quantiles follow their step density", "[mechanisms][statistical]") {
  auto const cdf = [](AnyMechanism const& m, Dataset const& records) {
    return [&m, records](double y) {
      std::vector<double> edges{0, 1, y};
      for (auto const x : records) edges.push_back(x);
      std::ranges::sort(edges);
      double sum = 0;
      for (std::size_t i = 0; i + 1 < edges.size() && edges[i] < y; ++i)
        sum += (edges[i + 1] - edges[i]) * std::exp(log_density(m, records, {(edges[i] + edges[i + 1]) / 2}));
      return sum;
    };
  };
  Dataset const records{0.6, 0.1, 0.1, 0.65, 0.9};
  auto const mechanism = made("private-quantile").mechanism,
             other = made("private-quantile", {{"epsilon", 1.1}}).mechanism;
  auto const sample = released(mechanism, records, "private-quantile", many / 4)[0];
  CHECK(cdf(mechanism, records)(1) == Approx(1).epsilon(1e-12));
  CHECK(kolmogorov_smirnov(sample, cdf(mechanism, records)) < ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(sample, cdf(other, records)) > ks_refutes_at_1e9);
}

TEST_CASE("epsilon of a quantile is the largest log ratio between records", "[mechanisms]") {
  auto const instance = made("private-quantile", {{"q", 0.25}, {"lower", -1}, {"upper", 3}});
  for (auto const& pair : instance.pairs) {
    std::vector<double> places;
    for (double y = -0.9995; y < 3; y += 0.001) places.push_back(y);
    CHECK(instance.mechanism.exact_epsilon(pair, 0).value() ==
          Approx(largest_log_ratio(instance.mechanism, pair, places)).epsilon(1e-12));
  }
  CHECK(log_density(instance.mechanism, instance.pairs[0].d, {3.5}) == -INFINITY);
}

// Frozen: a change here is value-breaking.
TEST_CASE("golden releases of medians and quantiles", "[mechanisms][golden]") {
  CHECK(released(made("private-median").mechanism, {0, 0, 8, 9, 9}, "golden", 8)[0] ==
        std::vector<double>{10, 1, 1, 5, 8, 2, 7, 9});
  CHECK(released(made("private-quantile").mechanism, {0.6, 0.1, 0.1, 0.65, 0.9}, "golden", 3)[0] ==
        std::vector<double>{0.86201970222323343, 0.40564448008320797, 0.82473724795734116});
}

TEST_CASE("medians and quantiles say what is wrong with their parameters and data", "[mechanisms]") {
  CHECK_THROWS_WITH(made("private-median", {{"epsilon", -1}}),
                    Catch::Contains("epsilon: -1 is not positive and finite"));
  CHECK_THROWS_WITH(made("private-median").mechanism.columns({0, 0, 0, 0, 11}),
                    Catch::Contains("11 is not one of 0, .., 10"));
  CHECK_THROWS_WITH(made("private-quantile", {{"q", 2}}), Catch::Contains("q: 2 is not in [0, 1]"));
  CHECK_THROWS_WITH(made("private-quantile", {{"lower", 1}}), Catch::Contains("upper: 1 is not above lower"));
  CHECK_THROWS_WITH(made("private-quantile").mechanism.columns({0, 0, 0, 0, std::nan("")}),
                    Catch::Contains("nan is not a finite number"));
}

// Records in one place leave all weight to intervals whose weights underflow: of D' the first has 1 / (1 + 3 e^-5),
// 0.98.
TEST_CASE("a quantile follows its law where every weight underflows", "[mechanisms]") {
  auto const mechanism = made("private-quantile", {{"n", 300}, {"epsilon", 10}}).mechanism;
  Dataset const zeros(300, 0.0);
  auto const pair = substitute(zeros, 0, 0.25);
  auto const low = 0.25 + 0.75 * std::exp(-5);
  CHECK(log_density(mechanism, zeros, {0.5}) == Approx(0).margin(1e-12));
  CHECK(log_density(mechanism, pair.d_prime, {0.1}) == Approx(-std::log(low)).epsilon(1e-12));
  CHECK(mechanism.exact_epsilon(pair, 0).value() == Approx(std::log(low) + 5).epsilon(1e-12));
  auto const sample = released(mechanism, pair.d_prime, "underflow", 4096)[0];
  auto const below = std::ranges::count_if(sample, [](double y) { return y < 0.25; });
  CHECK(below > 3800);  // 4015, with standard deviation 9
  CHECK(below < 4090);
}
