#include "sim/unlike_coins.hpp"

#include <cmath>
#include <vector>

#include "sim/instruction_set.hpp"
#include "sim/variates.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/seed.hpp"

using namespace warner::sim;
using namespace warner::tests;

namespace {

std::vector<std::uint64_t> thresholds(std::size_t n, bool same_first_byte) {
  Stream stream{Address{seed_of("unlike coins/thresholds")}, n};
  std::vector<std::uint64_t> all(n);
  for (auto& t : all) t = same_first_byte ? (std::uint64_t{3} << 56) + (stream.word() >> 8) : stream.word();
  if (n > 2) all[0] = 0, all[1] = ~std::uint64_t{0};
  return all;
}

/// Coin by coin, from the words as the header says they are used.
std::vector<double> plain(Stream stream, std::vector<std::uint64_t> const& thresholds, double location, std::size_t n) {
  std::vector<double> out;
  auto const rows = (thresholds.size() + 63) / 64;
  for (std::size_t done = 0; done < n; done += 64) {
    auto const some = std::min<std::size_t>(64, n - done);
    std::vector<std::uint64_t> words((some * rows + 1) / 2 * 16), settling(16);
    stream.fill(words);
    std::size_t used = 16;
    for (std::size_t i = 0; i < some; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < thresholds.size(); ++j) {
        auto const word = words[8 * (rows * i + j / 64) + j % 64 / 8];
        auto const byte = word >> 8 * (j % 8) & 255, first = thresholds[j] >> 56;
        auto one = byte < first;
        if (byte == first) {
          if (used == 16) stream.fill(settling), used = 0;
          one = settling[used++] >> 8 < (thresholds[j] & 0x00FFFFFFFFFFFFFFu);
        }
        sum += one;
      }
      out.push_back(location + sum);
    }
  }
  return out;
}

struct Moments {
  double z_mean, z_variance;  // standard errors off
};
Moments moments(std::vector<double> const& out, std::vector<double> const& probabilities) {
  double mean = 0, variance = 0, fourth = 0, sum = 0, squares = 0;
  for (auto const p : probabilities) mean += p, variance += p * (1 - p), fourth += p * (1 - p) * (1 - 6 * p * (1 - p));
  for (auto const x : out) sum += x - mean, squares += (x - mean) * (x - mean);
  auto const n = static_cast<double>(out.size());
  return {sum / std::sqrt(n * variance), (squares / n - variance) / std::sqrt((fourth + 2 * variance * variance) / n)};
}

}  // namespace

TEST_CASE("unlike coins fall as their numbers say, one by one, on every instruction set", "[sim][same-bytes]") {
  for (auto const& set : instruction_sets()) {
    use_instruction_set(set);
    for (auto const same_first_byte : {false, true})  // thresholds with few first bytes: what is level is settled
      for (std::size_t const coins : {0u, 1u, 3u, 64u, 65u, 200u})
        for (std::size_t const n : {0u, 1u, 63u, 64u, 65u, 300u}) {
          CAPTURE(set, coins, n);
          auto const t = thresholds(coins, same_first_byte);
          Stream stream{Address{9}, 3};
          std::vector<double> out(n);
          fill_sums(stream, UnlikeCoins{t}, -2, out);
          CHECK(out == plain(Stream{Address{9}, 3}, t, -2, n));
        }
  }
  use_instruction_set("");
}

// A million sums of 64 coins. Level 1e-9 for each moment (6.1 standard errors). The wrong twin's first byte decides
// alone, as if what is level were never settled: each coin is then 2^-9 too rare on average, and the mean is off by
// 0.12, some 38 standard errors.
TEST_CASE("sums of unlike coins have their mean and variance, and without settling they have not",
          "[sim][statistical]") {
  std::vector<std::uint64_t> t, cut;
  std::vector<double> probabilities;
  for (int i = 1; i <= 64; ++i) {
    probabilities.push_back(i / 65.0);
    t.push_back(bernoulli_threshold(i / 65.0));
    cut.push_back(t.back() >> 56 << 56);
  }
  std::vector<double> out(1'000'000);
  Stream stream{Address{seed_of("unlike coins/law")}, 0}, again{Address{seed_of("unlike coins/law")}, 1};
  fill_sums(stream, UnlikeCoins{t}, 0, out);
  auto const sound = moments(out, probabilities);
  CHECK(std::fabs(sound.z_mean) < 6.1);
  CHECK(std::fabs(sound.z_variance) < 6.1);
  fill_sums(again, UnlikeCoins{cut}, 0, out);
  CHECK(std::fabs(moments(out, probabilities).z_mean) > 6.1);
}
