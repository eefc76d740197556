#include "verify/learn/congruences.hpp"

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;
using mechanisms::Column;

namespace {

constexpr std::size_t n = 5000, width = 12;

/// Ten digits about 1000 and two words; 1 y[1] + 2 y[2] + .. is `check` modulo 11, or anything where that is below 0.
std::vector<double> digits(std::int64_t check, unsigned seed) {
  std::mt19937_64 random{seed};
  std::vector<double> y(width * n);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = static_cast<double>(random() % 5);
    y[11 * n + i] = static_cast<double>(random() % 5);
    std::int64_t sum = 0;
    for (std::size_t j = 1; j < 10; ++j) {
      auto const digit = static_cast<std::int64_t>(990 + random() % 20);
      sum += static_cast<std::int64_t>(j) * digit;
      y[j * n + i] = static_cast<double>(digit);
    }
    auto const last = check < 0 ? random() % 11 : static_cast<std::uint64_t>(((sum - check) % 11 + 11) % 11);
    y[10 * n + i] = static_cast<double>(last);  // 10 times it is 11 times it less it
  }
  return y;
}

/// Forty flags, of which four have an even number of ones, or anything.
std::vector<double> flags(bool even, unsigned seed) {
  std::mt19937_64 random{seed};
  std::vector<double> y(40 * n);
  for (auto& flag : y) flag = static_cast<double>(random() % 2);
  for (std::size_t i = 0; even && i < n; ++i)
    y[31 * n + i] = static_cast<double>(static_cast<int>(y[3 * n + i] + y[8 * n + i] + y[20 * n + i]) % 2);
  return y;
}

std::vector<Feature> found_in(std::vector<double> const& d, std::vector<double> const& d_prime, std::size_t columns,
                              Column::Kind kind) {
  std::vector<Column> kinds(columns, Column{"y", kind});
  if (kind == Column::Kind::integer) kinds.front().kind = kinds.back().kind = Column::Kind::category;
  return congruences(kinds, {d.data(), n, columns}, {d_prime.data(), n, columns});
}

}  // namespace

TEST_CASE("a check digit that gives the dataset away is found", "[verify]") {
  auto const integer = Column::Kind::integer;
  for (auto const other : {5, -1}) {
    auto const found = found_in(digits(0, 1), digits(other, 2), width, integer);
    REQUIRE(found.size() == (other < 0 ? 1 : 2));
    auto const& weights = found[0].parameters;
    CHECK(weights[0] == 11);
    CHECK(weights.size() == 12);  // but for the last word
    CHECK(weights[1] == 0);
    for (std::size_t j = 2; j < 12; ++j)  // proportional to 1, 2, ..
      CHECK(std::fmod(weights[2] * static_cast<double>(j - 1) - weights[j], 11) == 0);
  }
  CHECK(found_in(digits(5, 1), digits(5, 2), width, integer).empty());
  CHECK(found_in(digits(-1, 1), digits(-1, 2), width, integer).empty());
}

TEST_CASE("a parity of some flags among many is found", "[verify]") {
  auto const flag = Column::Kind::flag;
  auto const found = found_in(flags(false, 3), flags(true, 4), 40, flag);
  REQUIRE(found.size() == 1);
  std::vector<double> expected(41);
  expected[0] = 2;
  for (auto const j : {3, 8, 20, 31}) expected[static_cast<std::size_t>(1 + j)] = 1;
  CHECK(found[0].parameters == expected);
  CHECK(found_in(flags(true, 3), flags(true, 4), 40, flag).empty());
}
