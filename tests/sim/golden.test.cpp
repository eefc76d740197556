#include <array>

#include "sim/coin.hpp"
#include "sim/stream.hpp"
#include "sim/variates.hpp"
#include "tests/golden/noise.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::sim;

TEST_CASE("words and keys are what they were", "[sim][golden]") {
  for (auto const generator : {Generator::ars, Generator::philox, Generator::aes}) {
    Address const address{2026, Purpose::certify, Arm::d, generator};
    auto const& expected = generator == Generator::ars   ? golden::ars_words
                           : generator == Generator::aes ? golden::aes_words
                                                         : golden::philox_words;
    CHECK(key_of(address).low == expected.key_low);
    CHECK(key_of(address).high == expected.key_high);
    std::array<std::uint64_t, 20> words;
    Stream{address, 7}.fill(words);
    for (std::size_t i = 0; i < 4; ++i) CHECK(words[i] == expected.first[i]);
    for (std::size_t i = 0; i < 3; ++i) CHECK(words[17 + i] == expected.from_17[i]);
  }
}

TEST_CASE("variates are what they were", "[sim][golden]") {
  auto const check = [](auto const& fill, double const(&expected)[4]) {
    std::array<double, 16> out;
    Stream stream{Address{2026, Purpose::certify, Arm::d}, 7};
    fill(stream, std::span<double>{out});
    CHECK(out[0] == expected[0]);
    CHECK(out[1] == expected[1]);
    CHECK(out[2] == expected[2]);
    CHECK(out[9] == expected[3]);
  };
  check(fill_uniform, golden::uniform);
  check([](auto& s, auto out) { fill_exponential(s, 1, out); }, golden::exponential);
  check([](auto& s, auto out) { fill_laplace(s, 0, 1, out); }, golden::laplace);
  check([](auto& s, auto out) { fill_gumbel(s, 0, 1, out); }, golden::gumbel);
  check([](auto& s, auto out) { fill_gaussian(s, 0, 1, out); }, golden::gaussian);
  check([](auto& s, auto out) { fill_geometric(s, 0.9, out); }, golden::geometric);
  check([](auto& s, auto out) { fill_two_sided_geometric(s, 0, 0.9, out); }, golden::two_sided_geometric);
}

TEST_CASE("the coin falls as it fell", "[sim][golden]") {
  Address const coin{2026, Purpose::certify_coin};
  CHECK(trials_under_d(coin, 0, 4096) == golden::under_d[0]);
  CHECK(trials_under_d(coin, 1, 1000) == golden::under_d[1]);
}
