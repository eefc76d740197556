#include "verify/search/banded.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

using Numbers = std::vector<double>;

/// A positive definite one.
Banded some_matrix(std::size_t n) {
  std::mt19937_64 random{n};
  std::uniform_real_distribution<double> number{-1, 1};
  Banded banded{n};
  for (std::size_t i = 0; i < n; ++i) {
    banded.diagonal[i] = 4.5 + number(random);
    if (i >= 1) banded.below[i] = number(random);
    if (i >= 2) banded.two_below[i] = number(random);
  }
  return banded;
}

double entry(Banded const& matrix, std::size_t i, std::size_t j) {
  if (i < j) std::swap(i, j);
  return i == j ? matrix.diagonal[i] : i == j + 1 ? matrix.below[i] : i == j + 2 ? matrix.two_below[i] : 0;
}

Numbers times(Banded const& matrix, Numbers const& x) {
  Numbers product(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) product[i] += entry(matrix, i, j) * x[j];
  return product;
}

double dot(Numbers const& x, Numbers const& y) { return std::inner_product(x.begin(), x.end(), y.begin(), 0.0); }

}  // namespace

TEST_CASE("a banded matrix is what it is when it is written out", "[verify]") {
  for (auto const n : {1u, 2u, 3u, 4u, 17u}) {
    auto const matrix = some_matrix(n);
    Numbers x;
    for (std::size_t i = 0; i < n; ++i) x.push_back(std::sin(static_cast<double>(i) + 1));
    CHECK(matrix.square(x) == Catch::Approx(dot(x, times(matrix, x))));
    auto rest = times(matrix, x);
    matrix.subtract_product(x, rest);
    for (auto const y : rest) CHECK(y == Catch::Approx(0).margin(1e-12));

    auto factors = matrix;
    factors.factorize();
    for (std::size_t from = 0; from < n; ++from) {
      auto b = x;
      std::fill_n(b.begin(), from, 0.0);
      auto solution = b, forward = b;
      factors.solve(solution);
      auto const again = times(matrix, solution);
      for (std::size_t i = 0; i < n; ++i) CHECK(again[i] == Catch::Approx(b[i]).margin(1e-12));
      CHECK(factors.inverse_square(forward, from) == Catch::Approx(dot(b, solution)));
    }
  }
}

TEST_CASE("the determinant of factors is that of the matrix", "[verify]") {
  Banded matrix{3};
  matrix.diagonal = {4, 5, 6};
  matrix.below = {0, 1, 2};
  matrix.two_below = {0, 0, 3};
  auto const determinant = 4 * (5 * 6 - 2 * 2) - 1 * (1 * 6 - 2 * 3) + 3 * (1 * 2 - 5 * 3);
  matrix.factorize();
  CHECK(matrix.half_log_determinant() == Catch::Approx(std::log(determinant) / 2));
}
