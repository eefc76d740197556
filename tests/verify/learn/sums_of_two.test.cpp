#include "verify/learn/sums_of_two.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner::verify;
using warner::mechanisms::Column;
using warner::mechanisms::ConstBatch;

namespace {

constexpr std::size_t n = 4096, width = 10;

/// Answers 1.3 j + 100 with normal noise, the seventh higher by x. In one release of `reuses` its noise is `sign` times
/// that of the second.
std::vector<double> answers(double x, unsigned seed, unsigned reuses, double sign, double scale = 1) {
  std::mt19937_64 random{seed};
  std::normal_distribution<double> normal{0, 2};
  std::vector<double> numbers(n * width);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> noise(width);
    for (auto& y : noise) y = normal(random);
    if (reuses > 0 && random() % reuses == 0) noise[6] = sign * noise[1];
    for (std::size_t j = 0; j < width; ++j)
      numbers[j * n + i] = scale * (100 + 1.3 * static_cast<double>(j) + (j == 6 ? x : 0) + noise[j]);
  }
  return numbers;
}

std::vector<Feature> found_in(std::vector<double> const& d, std::vector<double> const& d_prime,
                              Column::Kind kind = Column::Kind::real) {
  std::vector<Column> const columns(width, Column{"y", kind});
  return sums_that_come_again(columns, {d.data(), n, width}, {d_prime.data(), n, width}).alone;
}

/// Running totals of 20 steps of 1 with noise to a thousandth, the last eight of 1 + x. In one release of twenty a
/// step, any one, has no noise.
std::vector<double> totals(double x, std::size_t releases, unsigned seed) {
  std::mt19937_64 random{seed};
  std::normal_distribution<double> normal{0, 10};
  std::vector<double> numbers(releases * 20);
  for (std::size_t i = 0; i < releases; ++i) {
    auto const skipped = random() % 400;
    auto total = 0.0;
    for (std::size_t j = 0; j < 20; ++j) {
      total += 1 + (j >= 12 ? x : 0) + (j == skipped ? 0 : std::nearbyint(1024 * normal(random)) / 1024);
      numbers[j * releases + i] = total;
    }
  }
  return numbers;
}

}  // namespace

TEST_CASE("noise that is used twice in some releases is found, whatever its sign and unit", "[verify]") {
  for (auto const scale : {1.0, 1e-9, 1e12})
    for (auto const sign : {1.0, -1.0}) {
      auto const found = found_in(answers(0, 1, 50, sign, scale), answers(1, 2, 50, sign, scale));
      REQUIRE(!found.empty());
      CHECK(found[0].kind == Feature::Kind::sum_of_two);
      CHECK(found[0].column == 6);
      CHECK(found[0].other == 1);
      CHECK(found[0].parameters[0] == -sign);
      CHECK(found[0].parameters[1] < scale * 1e-6);
    }
}

TEST_CASE("sums that come again hardly ever are all found where releases suffice, to be summed", "[verify]") {
  constexpr std::size_t many = 20'000;
  auto const d = totals(0, many, 1), d_prime = totals(1, many, 2), same = totals(0, many, 3);
  auto const in = [&](std::vector<double> const& one, std::vector<double> const& other) {
    return sums_that_come_again(std::vector<Column>(20, Column{"y", Column::Kind::real}), {one.data(), many, 20},
                                {other.data(), many, 20});
  };
  auto const found = in(d, d_prime);
  CHECK(found.summed.size() >= 8);
  CHECK(found.alone.size() == 4);
  for (auto const& sum : found.summed) {
    CHECK(sum.column == sum.other + 1);
    CHECK(sum.column >= 12);
    CHECK(sum.parameters[0] == -1);
  }
  CHECK(in(d, same).summed.empty());  // the twin
}

TEST_CASE("no sums of two columns where none comes again, or where a column tells as much", "[verify]") {
  CHECK(found_in(answers(0, 1, 0, 1), answers(0, 2, 0, 1)).empty());
  CHECK(found_in(answers(0, 1, 0, 1), answers(1, 2, 0, 1)).empty());
  CHECK(found_in(answers(0, 1, 50, 1), answers(0, 2, 50, 1)).empty());  // as often under both
  auto const leak = answers(0, 1, 2, 1), other = answers(1, 2, 2, 1);
  CHECK(found_in(leak, other, Column::Kind::category).empty());
  auto whole = answers(0, 3, 0, 1), shifted = answers(1, 4, 0, 1);
  for (auto* numbers : {&whole, &shifted})
    for (auto& y : *numbers) y = std::nearbyint(y);
  CHECK(found_in(whole, shifted).empty());  // the sums tell less than the seventh alone
}

TEST_CASE("what is no number, or the same everywhere, is no sum", "[verify]") {
  auto d = answers(0, 1, 50, 1), d_prime = answers(1, 2, 50, 1);
  for (std::size_t i = 0; i < n; ++i) {
    d[i] = d_prime[i] = 7;                                    // the first column
    d[2 * n + i] = std::numeric_limits<double>::quiet_NaN();  // the third
    d_prime[3 * n + i] = i % 2 == 0 ? std::numeric_limits<double>::infinity() : 1e300;
  }
  auto const found = found_in(d, d_prime);
  REQUIRE(!found.empty());
  CHECK(found[0].column == 6);
  CHECK(found[0].other == 1);
  CHECK(sums_that_come_again({{"y", Column::Kind::real}}, {d.data(), n, 1}, {d.data(), n, 1}).summed.empty());
}
