#include "bench/sim/rank_test.hpp"

#include <vector>

#include "bench/sim/quartiles.hpp"
#include "sim/stream.hpp"
#include "sim/variates.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using bench::rank_test;

TEST_CASE("the rank test has the exact null distribution of Mann and Whitney", "[bench]") {
  // Two heaps apart: 2 of the C(8, 3) = 56 and of the C(18, 9) = 48620 deals are as far apart.
  CHECK(rank_test(std::vector<double>{1, 2, 3}, std::vector<double>{4, 5, 6, 7, 8}) == Catch::Approx(2.0 / 56));
  std::vector<double> low, high;
  for (int i = 0; i < 9; ++i) low.push_back(i), high.push_back(100 + i);
  CHECK(rank_test(low, high) == Catch::Approx(2.0 / 48620));
  CHECK(rank_test(high, low) == Catch::Approx(2.0 / 48620));
  // Ranks {1, 2, 4} of six: U = 1; rank sums 6 and 7, and by symmetry 15 and 14, are as far: 4 of 20.
  CHECK(rank_test(std::vector<double>{1, 2, 4}, std::vector<double>{3, 5, 6}) == Catch::Approx(4.0 / 20));
}

TEST_CASE("many values more than the other heap has do not underflow", "[bench]") {
  std::vector<double> many;
  for (int i = 0; i < 1500; ++i) many.push_back(i);
  CHECK(rank_test(std::vector<double>{-1, -2}, many) == Catch::Approx(4.0 / (1502.0 * 1501.0)));
}

TEST_CASE("equal values share their rank", "[bench]") {
  CHECK(rank_test(std::vector<double>{1, 1, 1}, std::vector<double>{1, 1}) == Catch::Approx(1));
  // Ranks {1.5, 1.5} against {3, 4}: one deal of the six this way, one the other.
  CHECK(rank_test(std::vector<double>{1, 1}, std::vector<double>{2, 3}) == Catch::Approx(2.0 / 6));
}

// Twins. Level: 400 exact tests at 0.01 reject 4 in the mean; more than 25 would happen with probability below 1e-12.
// Power: a shift by three standard deviations leaves the heaps all but apart (U is 433 of 441 in the mean, and 323
// would do): a miss in 50 is rarer than 1e-9.
TEST_CASE("equal machines are spared and a slower one is found", "[bench]") {
  sim::Stream stream{sim::Address{1, sim::Purpose::test}, 31};
  std::vector<double> a(21), b(21);
  int false_alarms = 0, found = 0;
  for (int i = 0; i < 400; ++i) {
    sim::fill_gaussian(stream, 10, 1, a);
    sim::fill_gaussian(stream, 10, 1, b);
    false_alarms += rank_test(a, b) <= 0.01;
  }
  for (int i = 0; i < 50; ++i) {
    sim::fill_gaussian(stream, 10, 1, a);
    sim::fill_gaussian(stream, 13, 1, b);
    found += rank_test(a, b) <= 0.01;
  }
  CHECK(false_alarms <= 25);
  CHECK(found == 50);
}

TEST_CASE("quartiles by interpolation", "[bench]") {
  auto const q = bench::quartiles_of({4, 1, 3, 2});
  CHECK(q.lower == Catch::Approx(1.75));
  CHECK(q.median == Catch::Approx(2.5));
  CHECK(q.upper == Catch::Approx(3.25));
  CHECK(bench::quartiles_of({7}).upper == 7);
}
