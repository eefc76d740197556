#include "verify/wealth/mean_bet.hpp"

#include <cmath>
#include <vector>

#include "mechanisms/noise/laplace.hpp"
#include "tests/support/catch.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/wealth/bias_bet.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

std::vector<double> squares_of(double scale, std::uint64_t seed, std::size_t n) {
  std::vector<double> x(n);
  sim::Stream stream{{seed, sim::Purpose::test}, 0};
  mechanisms::noise::Laplace{scale}.fill(stream, 0, x);
  for (auto& value : x) value *= value;
  return x;
}

}  // namespace

TEST_CASE("the wealth of bets on a mean is the average over stakes of their products", "[verify]") {
  std::vector<MeanStake> const stakes{{0.5, 0.25}, {2, 0.75}};
  std::vector<double> const x{0, 3, 0.5};
  auto const product = [&](double slope) {
    double all = 1;
    for (auto const value : x) all *= (1 + slope * value) / (1 + slope * 0.7);
    return all;
  };
  auto const sums = mean_sums(stakes, x);
  CHECK(std::exp(log_mean_wealth(sums, stakes, 0.7)) == Approx(0.25 * product(0.5) + 0.75 * product(2)));
  CHECK(log_mean_wealth(sums, stakes, 0.7) <= std::log(0.25 * product(0.5) + 0.75 * product(2)));
  CHECK(log_mean_wealth({}, stakes, 0.7) == 0);
  auto split = mean_sums(stakes, std::span{x}.first(1));
  split += mean_sums(stakes, std::span{x}.subspan(1));
  CHECK(split.logs[1] == Approx(sums.logs[1]));
  CHECK(split.numbers == 3);
}

TEST_CASE("weights of stakes sum to one, whatever was guessed", "[verify]") {
  for (auto const& guess : {MeanGuess{}, MeanGuess{1, 0, 10}, MeanGuess{2, 5, 1'000'000},
                            MeanGuess{infinity, infinity, 0}, MeanGuess{1e-300, 1e300, 100}}) {
    double sum = 0, sum_of_bias = 0;
    for (auto const& stake : mean_stakes(guess, 0.05)) {
      CHECK(stake.slope > 0);
      sum += stake.weight;
    }
    for (auto const& stake : bias_stakes(2, guess.numbers, 0.05)) sum_of_bias += stake.weight;
    CHECK(sum == Approx(1));
    CHECK(sum_of_bias == Approx(1));
  }
}

TEST_CASE("a bound on a mean is where the wealth is 1 / level, and follows the scale of the numbers", "[verify]") {
  auto const x = squares_of(1, 5, 10'000);
  auto const stakes = mean_stakes({2, 4.5, 10'000}, 0.05);
  auto const sums = mean_sums(stakes, x);
  auto const bound = mean_lower_bound(sums, stakes, 0.05);
  CHECK(refutes(log_mean_wealth(sums, stakes, bound), 0.05));
  CHECK(!refutes(log_mean_wealth(sums, stakes, bound * (1 + 1e-9)), 0.05));
  CHECK(bound < 2);
  CHECK(bound > 1.75);
  for (auto const scale : {1e-100, 1e6, 1e100}) {
    std::vector<double> scaled;
    for (auto const value : x) scaled.push_back(value * scale);
    auto const those = mean_stakes({2 * scale, 4.5 * scale, 10'000}, 0.05);
    CHECK(mean_lower_bound(mean_sums(those, scaled), those, 0.05) == Approx(bound * scale).epsilon(1e-6));
  }
}

TEST_CASE("an infinite number refutes every mean, and no number none", "[verify]") {
  auto const stakes = mean_stakes({1, 1, 100}, 0.05);
  CHECK(log_mean_wealth(mean_sums(stakes, std::vector{0.0, infinity}), stakes, 1e300) == infinity);
  CHECK(mean_lower_bound(mean_sums(stakes, std::vector{0.0, infinity}), stakes, 0.05) == infinity);
  CHECK(mean_lower_bound({}, stakes, 0.05) == 0);
  CHECK(mean_lower_bound(mean_sums(stakes, std::vector(1000, 0.0)), stakes, 0.05) == 0);
  auto const signed_ones = bias_stakes(1, 100, 0.05);
  for (auto const e : {infinity, -infinity, std::nan("")})
    CHECK(log_bias_wealth(bias_sums(signed_ones, std::vector{0.5, e}), signed_ones, Side::above, 0, 1) == infinity);
}

TEST_CASE("ones are refuted from a least count on", "[verify]") {
  auto const stakes = mean_stakes({0.05, std::sqrt(0.05 * 0.95), 2000}, 0.01);
  auto const least = least_refuting_ones(stakes, 2000, 0.05, 0.01);
  CHECK(refutes(log_mean_wealth(mean_sums(stakes, least, 2000), stakes, 0.05), 0.01));
  CHECK(!refutes(log_mean_wealth(mean_sums(stakes, least - 1, 2000), stakes, 0.05), 0.01));
  CHECK(binomial_at_least(least, 2000, 0.05) < 0.01);  // a bound at all times is no test of fixed length, but near one
  CHECK(binomial_at_least(least, 2000, 0.05) > 1e-5);
  CHECK(least_refuting_ones(stakes, 1, 0.9, 1e-9) == 2);
}

TEST_CASE("the wealth of bets on a bias is the average of products that are never negative", "[verify]") {
  std::vector<MeanStake> const stakes{{0.5, 0.5}, {3, 0.5}};
  std::vector<double> const e{-1, 2, -5};
  auto const product = [&](double slope) {
    double all = 1;
    for (auto const x : e)
      all *= (1 + slope * x + slope * slope * x * x / 2) / (1 + slope * 0.1 + slope * slope * 4 / 2);
    return all;
  };
  auto const sums = bias_sums(stakes, e);
  CHECK(std::exp(log_bias_wealth(sums, stakes, Side::above, 0.1, 2)) == Approx((product(0.5) + product(3)) / 2));
  std::vector<double> const turned{1, -2, 5};
  CHECK(log_bias_wealth(bias_sums(stakes, turned), stakes, Side::below, 0.1, 2) ==
        Approx(log_bias_wealth(sums, stakes, Side::above, 0.1, 2)));
}

// Level 1e-6 for the sound arm. The wrong ones are found with probability above 1 - 1e-9: 1e5 squares of a scale 5 %
// too large are 15 standard errors off, a bias of 0.05 in 1.42 is 11.
TEST_CASE("bets on means spare what is true, and find what is not", "[verify][statistical]") {
  auto const stakes = mean_stakes({2, 4.5, 100'000}, 1e-6);
  CHECK(mean_lower_bound(mean_sums(stakes, squares_of(1, 7, 100'000)), stakes, 1e-6) <= 2);
  CHECK(mean_lower_bound(mean_sums(stakes, squares_of(1.05, 7, 100'000)), stakes, 1e-6) > 2);
  auto const rms = std::sqrt(2.01);
  auto const slopes = bias_stakes(rms, 100'000, 1e-6);
  for (auto const bias : {0.0, 0.05}) {
    std::vector<double> e(100'000);
    sim::Stream stream{{9, sim::Purpose::test}, 0};
    mechanisms::noise::Laplace{1}.fill(stream, bias, e);
    auto const sums = bias_sums(slopes, e);
    CHECK(bias_lower_bound(sums, slopes, Side::above, rms, 1e-6) <= bias);
    CHECK(-bias_lower_bound(sums, slopes, Side::below, rms, 1e-6) >= bias);
    CHECK(refutes(log_bias_wealth(sums, slopes, Side::above, 0, rms), 1e-6) == (bias > 0));
  }
}
