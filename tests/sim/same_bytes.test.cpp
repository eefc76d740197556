#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "sim/count.hpp"
#include "sim/instruction_set.hpp"
#include "sim/scalar.hpp"
#include "sim/variates.hpp"
#include "tests/support/catch.hpp"

using namespace warner::sim;

namespace {

using Fill = std::function<void(Stream&, std::span<double>)>;
using Reference = std::function<void(std::vector<std::uint64_t> const&, std::vector<double>&)>;

/// One variate a word, by the plain reference.
Reference one_by_one(std::function<double(std::uint64_t)> f) {
  return [f](auto const& words, auto& out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = f(words[i]);
  };
}

void gaussians_by_pairs(std::vector<std::uint64_t> const& words, std::vector<double>& out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const row = i / 16 * 16, lane = i % 8;
    auto const both = scalar::gaussians(words[row + lane], words[row + lane + 8], 0.5, 3);
    out[i] = i % 16 < 8 ? both.first : both.second;
  }
}

struct Law {
  char const* name;
  Fill fill;
  Reference reference;
};

std::vector<Law> laws() {
  auto const rate = scalar::inverse_rate(0.7), shift = scalar::two_sided_shift(0.7, rate);
  auto const threshold = bernoulli_threshold(0.3);
  return {{"uniform", [](auto& s, auto o) { fill_uniform(s, o); }, one_by_one(scalar::unit_open)},
          {"exponential", [](auto& s, auto o) { fill_exponential(s, 1.7, o); },
           one_by_one([](auto w) { return scalar::exponential(w) * 1.7; })},
          {"laplace", [](auto& s, auto o) { fill_laplace(s, 0.3, 2.5, o); },
           one_by_one([](auto w) { return scalar::laplace(w, 0.3, 2.5); })},
          {"gumbel", [](auto& s, auto o) { fill_gumbel(s, 0.3, 2.5, o); },
           one_by_one([](auto w) { return scalar::gumbel(w, 0.3, 2.5); })},
          {"gaussian", [](auto& s, auto o) { fill_gaussian(s, 0.5, 3, o); }, gaussians_by_pairs},
          {"geometric", [](auto& s, auto o) { fill_geometric(s, 0.7, o); },
           one_by_one([=](auto w) { return scalar::geometric(w, rate); })},
          {"two-sided geometric", [](auto& s, auto o) { fill_two_sided_geometric(s, 4, 0.7, o); },
           one_by_one([=](auto w) { return scalar::two_sided_geometric(w, 4, rate, shift); })},
          {"bernoulli", [=](auto& s, auto o) { fill_bernoulli(s, threshold, o); },
           one_by_one([=](auto w) { return w < threshold ? 1.0 : 0.0; })}};
}

bool same_bytes(std::vector<double> const& a, std::vector<double> const& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

}  // namespace

TEST_CASE("every law has the bits of its plain reference on every instruction set, for every generator and any size",
          "[sim][same-bytes]") {
  auto const sets = instruction_sets();
  CAPTURE(sets);
  REQUIRE_FALSE(sets.empty());
  for (auto const& set : sets) {
    use_instruction_set(set);
    CHECK(active_instruction_set() == set);
    for (auto const generator : {Generator::ars, Generator::philox, Generator::aes})
      for (auto const& law : laws())
        for (std::size_t const n : {0u, 1u, 7u, 8u, 15u, 16u, 17u, 511u, 512u, 513u, 4096u, 5003u}) {
          CAPTURE(set, law.name, n);
          Address const address{42, Purpose::test, Arm::d, generator};
          Stream stream{address, 9};
          std::vector<double> out(n), expected(n);
          law.fill(stream, out);
          std::vector<std::uint64_t> words((n + 15) / 16 * 16);
          Stream{address, 9}.fill(words);
          law.reference(words, expected);
          CHECK(same_bytes(out, expected));
          CHECK(stream.position() == words.size());
        }
  }
  use_instruction_set("");
  CHECK_THROWS_AS(use_instruction_set("abacus"), std::invalid_argument);
}

TEST_CASE("single variates have the bits of the plain reference on every instruction set", "[sim][same-bytes]") {
  auto const rate = scalar::inverse_rate(0.7), shift = scalar::two_sided_shift(0.7, rate);
  for (auto const& set : instruction_sets()) {
    use_instruction_set(set);
    CAPTURE(set);
    Stream stream{Address{43}, 0};
    for (int i = 0; i < 1000; ++i) {
      auto const word = stream.word();
      auto const angle = stream.word();
      CHECK(exponential_of(word) == scalar::exponential(word));
      CHECK(laplace_of(word, 0.3, 2.5) == scalar::laplace(word, 0.3, 2.5));
      CHECK(gumbel_of(word, 0.3, 2.5) == scalar::gumbel(word, 0.3, 2.5));
      CHECK(gaussian_of(word, angle, 0.3, 2.5) == scalar::gaussians(word, angle, 0.3, 2.5).first);
      CHECK(geometric_of(word, rate) == scalar::geometric(word, rate));
      CHECK(two_sided_geometric_of(word, 4, rate, shift) == scalar::two_sided_geometric(word, 4, rate, shift));
    }
  }
  use_instruction_set("");
}

TEST_CASE("coins are counted alike on every instruction set", "[sim][same-bytes]") {
  auto const threshold = bernoulli_threshold(0.37);
  for (auto const& set : instruction_sets()) {
    use_instruction_set(set);
    for (std::size_t const n : {0u, 1u, 63u, 512u, 5003u}) {
      std::vector<double> coins(n);
      Stream a{Address{1}, 0}, b{Address{1}, 0};
      fill_bernoulli(a, threshold, coins);
      CHECK(count_bernoulli(b, threshold, n) == count_at_least(coins, 0.5));
      CHECK(a.position() == b.position());
    }
  }
  use_instruction_set("");
}
