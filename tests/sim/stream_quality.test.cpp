#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "sim/aes_rounds.hpp"
#include "sim/stream.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/seed.hpp"

// Streams under the statistical tests that our addressing calls for: nothing that differs in lane, block, arm, purpose
// or seed may be correlated, and the words read across those must look like words. Nightly; scripts/quality has other
// people's tests.
using namespace warner::sim;
using warner::tests::seed_of;

namespace {

using Words = std::vector<std::uint64_t>;
constexpr std::size_t length = 1 << 18;

Words words_of(Address const& address, std::uint64_t block, std::size_t n = length) {
  Words out(n);
  Stream{address, block}.fill(out);
  return out;
}

/// Lane j of the rows of a stream.
Words lane_of(Words const& words, std::size_t j) {
  Words out;
  for (std::size_t i = j; i < words.size(); i += 8) out.push_back(words[i]);
  return out;
}

/// The largest correlation, in standard deviations, between the bits of one stream and those of another rotated by 0 to
/// 63.
double correlation(Words const& a, Words const& b) {
  auto const bits = 64 * static_cast<double>(a.size());
  double largest = 0;
  for (int turn = 0; turn < 64; ++turn) {
    std::uint64_t same = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      same += static_cast<std::uint64_t>(std::popcount(~(a[i] ^ std::rotl(b[i], turn))));
    largest = std::max(largest, std::fabs(static_cast<double>(same) - bits / 2) / std::sqrt(bits / 4));
  }
  return largest;
}

/// Chi-squared of the 16-bit pieces of words, in standard deviations of its law, 65,535 degrees of freedom.
double uneven(Words const& words) {
  std::vector<double> seen(1 << 16);
  for (auto const word : words)
    for (int i = 0; i < 64; i += 16) ++seen[word >> i & 0xFFFF];
  auto const expected = static_cast<double>(words.size()) * 4 / 65'536;
  double chi_squared = 0;
  for (auto const count : seen) chi_squared += (count - expected) * (count - expected) / expected;
  return (chi_squared - 65'535) / std::sqrt(2 * 65'535.0);
}

/// Words by `rounds` rounds of AES instead of ARS's seven: the wrong arm.
Words too_few_rounds(int rounds, std::uint64_t block) {
  Words out;
  for (std::uint64_t counter = 0; counter < length / 2; ++counter) {
    Word128 state{counter, block}, key{0x0123456789abcdef, 0xfedcba9876543210};
    for (int round = 0; round < rounds; ++round) state = aes_round(state, key);
    out.push_back(state.low);
    out.push_back(state.high);
  }
  return out;
}

constexpr auto generators = {Generator::ars, Generator::philox, Generator::aes};

/// The pairs of streams that differ in one thing, and how alike they are.
double most_alike(Generator generator) {
  auto const seed = seed_of("stream quality");
  auto const at = [=](Purpose purpose, Arm arm, std::uint64_t from = 0) {
    return Address{seed + from, purpose, arm, generator};
  };
  auto const base = at(Purpose::certify, Arm::d);
  auto const mine = words_of(base, 0);
  double largest = 0;
  auto const look = [&](Words const& other) { largest = std::max(largest, correlation(mine, other)); };
  for (auto const block : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 32, std::uint64_t{1} << 63})
    look(words_of(base, block));
  for (auto const arm : {Arm::none, Arm::d_prime}) look(words_of(at(Purpose::certify, arm), 0));
  for (std::uint32_t purpose = 1; purpose <= 10; ++purpose)
    if (static_cast<Purpose>(purpose) != Purpose::certify) look(words_of(at(static_cast<Purpose>(purpose), Arm::d), 0));
  for (auto const from : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 32, std::uint64_t{1} << 63,
                          std::uint64_t{0x9E3779B97F4A7C15}})
    look(words_of(at(Purpose::certify, Arm::d, from), 0));
  auto const rows = words_of(base, 5, 8 * length);
  std::array<Words, 8> lanes;
  for (std::size_t j = 0; j < 8; ++j) lanes[j] = lane_of(rows, j);
  for (std::size_t j = 0; j < 8; ++j)
    for (std::size_t k = 0; k < j; ++k) largest = std::max(largest, correlation(lanes[j], lanes[k]));
  return largest;
}

}  // namespace

// 48 pairs of streams in 64 rotations for each of three generators, 9,216 correlations: one is beyond 7.3 with
// probability 3e-9. Streams that share one bit in 64 lie 64 standard deviations off.
TEST_CASE("streams that differ in lane, block, arm, purpose or seed are uncorrelated; sharing one bit in 64 shows",
          "[sim][calibration]") {
  for (auto const generator : generators) CHECK(most_alike(generator) < 7.3);
  auto const a = words_of({seed_of("shares"), Purpose::test}, 0);
  auto b = words_of({seed_of("shares"), Purpose::test}, 1);
  CHECK(correlation(a, b) < 7.3);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = (b[i] & ~std::uint64_t{1}) | (a[i] & 1);
  CHECK(correlation(a, b) > 7.3);
}

// The law of chi-squared at 65,535 degrees is nearly Gaussian: beyond 7 with probability below 1e-11. Two rounds of AES
// in place of seven fail.
TEST_CASE("words read across blocks, arms, purposes and seeds are even; two rounds of AES are not",
          "[sim][calibration]") {
  for (auto const generator : generators) {
    Words across_blocks, across_names, across_seeds;
    auto const key = key_of({seed_of("across blocks"), Purpose::test, Arm::none, generator});
    for (std::uint64_t block = 0; block < length; ++block)
      fill_words(key, block, 0, {&across_blocks.emplace_back(), 1});
    for (std::uint64_t row = 0; across_names.size() < length; row += 2)
      for (std::uint32_t purpose = 1; purpose <= 10; ++purpose)
        for (auto const arm : {Arm::none, Arm::d, Arm::d_prime})
          fill_words(key_of({1, static_cast<Purpose>(purpose), arm, generator}), 0, row,
                     {&across_names.emplace_back(), 1});
    for (std::uint64_t seed = 0; seed < length; ++seed)
      fill_words(key_of({seed, Purpose::test, Arm::none, generator}), 0, 0, {&across_seeds.emplace_back(), 1});
    for (auto const& words : {across_blocks, across_names, across_seeds}) CHECK(std::fabs(uneven(words)) < 7);
  }
  CHECK(std::fabs(uneven(too_few_rounds(2, 0))) > 7);
  CHECK(std::fabs(uneven(too_few_rounds(7, 0))) < 7);
}
