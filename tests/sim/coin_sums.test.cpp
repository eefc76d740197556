#include "sim/coin_sums.hpp"

#include <cmath>
#include <vector>

#include "sim/bits.hpp"
#include "sim/instruction_set.hpp"
#include "sim/variates.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"
#include "tests/support/seed.hpp"

using namespace warner::sim;
using namespace warner::tests;

namespace {

/// Coin by coin, as the header says.
std::vector<double> by_definition(Stream& stream, std::uint64_t threshold, std::uint64_t n, std::size_t size) {
  std::vector<double> sums(size, 5.0);
  for (std::size_t first = 0; first < size; first += 4096) {
    auto const here = std::min<std::size_t>(4096, size - first);
    std::vector<std::uint64_t> bits((here + 63) / 64);
    for (std::uint64_t coin = 0; coin < n; ++coin) {
      fill_bits(stream, threshold, bits);
      for (std::size_t i = 0; i < here; ++i) sums[first + i] += static_cast<double>(bits[i / 64] >> i % 64 & 1);
    }
  }
  return sums;
}

}  // namespace

TEST_CASE("sums of coins are those of their definition on every instruction set", "[sim][same-bytes]") {
  auto const threshold = bernoulli_threshold(0.3);
  for (auto const& set : instruction_sets()) {
    use_instruction_set(set);
    for (std::uint64_t const n : {0u, 1u, 2u, 7u, 64u, 300u})
      for (std::size_t const size : {0u, 1u, 63u, 64u, 65u, 4096u, 5003u}) {
        CAPTURE(set, n, size);
        Stream a{Address{3}, n}, b{Address{3}, n};
        std::vector<double> out(size, 5.0);
        add_coin_sums(a, threshold, n, out);
        CHECK(out == by_definition(b, threshold, n, size));
        CHECK(a.position() == b.position());
      }
  }
  use_instruction_set("");
  Stream many{Address{3}, 0};  // more than the digits hold at once
  std::vector<double> out(3);
  add_coin_sums(many, ~std::uint64_t{0}, 70'000, out);
  for (auto const x : out) CHECK(x == 70'000);
}

// Level 1e-9. The wrong twin has p = 0.315: chi-squared is then about 11,000 at some ten degrees of freedom.
TEST_CASE("sums of ten coins are binomial, and at 1.05 of the probability they are not", "[sim][statistical]") {
  auto const pmf = [](double k) {
    return k < 0 || k > 10 ? 0
                           : std::exp(std::lgamma(11.0) - std::lgamma(k + 1) - std::lgamma(11 - k) + k * std::log(0.3) +
                                      (10 - k) * std::log(0.7));
  };
  auto const sums = [](double p, std::string_view label) {
    std::vector<double> out(1 << 20);
    Stream stream{Address{seed_of(label)}, 0};
    add_coin_sums(stream, bernoulli_threshold(p), 10, out);
    return out;
  };
  CHECK_FALSE(chi_squared(sums(0.3, "coin sums"), pmf).refutes_at_1e9());
  CHECK(chi_squared(sums(0.315, "coin sums/wrong"), pmf).refutes_at_1e9());
}
