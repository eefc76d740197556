#include "verify/learn/learned_rows.hpp"

#include <cmath>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"
#include "verify/learn/row_shapes.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr std::size_t n = 4000;

/// Rows of three coins, in one of two layouts; how many of a row's are heads is even in `even` of them.
std::vector<double> coins(double even, RowShape const& shape, unsigned seed) {
  std::mt19937_64 random{seed};
  std::bernoulli_distribution is_even{even};
  std::vector<double> numbers(n * shape.columns_read());
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t row = 0; row < shape.rows; ++row) {
      auto const a = random() % 2, b = random() % 2, c = (a + b + (is_even(random) ? 0u : 1u)) % 2;
      std::size_t k = 0;
      for (auto const coin : {a, b, c}) numbers[shape.column(row, k++) * n + i] = static_cast<double>(coin);
    }
  return numbers;
}

/// A series of normal noise, each number with some of the one before, and `apart` from it.
std::vector<double> series(double of_the_one_before, double apart, unsigned seed) {
  constexpr std::size_t width = 24;
  std::mt19937_64 random{seed};
  std::normal_distribution<double> normal;
  std::vector<double> numbers(n * width);
  for (std::size_t i = 0; i < n; ++i) {
    auto before = normal(random);
    for (std::size_t j = 0; j < width; ++j) {
      auto const y = of_the_one_before * before + std::sqrt(1 - of_the_one_before * of_the_one_before) * normal(random);
      numbers[j * n + i] = y + apart * static_cast<double>(j);
      before = y;
    }
  }
  return numbers;
}

std::vector<Score> learned(std::vector<double> const& d, std::vector<double> const& d_prime) {
  return learn_rows({d.data(), n, d.size() / n}, {d_prime.data(), n, d_prime.size() / n});
}

}  // namespace

TEST_CASE("the shapes of releases: tables of rows, and windows", "[verify]") {
  CHECK(table_shapes(3, 16).empty());
  CHECK(table_shapes(4, 16) == std::vector<RowShape>{{2, 2, 2, 1}, {2, 2, 1, 2}});
  CHECK(table_shapes(12, 3) == std::vector<RowShape>{{6, 2, 2, 1}, {6, 2, 1, 6}, {4, 3, 3, 1}, {4, 3, 1, 4}});
  CHECK(window_shapes(2, 8).empty());
  CHECK(window_shapes(20, 8) == std::vector<RowShape>{{13, 8, 1, 1}});
  CHECK(window_shapes(5, 8) == std::vector<RowShape>{{2, 4, 1, 1}});
  for (auto const& shape : table_shapes(48, 16)) CHECK(shape.columns_read() == 48);
}

TEST_CASE("what three numbers of a row say together is found, however rows lie in a release", "[verify]") {
  for (auto const& shape : {RowShape{7, 3, 3, 1}, RowShape{7, 3, 1, 7}}) {
    auto const scores = learned(coins(0.6, shape, 1), coins(0.4, shape, 2));
    REQUIRE(!scores.empty());
    for (auto const& score : scores) CHECK(std::get<SumOverRows>(score).shape == shape);
    CHECK(learned(coins(0.6, shape, 1), coins(0.6, shape, 2)).empty());  // the twin
  }
}

TEST_CASE("what neighbours in a series say together is found in windows", "[verify]") {
  auto const scores = learned(series(0.3, 0, 1), series(-0.3, 0, 2));
  REQUIRE(!scores.empty());
  CHECK(std::get<SumOverRows>(scores[0]).shape.apart == 1);
  CHECK(learned(series(0.3, 0, 1), series(0.3, 0, 2)).empty());
  CHECK(learned(series(0.3, 3, 1), series(-0.3, 3, 2)).empty());  // of rows that are not alike the columns tell more
}

TEST_CASE("no rows of too few columns, or releases", "[verify]") {
  std::vector<double> const none, two(2 * n, 1.0);
  CHECK(learned(two, two).empty());
  CHECK(learn_rows({none.data(), 0, 6}, {none.data(), 0, 6}).empty());
}
