#include <algorithm>
#include <cmath>
#include <numeric>

#include "mechanisms/privacy/threshold_answer_law.hpp"
#include "mechanisms/privacy/threshold_value_law.hpp"
#include "tests/mechanisms/finite_laws.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

Pair pattern(std::size_t n, std::string_view label) {
  for (auto const& pair : eight_patterns(n))
    if (pair.label == label) return pair;
  return rest_above_last_below(n, 2);
}

Outcomes first_above(std::size_t n) {
  Outcomes outcomes;
  for (std::size_t place = 0; place <= n; ++place) {
    std::vector<double> flags(n, -1.0);
    for (std::size_t j = 0; j < n && j <= place; ++j) flags[j] = j == place;
    outcomes.push_back(flags);
  }
  return outcomes;
}

/// A sparse vector that releases noisy answers, in long doubles. Values: one for each query that was asked, NaN where
/// it is below.
struct LongAnswers {
  double threshold, rho_scale, nu_scale;

  double log_density(Dataset const& answers, std::vector<double> const& values) const {
    auto least = threshold + 1e4 * rho_scale;
    double of_values = 0;
    for (std::size_t j = 0; j < values.size(); ++j)
      if (!std::isnan(values[j]))
        least = std::min(least, values[j]), of_values -= std::fabs(values[j] - answers[j]) / nu_scale;
    std::vector<double> ends{0, 1 - threshold, 2 - threshold};
    auto const [low, high] = std::ranges::minmax(ends);
    auto const last = std::min(high + 40 * rho_scale, least - threshold), first = std::min(low, last) - 40 * rho_scale;
    for (auto& end : ends) end = std::clamp(end, first, last);
    ends.insert(ends.end(), {first, last});
    std::ranges::sort(ends);
    long double sum = 0;
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
      auto const length = static_cast<long double>(ends[k + 1]) - ends[k];
      auto const pieces = std::ceil(length / rho_scale * 10);
      for (long double i = 0; i < pieces; ++i)  // Gauss and Legendre's rule of two nodes
        for (auto const node : {0.21132486540518712L, 0.78867513459481288L}) {
          auto const rho = ends[k] + length * (i + node) / pieces;
          auto density = std::exp(-std::fabs(rho) / rho_scale) * length / pieces;
          for (std::size_t j = 0; j < values.size(); ++j) {
            auto const room = (threshold + rho - answers[j]) / nu_scale;
            if (std::isnan(values[j])) density *= room < 0 ? std::exp(room) / 2 : 1 - std::exp(-room) / 2;
          }
          sum += density;
        }
    }
    return static_cast<double>(std::log(sum)) + of_values;
  }
};

}  // namespace

// Level 1e-9; the twin's answers are 0.2 higher, of a noise of 4.3.
TEST_CASE("a Gaussian sparse vector stops where its law says", "[mechanisms][statistical]") {
  auto const mechanism = made("sparse-vector-gaussian", {{"epsilon", 2}, {"delta", 0.1}, {"n", 4}}).mechanism;
  auto const outcomes = first_above(4);
  Dataset const answers{1, 2, 0, 3};
  auto const sample = indices_of(released(mechanism, answers, "gaussian flags"), outcomes),
             mass = masses_of(mechanism, answers, outcomes);
  CHECK(std::accumulate(mass.begin(), mass.end(), 0.0) == Approx(1).epsilon(1e-12));
  CHECK_FALSE(refuted_by(sample, mass));
  CHECK(refuted_by(sample, masses_of(mechanism, {1.2, 2.2, 0.2, 3.2}, outcomes)));
  CHECK(log_density(mechanism, answers, {0, 1, 0, -1}) == -INFINITY);
}

TEST_CASE("a Gaussian sparse vector is far from its claim", "[mechanisms]") {
  auto const mechanism = made("sparse-vector-gaussian").mechanism;
  CHECK(mechanism.exact_epsilon(pattern(10, "half and half"), 0).value() == Approx(0.2658).margin(6e-5));
  CHECK(mechanism.exact_epsilon(pattern(10, "all above"), 0).value() == Approx(0.2375).margin(6e-5));
  CHECK(mechanism.privacy(pattern(10, "all below"))->delta(0) == Approx(0.0241).margin(6e-5));
}

TEST_CASE("released noisy answers spend n epsilon over 2 c", "[mechanisms]") {
  auto const three = [](Pair const& pair, double epsilon, double c) {
    return privacy::threshold_answer_epsilon(pair.d, pair.d_prime, 1, 2 / epsilon, 2 * c / epsilon,
                                             static_cast<std::size_t>(c))
        .value();
  };
  auto const larger = [](privacy::BothWays const& ways) { return std::max(ways.there, ways.back); };
  CHECK(larger(three(pattern(10, "half and half"), 0.1, 2)) == Approx(0.1750).margin(6e-5));
  CHECK(larger(three(rest_above_last_below(10, 2), 0.1, 2)) == Approx(0.25).margin(6e-5));
  for (auto const& pair : eight_patterns(5)) {  // at c = 1, against the other way to compute it
    std::vector<privacy::ValueBranch> const branch{{2, 0, false, 1, 1}};
    CHECK(larger(three(pair, 1, 1)) ==
          Approx(privacy::threshold_value_epsilon(pair.d, pair.d_prime, 1, 2, branch)).epsilon(2e-4));
    auto const ways = three(pair, 1, 2), turned = three({pair.d_prime, pair.d}, 1, 2);
    CHECK(ways.there == Approx(turned.back).epsilon(1e-9));
  }
}

// At c = 1 against the other way to compute it; at c = 2 against densities in long doubles, which hold e^-11000, at
// values that stand at the kinks and far from them.
TEST_CASE("released noisy answers far from the threshold are as private as the law says", "[mechanisms]") {
  Pair const pair{{1, 1, 2}, {2, 2, 1}, Relation::add_remove, {}};
  for (double const epsilon : {0.1, 1.0, 4.0})
    for (double const scales : {-1'000.0, -50.0, 50.0, 300.0, 1'000.0}) {
      CAPTURE(epsilon, scales);
      auto const rho_scale = 2 / epsilon, threshold = scales * rho_scale;
      std::vector<privacy::ValueBranch> const branch{{rho_scale, 0, false, 1, 1}};
      for (auto const& one : {pattern(4, "half and half"), rest_above_last_below(4, 2)}) {
        auto const ways =
            privacy::threshold_answer_epsilon(one.d, one.d_prime, threshold, rho_scale, rho_scale, 1).value();
        CHECK(std::max(ways.there, ways.back) ==
              Approx(privacy::threshold_value_epsilon(one.d, one.d_prime, threshold, rho_scale, branch)).epsilon(2e-4));
      }
      LongAnswers const law{threshold, rho_scale, 2 * rho_scale};
      double there = 0, back = 0;
      auto const see = [&](std::vector<double> const& values) {
        auto const ratio = law.log_density(pair.d, values) - law.log_density(pair.d_prime, values);
        there = std::max(there, ratio);
        back = std::max(back, -ratio);
      };
      std::vector<double> const stands{1, 2, threshold - 45 * rho_scale, threshold, threshold + 45 * rho_scale};
      see(std::vector<double>(3, NAN));
      for (auto const v : stands) {
        for (auto const& values : {std::vector<double>{v, NAN, NAN}, {NAN, v, NAN}, {NAN, NAN, v}}) see(values);
        for (auto const w : stands)
          for (auto const& values : {std::vector<double>{v, w}, {v, NAN, w}, {NAN, v, w}}) see(values);
      }
      auto const ways =
          privacy::threshold_answer_epsilon(pair.d, pair.d_prime, threshold, rho_scale, 2 * rho_scale, 2).value();
      CHECK(ways.there == Approx(there).epsilon(1e-3));
      CHECK(ways.back == Approx(back).epsilon(1e-3));
    }
}

TEST_CASE("two broken sparse vectors together spend what both do", "[mechanisms]") {
  auto const instance = made("broken/sparse-vector-3-and-4");
  CHECK(instance.mechanism.exact_epsilon(pattern(10, "half and half"), 0).value() == Approx(0.4874).margin(1e-4));
  CHECK(instance.mechanism.exact_epsilon(rest_above_last_below(10, 2), 0).value() == Approx(0.5734).margin(1e-4));
  CHECK_FALSE(instance.mechanism.exact_epsilon(instance.pairs.front(), 0.1));
  CHECK(std::get<PureDp>(instance.mechanism.guarantee()).epsilon == 0.2);
  auto const columns = released(instance.mechanism, Dataset(10, 1.0), "three and four", 100);
  CHECK(columns.size() == 30);
  CHECK(std::vector(columns.begin(), columns.begin() + 20) ==
        released(made("broken/sparse-vector-3", {{"epsilon", 0.1}, {"c", 2}}).mechanism, Dataset(10, 1.0),
                 "three and four", 100));
}

// Level 1e-9; the twin has 1.05 of the epsilon.
TEST_CASE("selection from records is softmax of their counts", "[mechanisms][statistical]") {
  auto const mechanism = made("random-selection-from-records", {{"epsilon", 2}, {"n", 6}, {"k", 3}}).mechanism;
  Dataset const records{0, 0, 0, 2, 2, 1};
  auto const outcomes = all_rows({3});
  auto const sample = indices_of(released(mechanism, records, "records"), outcomes);
  auto const softmax = [](double epsilon) {
    std::vector<double> mass;
    for (double const count : {3.0, 1.0, 2.0}) mass.push_back(std::exp(epsilon * count / 2));
    auto const sum = std::accumulate(mass.begin(), mass.end(), 0.0);
    for (auto& m : mass) m /= sum;
    return mass;
  };
  CHECK_FALSE(refuted_by(sample, softmax(2)));
  CHECK(refuted_by(sample, softmax(2.1)));
  auto const mass = masses_of(mechanism, records, outcomes), known = softmax(2);
  for (std::size_t i = 0; i < 3; ++i) CHECK(mass[i] == Approx(known[i]).epsilon(1e-12));
}

TEST_CASE("selection from records comes near its claim where one leaves the crowd", "[mechanisms]") {
  auto const instance = made("random-selection-from-records");
  auto const& pair = instance.pairs.front();
  auto const outcomes = all_rows({5});
  for (double const delta : {0.0, 1e-3, 0.05})
    CHECK(instance.mechanism.exact_epsilon(pair, delta).value() ==
          Approx(enumerated_epsilon(masses_of(instance.mechanism, pair.d, outcomes),
                                    masses_of(instance.mechanism, pair.d_prime, outcomes), delta))
              .epsilon(1e-9));
  auto const crowd = made("random-selection-from-records", {{"n", 50}});
  CHECK(crowd.mechanism.exact_epsilon(crowd.pairs.front(), 0).value() == Approx(1).epsilon(1e-6));
}

TEST_CASE("these too say what is wrong with their parameters and data", "[mechanisms]") {
  CHECK_THROWS_WITH(made("sparse-vector-gaussian", {{"delta", 0}}), Catch::Contains("delta: 0 is not in (0, 1)"));
  CHECK_THROWS_WITH(made("sparse-vector-gaussian", {{"epsilon", 100}}), Catch::Contains("epsilon: 100 is above 2"));
  CHECK_THROWS_WITH(made("sparse-vector-gaussian", {{"n", 0}}), Catch::Contains("n: 0 is not a whole number"));
  CHECK_THROWS_WITH(made("sparse-vector-gaussian").mechanism.columns({1}),
                    Catch::Contains("dataset: 1 values where this mechanism takes 10"));
  CHECK_THROWS_WITH(made("broken/sparse-vector-3-and-4", {{"c", 0}}), Catch::Contains("c: 0 is not a whole number"));
  CHECK_THROWS_WITH(made("broken/sparse-vector-3-and-4").mechanism.columns({1}),
                    Catch::Contains("dataset: 1 values where this mechanism takes 10"));
  CHECK_THROWS_WITH(made("random-selection-from-records", {{"k", 1}}), Catch::Contains("k: 1 is not a whole number"));
  CHECK_THROWS_WITH(made("random-selection-from-records").mechanism.columns({0, 1, 2, 3, 5}),
                    Catch::Contains("dataset: 5 is not one of 0, .., 4"));
}
