#include "verify/learn/quadratic_form.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;
using mechanisms::Column;

namespace {

constexpr std::size_t n = 20'000, width = 4;

/// A word, and three numbers about (50, x, 1000): of two columns, one not next to the other, the noise is correlated.
std::vector<double> drawn(double correlation, double x, unsigned seed) {
  std::mt19937_64 random{seed};
  std::normal_distribution<double> normal;
  std::vector<double> y(width * n);
  for (std::size_t i = 0; i < n; ++i) {
    auto const a = normal(random), b = normal(random), c = normal(random);
    y[i] = static_cast<double>(random() % 3);
    y[n + i] = 50 + 2 * a;
    y[2 * n + i] = x + b;
    y[3 * n + i] = 1000 + 3 * (correlation * a + std::sqrt(1 - correlation * correlation) * c);
  }
  return y;
}

std::vector<Feature> found_in(std::vector<double> const& d, std::vector<double> const& d_prime) {
  std::vector<Column> columns(width, Column{"y", Column::Kind::real});
  columns[0].kind = Column::Kind::category;
  return quadratic_form(columns, {d.data(), n, width}, {d_prime.data(), n, width});
}

}  // namespace

TEST_CASE("the quadratic of two normal laws is their log likelihood ratio", "[verify]") {
  constexpr double r = 0.6, x = 0.5;
  auto const d = drawn(r, x, 1), d_prime = drawn(-r, -x, 2);
  auto const found = found_in(d, d_prime);
  REQUIRE(found.size() == 1);
  CHECK(columns_read(found[0]) == width);
  std::vector<double> memory;
  auto const values = evaluate(found[0], {d.data(), n, width}, memory);
  double worst = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    auto const a = (d[n + i] - 50) / 2, b = d[2 * n + i], c = (d[3 * n + i] - 1000) / 3;
    auto const exact = 2 * r * a * c / (1 - r * r) + 2 * x * b;
    worst = std::max(worst, std::fabs(values[i] - exact) / (1 + a * a + b * b + c * c));
  }
  CHECK(worst < 0.1);
}

TEST_CASE("no quadratic is found where covariances are the same", "[verify]") {
  CHECK(found_in(drawn(0.6, 0.5, 3), drawn(0.6, -0.5, 4)).empty());
  CHECK(found_in(drawn(0, 0, 5), drawn(0, 0, 6)).empty());
}

TEST_CASE("a quadratic reads no column that it has no weight for", "[verify]") {
  auto const infinity = std::numeric_limits<double>::infinity();
  Feature form{Feature::Kind::quadratic, 0, 0, std::vector<double>(parameters_of_quadratic(3))};
  form.parameters[1] = 2;   // of y[1]
  form.parameters[4] = 3;   // its weight
  form.parameters[10] = 5;  // of the product of y[1] and y[2]
  std::vector<double> memory;
  std::vector<double> const y{infinity, 4, 7};
  CHECK(evaluate(form, {y.data(), 1, 3}, memory)[0] == 3 * 2 + 5 * 2 * 7);
}
