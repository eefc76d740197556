#include "sim/coin.hpp"

#include <cmath>
#include <stdexcept>

#include "tests/support/catch.hpp"

using namespace warner::sim;

// Level 1e-9 each: the mean and the variance of the binomial split over 20,000 blocks. A coin of 0.505 is refuted: its mean
// is 58 standard errors off.
TEST_CASE("the coin splits a block like a fair coin", "[sim][statistical]") {
  constexpr int blocks = 20'000;
  double sum = 0, squares = 0;
  for (int block = 0; block < blocks; ++block) {
    auto const k = static_cast<double>(trials_under_d({3, Purpose::certify_coin}, static_cast<std::uint64_t>(block), block_size)) - 2048;
    sum += k;
    squares += k * k;
  }
  auto const z = sum / std::sqrt(blocks * 1024.0);
  CHECK(std::fabs(z) < 6.1);
  CHECK(std::fabs(z + 0.005 * 4096 * std::sqrt(blocks / 1024.0)) > 6.1);
  CHECK(std::fabs(squares / (blocks * 1024.0) - 1) < 6.1 * std::sqrt(2.0 / blocks));
}

TEST_CASE("the coin of a part of a block counts that part", "[sim]") {
  Address const coin{3, Purpose::certify_coin};
  std::uint64_t before = 0;
  for (std::uint64_t n = 0; n <= block_size; ++n) {
    auto const k = trials_under_d(coin, 1, n);
    CHECK((k == before || k == before + 1));
    before = k;
  }
  CHECK_THROWS_AS(trials_under_d(coin, 1, block_size + 1), std::invalid_argument);
}
