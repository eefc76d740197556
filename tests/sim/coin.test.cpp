#include "sim/coin.hpp"

#include <cmath>
#include <stdexcept>

#include "tests/support/catch.hpp"

using namespace warner::sim;

// Level 1e-9 each: the mean and the variance of the binomial split over 20,000 blocks. A coin of 0.505 is refuted: its
// mean is 58 standard errors off.
TEST_CASE("the coin splits a block like a fair coin", "[sim][statistical]") {
  constexpr int blocks = 20'000;
  double sum = 0, squares = 0;
  for (int block = 0; block < blocks; ++block) {
    auto const k =
        static_cast<double>(trials_under_d({3, Purpose::certify_coin}, static_cast<std::uint64_t>(block), block_size)) -
        2048;
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
  for (auto const throws : {1, 3, most_throws}) {
    std::uint64_t before = 0;
    for (std::uint64_t n = 0; n <= block_size; ++n) {
      auto const k = all_heads(coin, 1, n, throws);
      CHECK((k == before || k == before + 1));
      before = k;
    }
  }
  CHECK(trials_under_d(coin, 1, 1000) == all_heads(coin, 1, 1000, 1));
  CHECK_THROWS_AS(trials_under_d(coin, 1, block_size + 1), std::invalid_argument);
  CHECK_THROWS_AS(all_heads(coin, 1, 1, 0), std::invalid_argument);
  CHECK_THROWS_AS(all_heads(coin, 1, 1, most_throws + 1), std::invalid_argument);
}

// The same for a coin that falls to one side once in 2^k; one whose throws are not independent has another mean.
TEST_CASE("so many throws all show heads once in 2^throws trials", "[sim][statistical]") {
  constexpr int blocks = 20'000;
  for (auto const throws : {2, 3, 4}) {
    CAPTURE(throws);
    auto const p = std::ldexp(1.0, -throws), variance = block_size * p * (1 - p);
    double sum = 0, squares = 0;
    for (std::uint64_t block = 0; block < blocks; ++block) {
      auto const k =
          static_cast<double>(all_heads({3, Purpose::certify_coin}, block, block_size, throws)) - block_size * p;
      sum += k;
      squares += k * k;
    }
    CHECK(std::fabs(sum) < 6.1 * std::sqrt(blocks * variance));
    CHECK(std::fabs(squares / (blocks * variance) - 1) < 6.1 * std::sqrt(2.0 / blocks));
  }
}
