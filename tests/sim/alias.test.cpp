#include "sim/alias.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "sim/instruction_set.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"
#include "tests/support/seed.hpp"

using namespace warner::sim;
using namespace warner::tests;

namespace {

/// What each integer gets from all columns, in multiples of 2^-64, modulo 2^64.
std::vector<std::uint64_t> masses(AliasTable const& table) {
  auto const columns = table.entries().size();
  std::vector<std::uint64_t> mass(columns);
  for (std::size_t column = 0; column < columns; ++column) {
    auto const entry = table.entries()[column];
    mass[column] += entry >> table.bits();
    mass[entry & (columns - 1)] += (std::uint64_t{1} << (64 - table.bits())) - (entry >> table.bits());
  }
  return mass;
}

std::vector<std::uint64_t> scrambled_starts(std::size_t n) {
  Stream stream{Address{seed_of("alias/starts")}, n};
  std::vector<std::uint64_t> starts(n);
  for (std::size_t i = 1; i < n; ++i) starts[i] = stream.word() >> (i % 7 == 0 ? 40 : 0);
  std::ranges::sort(starts);
  return starts;
}

/// Pr[X = z] of the law with masses 1/8, 1/2, 3/8 at -1, 0, 1.
double pmf(double z) { return z == -1 ? 0.125 : z == 0 ? 0.5 : z == 1 ? 0.375 : 0; }
constexpr std::uint64_t eighth = std::uint64_t{1} << 61;

}  // namespace

TEST_CASE("an alias table holds its masses exactly", "[sim]") {
  for (std::size_t const n : {1u, 2u, 3u, 17u, 255u, 256u, 257u, 512u, 513u, 5000u}) {
    CAPTURE(n);
    auto const starts = scrambled_starts(n);
    auto const mass = masses(AliasTable{0, starts});
    CHECK(mass.size() >= std::max<std::size_t>(n, 256));
    for (std::size_t i = 0; i < mass.size(); ++i)
      if (mass[i] != (i >= n ? 0 : (i + 1 < n ? starts[i + 1] : 0) - starts[i])) FAIL("integer " << i);
  }
  std::vector<std::uint64_t> const only_the_last(256);  // everything starts at 0: all the mass lies at the end
  AliasTable const certain{-255, only_the_last};
  for (auto const word : {std::uint64_t{0}, ~std::uint64_t{0}, eighth}) CHECK(certain(word) == 0);
}

TEST_CASE("draws by alias have the bits of the table read word by word, on every instruction set",
          "[sim][same-bytes]") {
  for (auto const& set : instruction_sets())
    for (auto const integers : {200u, 3000u}) {
      AliasTable const table{-100, scrambled_starts(integers)};
      use_instruction_set(set);
      for (std::size_t const n : {0u, 1u, 15u, 16u, 17u, 511u, 512u, 513u, 4096u, 5003u}) {
        CAPTURE(set, n);
        Stream stream{Address{8}, 2};
        std::vector<double> out(n), expected(n);
        fill_alias(stream, table, 3, out);
        std::vector<std::uint64_t> words((n + 15) / 16 * 16);
        Stream{Address{8}, 2}.fill(words);
        for (std::size_t i = 0; i < n; ++i) expected[i] = 3 + table(words[i]);
        CHECK(out == expected);
        CHECK(stream.position() == words.size());
      }
    }
  use_instruction_set("");
}

// Level 1e-9. The wrong twin gives 0 a mass of 1.05 / 2: chi-squared is then about 5,000 at two degrees of freedom.
TEST_CASE("draws by alias follow the law, and with a middle 1.05 times as heavy they do not", "[sim][statistical]") {
  auto const draw = [](std::vector<std::uint64_t> const& starts, std::string_view label) {
    std::vector<double> out(1 << 20);
    Stream stream{Address{seed_of(label)}, 0};
    fill_alias(stream, AliasTable{-1, starts}, 0, out);
    return out;
  };
  CHECK_FALSE(chi_squared(draw({0, eighth, 5 * eighth}, "alias"), pmf).refutes_at_1e9());
  CHECK(chi_squared(draw({0, eighth, 5 * eighth + eighth / 5}, "alias/wrong"), pmf).refutes_at_1e9());
}

TEST_CASE("an alias table refuses what is no law", "[sim]") {
  using Starts = std::vector<std::uint64_t>;
  CHECK_THROWS_AS((AliasTable{0, Starts{}}), std::invalid_argument);
  CHECK_THROWS_AS((AliasTable{0, Starts(AliasTable::most + 1)}), std::invalid_argument);
  CHECK_THROWS_AS((AliasTable{0, Starts{1}}), std::invalid_argument);
  CHECK_THROWS_AS((AliasTable{0, Starts{0, 5, 4}}), std::invalid_argument);
}
