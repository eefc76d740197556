#include "sim/stream.hpp"

#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include "sim/ars.hpp"
#include "sim/philox.hpp"
#include "tests/support/catch.hpp"

using namespace warner::sim;

namespace {

std::vector<std::uint64_t> words(Address const& address, std::uint64_t block, std::size_t n) {
  std::vector<std::uint64_t> out(n);
  Stream{address, block}.fill(out);
  return out;
}

}  // namespace

TEST_CASE("words stand in rows of eight lanes, as the header says", "[sim]") {
  for (auto const generator : {Generator::ars, Generator::philox, Generator::aes}) {
    Address const address{0x123456789abcdef0, Purpose::test, Arm::d, generator};
    auto const key = key_of(address);
    constexpr std::uint64_t block = 0x1'0000'0007;
    auto const out = words(address, block, 8 * 12);
    for (std::size_t row = 0; row < 12; ++row)
      for (std::size_t lane = 0; lane < 8; ++lane) {
        auto const got = out[8 * row + lane];
        if (generator != Generator::philox) {
          Word128 const counter{4 * row + (lane >> 1), block};
          auto const word =
              generator == Generator::ars ? ars4x32_7(counter, {key.low, key.high}) : aes_128(counter, key.aes);
          CHECK(got == (lane & 1 ? word.high : word.low));
        } else {
          auto const w = philox4x32_10(
              {static_cast<std::uint32_t>(8 * (row / 2) + lane), static_cast<std::uint32_t>(key.high), 7, 1},
              {0x9abcdef0, 0x12345678});
          CHECK(got == (row % 2 ? w[2] | std::uint64_t{w[3]} << 32 : w[0] | std::uint64_t{w[1]} << 32));
        }
      }
  }
}

TEST_CASE("one word at a time or many: the same words; a fill starts at the next row", "[sim]") {
  for (auto const generator : {Generator::ars, Generator::philox, Generator::aes}) {
    Address const address{5, Purpose::test, Arm::none, generator};
    auto const all = words(address, 3, 5000);
    Stream one{address, 3};
    for (std::size_t i = 0; i < 100; ++i) CHECK(one.word() == all[i]);
    CHECK(one.position() == 100);
    for (auto const n : {0u, 1u, 7u, 8u, 9u, 16u, 23u, 600u}) {
      auto const start = (one.position() + 7) / 8 * 8;
      std::vector<std::uint64_t> some(n);
      one.fill(some);
      for (std::size_t i = 0; i < n; ++i) CHECK(some[i] == all[start + i]);
      CHECK(one.position() == start + n);
      CHECK(one.word() == all[start + n]);
    }
  }
}

TEST_CASE("seeds, purposes, arms and blocks name streams that share nothing", "[sim]") {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  for (auto const generator : {Generator::ars, Generator::philox, Generator::aes})
    for (std::uint64_t const seed : {0u, 1u, 2u, 1u << 31})
      for (auto const purpose : {Purpose::certify_coin, Purpose::certify, Purpose::search, Purpose::census})
        for (auto const arm : {Arm::none, Arm::d, Arm::d_prime})
          for (std::uint64_t block = 0; block < 4; ++block)
            for (auto const word : words({seed, purpose, arm, generator}, block, 64)) {
              seen.insert(word);
              ++drawn;
            }
  CHECK(seen.size() == drawn);  // a collision among 36,864 words has probability 4e-11
}

TEST_CASE("keys: neighbouring seeds, purposes and arms differ in about half of their bits", "[sim]") {
  auto const distance = [](Key const& a, Key const& b) {
    return std::popcount(a.low ^ b.low) + std::popcount(a.high ^ b.high);
  };
  auto const key = [](std::uint64_t seed, Purpose purpose, Arm arm) {
    return key_of({seed, purpose, arm, Generator::ars});
  };
  // 128 fair bits: outside [24, 104] with probability below 1e-12.
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (auto const& other : {key(seed + 1, Purpose::certify, Arm::d), key(seed, Purpose::search, Arm::d),
                              key(seed, Purpose::certify, Arm::d_prime)}) {
      auto const bits = distance(key(seed, Purpose::certify, Arm::d), other);
      CHECK(bits > 24);
      CHECK(bits < 104);
    }
    // No two keys a Weyl increment apart, or round keys would overlap.
    CHECK(key(seed + 1, Purpose::certify, Arm::d).low - key(seed, Purpose::certify, Arm::d).low != 0x9E3779B97F4A7C15u);
  }
}

// Correlation between lanes, neighbouring blocks, arms and seeds: signs of n words agree in n / 2 of the cases up to
// 6.1 standard deviations (1e-9); a stream compared with itself does not pass.
TEST_CASE("streams beside each other are uncorrelated", "[sim][statistical]") {
  constexpr std::size_t n = 1 << 18;
  auto const agree = [](std::vector<std::uint64_t> const& a, std::vector<std::uint64_t> const& b, std::size_t shift) {
    double same = 0;
    for (std::size_t i = 0; i + shift < n; ++i) same += std::popcount(~(a[i] ^ b[i + shift]));
    return (same / 64 - static_cast<double>(n - shift) / 2) / std::sqrt(static_cast<double>(n - shift) / 256);
  };
  for (auto const generator : {Generator::ars, Generator::philox, Generator::aes}) {
    Address const base{1, Purpose::test, Arm::d, generator};
    auto const a = words(base, 0, n);
    CHECK(std::fabs(agree(a, a, 0)) > 6.1);
    for (auto const shift : {1u, 2u, 7u, 8u, 64u}) CHECK(std::fabs(agree(a, a, shift)) < 6.1);
    CHECK(std::fabs(agree(a, words(base, 1, n), 0)) < 6.1);
    CHECK(std::fabs(agree(a, words({1, Purpose::test, Arm::d_prime, generator}, 0, n), 0)) < 6.1);
    CHECK(std::fabs(agree(a, words({2, Purpose::test, Arm::d, generator}, 0, n), 0)) < 6.1);
    CHECK(std::fabs(agree(a, words({1, Purpose::reject, Arm::d, generator}, 0, n), 0)) < 6.1);
  }
}
