#include "verify/learn/innovations.hpp"

#include <cmath>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"
#include "verify/learn/row_norms.hpp"

using namespace warner;
using namespace warner::verify;
using mechanisms::Column;
using Kind = Feature::Kind;

namespace {

constexpr std::size_t n = 5000;

std::vector<Column> numbers(std::size_t width) { return std::vector<Column>(width, Column{"y", Column::Kind::real}); }

/// y[j] = first y[j - 1] + second y[j - 2] + noise, from 100 on.
std::vector<double> series(std::size_t width, double first, double second, unsigned seed) {
  std::mt19937_64 random{seed};
  std::normal_distribution<double> normal;
  std::vector<double> y(n * width);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < width; ++j)
      y[j * n + i] =
          (j > 0 ? first * y[(j - 1) * n + i] : 100) + (j > 1 ? second * y[(j - 2) * n + i] : 0) + normal(random);
  return y;
}

std::vector<Feature> found_in(std::vector<double> const& d, std::vector<double> const& d_prime,
                              std::vector<Column> const& columns) {
  return innovations(columns, {d.data(), n, columns.size()}, {d_prime.data(), n, columns.size()}).summed;
}

/// 24 normal numbers; the second eight are scaled to a length of 1 + x, within a hundredth.
std::vector<double> layers(double x, unsigned seed) {
  std::mt19937_64 random{seed};
  std::normal_distribution<double> normal;
  std::vector<double> y(24 * n);
  for (std::size_t i = 0; i < n; ++i) {
    auto squares = 0.0;
    for (std::size_t j = 0; j < 24; ++j) {
      auto const number = y[j * n + i] = normal(random);
      if (j / 8 == 1) squares += number * number;
    }
    auto const length = (1 + x) * (1 + 0.01 * normal(random));
    for (std::size_t j = 8; j < 16; ++j) y[j * n + i] *= length / std::sqrt(squares);
  }
  return y;
}

/// Four normal numbers and their sum; a number of each release, the third 50 + x or any other, is left out, and is in
/// the sum without noise.
std::vector<double> margins(double x, unsigned seed) {
  std::mt19937_64 random{seed};
  std::normal_distribution<double> normal;
  std::vector<double> y(5 * n);
  for (std::size_t i = 0; i < n; ++i) {
    auto const left_out = random() % 4;
    for (std::size_t j = 0; j < 4; ++j) {
      auto const raw = 50 + 20 * static_cast<double>(j) + (j == 2 ? x : 0),
                 number = raw + (j == left_out ? 0 : 6 * normal(random));
      y[j * n + i] = j == left_out ? 0 : number;
      y[4 * n + i] += number;
    }
  }
  return y;
}

std::vector<Feature> norms_in(std::vector<double> const& d, std::vector<double> const& d_prime) {
  return row_norms(numbers(24), {d.data(), n, 24}, {d_prime.data(), n, 24});
}

}  // namespace

TEST_CASE("innovations of sums are their steps, exactly", "[verify]") {
  auto const found = found_in(series(6, 1, 0, 1), series(6, 1, 0, 2), numbers(6));
  REQUIRE(found.size() == 6);
  CHECK(found[0] == Feature{Kind::coordinate, 0});
  CHECK(found[1] == Feature{Kind::combination, 0, 0, {-1, 1}});
  CHECK(found[5] == Feature{Kind::combination, 0, 0, {0, 0, 0, 0, -1, 1}});
  auto const twice = found_in(series(6, 2, -1, 1), series(6, 2, -1, 2), numbers(6));
  CHECK(twice[4] == Feature{Kind::combination, 0, 0, {0, 0, 1, -2, 1}});
}

TEST_CASE("innovations of a process are what is left of its regression", "[verify]") {
  auto const found = found_in(series(5, 0.6, 0.3, 1), series(5, 0.6, 0.3, 2), numbers(5));
  REQUIRE(found.size() == 5);
  auto const& weights = found[4].parameters;
  REQUIRE(weights.size() == 5);
  CHECK(weights[4] == 1);
  CHECK(std::fabs(weights[3] + 0.6) < 0.05);
  CHECK(std::fabs(weights[2] + 0.3) < 0.05);
  CHECK(std::fabs(weights[1]) < 0.05);
}

TEST_CASE("no innovations where no column depends on those before, or none is a number", "[verify]") {
  CHECK(found_in(series(6, 0, 0, 1), series(6, 0, 0, 2), numbers(6)).empty());
  auto const d = series(6, 1, 0, 1), d_prime = series(6, 1, 0, 2);
  CHECK(found_in(d, d_prime, std::vector<Column>(6, Column{"y", Column::Kind::category})).empty());
  std::vector<double> const constant(6 * n, 2.0);
  CHECK(found_in(constant, constant, numbers(6)).empty());
}

TEST_CASE("a relation that is exact but for what is left out is whole, and worth a look alone", "[verify]") {
  Feature const sum{Kind::combination, 0, 0, {-1, -1, -1, -1, 1}};
  auto const d = margins(0, 1), d_prime = margins(1, 2), same = margins(0, 3);
  auto const in = [](std::vector<double> const& one, std::vector<double> const& other) {
    return innovations(numbers(5), {one.data(), n, 5}, {other.data(), n, 5});
  };
  auto const found = in(d, d_prime);
  REQUIRE(found.summed.size() == 5);
  CHECK(found.summed[4] == sum);
  REQUIRE(found.alone.size() == 1);
  CHECK(found.alone[0] == sum);
  CHECK(in(d, same).alone.empty());  // the twin
}

TEST_CASE("the norm of a layer is found, that of no other row", "[verify]") {
  auto const found = norms_in(layers(0, 1), layers(0.1, 2));
  REQUIRE(!found.empty());
  std::vector<double> weights(32);
  for (std::size_t j = 8; j < 16; ++j) weights[2 * j + 1] = 1;
  CHECK(found[0] == Feature{Kind::distance, 0, 0, weights});
  CHECK(norms_in(layers(0, 1), layers(0, 2)).empty());  // the twin
  auto const noise = series(24, 0, 0, 1);
  auto shifted = series(24, 0, 0, 2);
  for (auto& y : shifted) y += 0.2;
  CHECK(norms_in(noise, shifted).empty());  // columns say as much
}
