#include "verify/bounds/log_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"

using warner::verify::LogSum;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

double log_sum(std::vector<double> const& log_terms) {
  LogSum sum;
  for (auto const term : log_terms) sum.add(term);
  return sum.value();
}

}  // namespace

TEST_CASE("a sum by logarithms is the logarithm of the sum, in any order", "[verify]") {
  std::mt19937_64 random{1};  // any numbers will do
  for (int repetition = 0; repetition < 200; ++repetition) {
    std::vector<double> terms;
    long double sum = 0;
    for (int i = 0; i < 50; ++i) {
      terms.push_back(static_cast<double>(random() % 2'000'000) / 1000 - 1000);
      sum += std::exp(static_cast<long double>(terms.back()));  // e^1000 is within the range of long double
    }
    auto const expected = static_cast<double>(std::log(sum));
    CHECK(log_sum(terms) == Catch::Approx(expected).epsilon(1e-14));
    std::ranges::sort(terms);
    CHECK(log_sum(terms) == Catch::Approx(expected).epsilon(1e-14));
    std::ranges::reverse(terms);
    CHECK(log_sum(terms) == Catch::Approx(expected).epsilon(1e-14));
  }
}

TEST_CASE("nothing overflows, nothing is lost below", "[verify]") {
  CHECK(log_sum({1e5, 1e5}) == Catch::Approx(1e5 + std::log(2)).epsilon(1e-15));
  CHECK(log_sum({-1e5, -1e5, -1e5}) == Catch::Approx(-1e5 + std::log(3)).epsilon(1e-15));
  CHECK(log_sum({5, -infinity}) == 5);
  CHECK(log_sum({-infinity, 5}) == 5);
}

TEST_CASE("a sum of nothing is nothing, one with an infinite term is infinite", "[verify]") {
  CHECK(log_sum({}) == -infinity);
  CHECK(log_sum({-infinity, -infinity}) == -infinity);
  CHECK(log_sum({infinity}) == infinity);
  CHECK(log_sum({3, infinity, infinity, -infinity, 4}) == infinity);
  CHECK(std::isnan(log_sum({1, std::nan(""), 2})));
}
