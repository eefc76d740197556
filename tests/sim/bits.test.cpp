#include "sim/bits.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "sim/instruction_set.hpp"
#include "sim/variates.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/seed.hpp"

using namespace warner::sim;
using warner::tests::seed_of;

namespace {

/// The coins by the header's definition, number by number.
std::vector<std::uint64_t> by_definition(Stream& stream, std::uint64_t threshold, std::size_t words) {
  std::vector<std::uint64_t> out;
  auto const length = threshold == 0 ? 0 : 64 - std::countr_zero(threshold), slices = std::min(length, 12);
  for (std::size_t done = 0; done < words; done += 64) {
    auto const groups = (std::min<std::size_t>(64, words - done) + 7) / 8;
    std::vector<std::uint64_t> rows((groups * static_cast<std::size_t>(slices) + 1) / 2 * 16);
    stream.fill(rows);
    for (std::size_t group = 0; group < groups; ++group) {
      std::array<std::array<std::uint64_t, 8>, 64> drawn{};  // slices of this group
      for (int k = 0; k < slices; ++k)
        for (std::size_t j = 0; j < 8; ++j)
          drawn[static_cast<std::size_t>(k)][j] =
              rows[(group * static_cast<std::size_t>(slices) + static_cast<std::size_t>(k)) * 8 + j];
      auto have = slices;
      auto const number = [&](std::size_t coin) {
        std::uint64_t x = 0;
        for (int k = 0; k < have; ++k)
          x |= (drawn[static_cast<std::size_t>(k)][coin / 64] >> coin % 64 & 1) << (63 - k);
        return x;
      };
      auto const undecided = [&] {
        for (std::size_t coin = 0; coin < 512; ++coin)
          if (have < length && (number(coin) ^ threshold) >> (64 - have) == 0) return true;
        return false;
      };
      while (undecided()) {
        std::array<std::uint64_t, 16> pair;
        stream.fill(pair);
        for (std::size_t i = 0; i < 16 && have + static_cast<int>(i / 8) < 64; ++i)
          drawn[static_cast<std::size_t>(have) + i / 8][i % 8] = pair[i];
        have = std::min(have + 2, 64);
      }
      for (std::size_t j = 0; j < 8; ++j) {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < 64; ++i) word |= std::uint64_t{number(64 * j + i) < threshold} << i;
        out.push_back(word);
      }
    }
  }
  out.resize(words);
  return out;
}

/// How many standard deviations the number of ones among n coins lies off n p.
double off(std::uint64_t threshold, std::uint64_t n, double p, std::string_view label) {
  Stream stream{Address{seed_of(label)}, 0};
  auto const size = static_cast<double>(n);
  return (static_cast<double>(count_bits(stream, threshold, n)) - size * p) / std::sqrt(size * p * (1 - p));
}

}  // namespace

TEST_CASE("bit-sliced coins are those of their definition on every instruction set, written down or counted",
          "[sim][same-bytes]") {
  for (auto const& set : instruction_sets()) {
    use_instruction_set(set);
    for (auto const threshold :
         {std::uint64_t{0}, bernoulli_threshold(0.5), bernoulli_threshold(0.75), bernoulli_threshold(0.3),
          bernoulli_threshold(1), std::uint64_t{1}, bernoulli_threshold(1.0 / 4096), bernoulli_threshold(5.0 / 8192)})
      for (std::size_t const words : {0u, 1u, 7u, 8u, 9u, 63u, 64u, 65u, 200u}) {
        CAPTURE(set, threshold, words);
        Address const address{5, Purpose::test, Arm::d};
        Stream a{address, 1}, b{address, 1}, c{address, 1}, d{address, 1};
        std::vector<std::uint64_t> bits(words);
        fill_bits(a, threshold, bits);
        CHECK(bits == by_definition(b, threshold, words));
        CHECK(a.position() == b.position());
        std::uint64_t ones = 0;
        for (auto const word : bits) ones += static_cast<std::uint64_t>(std::popcount(word));
        CHECK(count_bits(c, threshold, 64 * words) == ones);
        CHECK(c.position() == a.position());
        if (words > 0)
          CHECK(count_bits(d, threshold, 64 * words - 13) ==
                ones - static_cast<std::uint64_t>(std::popcount(bits.back() >> 51)));
      }
  }
  use_instruction_set("");
}

// 2^24 coins: a sound count is beyond 6.1 standard deviations with probability 1e-9, one at 1.05 p lies at least 99
// off.
TEST_CASE("bit-sliced coins show 1 as often as they should, and at 1.05 of the probability they do not",
          "[sim][statistical]") {
  for (auto const p : {0.01, 0.3, 0.75}) {
    CAPTURE(p);
    constexpr std::uint64_t n = 1 << 24;
    auto const label = "bits/" + std::to_string(p);
    CHECK(std::fabs(off(bernoulli_threshold(p), n, p, label)) < 6.1);
    CHECK(off(bernoulli_threshold(1.05 * p), n, p, label + "/wrong") > 6.1);
  }
}

// p = 3 / 2^20 lies beyond the twelve slices: every 1 comes from a coin that was still undecided. 3072 are expected of
// 2^30; a sampler that called undecided coins 0 would show none, 55 standard deviations off, and one that called them 1
// 2^18.
TEST_CASE("coins that are undecided after twelve slices are settled exactly", "[sim][statistical]") {
  CHECK(std::fabs(off(std::uint64_t{3} << 44, std::uint64_t{1} << 30, 3 * 0x1p-20, "bits/undecided")) < 6.1);
  CHECK(std::fabs(off(std::uint64_t{4} << 44, std::uint64_t{1} << 30, 3 * 0x1p-20, "bits/undecided/wrong")) > 6.1);
}
