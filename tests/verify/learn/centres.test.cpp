#include "verify/learn/centres.hpp"

#include <cmath>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;
using mechanisms::Column;
using Kind = Feature::Kind;

namespace {

constexpr std::size_t n = 8000;

/// A word, a number that has nothing to say, and a point about (x, 2): off it in a random direction, by an exponential
/// length; or by Laplace noise in each number for itself. Every fifth is further to one side, so that medians are off.
std::vector<double> points(double x, bool in_one_direction, unsigned seed) {
  std::mt19937_64 random{seed};
  std::normal_distribution<double> normal;
  std::exponential_distribution<double> exponential;
  std::vector<double> y(4 * n);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = static_cast<double>(random() % 3);
    y[n + i] = normal(random);
    auto const a = normal(random), b = normal(random), away = exponential(random), other = exponential(random);
    auto const length = std::hypot(a, b);
    auto const aside = i % 5 == 0 ? 3 * other : 0;
    y[2 * n + i] = x + aside + (in_one_direction ? away * a / length : std::copysign(away, a));
    y[3 * n + i] = 2 + (in_one_direction ? away * b / length : std::copysign(exponential(random), b));
  }
  return y;
}

Finding found_in(std::vector<double> const& d, std::vector<double> const& d_prime) {
  std::vector<Column> columns(4, Column{"y", Column::Kind::real});
  columns[0].kind = Column::Kind::category;
  return distances_from_centres(columns, {d.data(), n, 4}, {d_prime.data(), n, 4});
}

}  // namespace

TEST_CASE("where releases lie densest is found, of columns that are off together", "[verify]") {
  auto const found = found_in(points(1, true, 1), points(1.5, true, 2));
  REQUIRE(found.fitted.size() == 2);
  CHECK(found.alone.size() == 2);
  for (std::size_t arm = 0; arm < 2; ++arm) {
    auto const& [kind, column, other, of_column] = found.fitted[arm];
    CHECK(kind == Kind::distance);
    REQUIRE(of_column.size() == 8);
    CHECK(of_column[4] == Catch::Approx(arm == 0 ? 1 : 1.5).margin(0.01));  // the median is off by 0.1
    CHECK(of_column[6] == Catch::Approx(2).margin(0.005));
    for (std::size_t j = 0; j < 2; ++j) CHECK(of_column[2 * j + 1] == 0);
    CHECK(of_column[7] / of_column[5] < 1.5);  // spreads differ by 2.3
  }
}

TEST_CASE("no distance where columns are off each for itself, or where the datasets do not differ", "[verify]") {
  auto const nothing = [](Finding const& found) { return found.alone.empty() && found.fitted.empty(); };
  CHECK(nothing(found_in(points(1, false, 1), points(1.5, false, 2))));
  CHECK(nothing(found_in(points(1, true, 1), points(1, true, 2))));
  auto gone = points(1, true, 1);
  std::fill(gone.begin() + 2 * n, gone.end(), std::nan(""));
  CHECK(nothing(found_in(gone, points(1.5, true, 2))));
  CHECK(nothing(distances_from_centres({}, {nullptr, 0, 0}, {nullptr, 0, 0})));
  auto correlated = [](double x, unsigned seed) {
    auto y = points(x, false, seed);
    for (std::size_t i = 0; i < n; ++i) y[3 * n + i] += y[2 * n + i];
    return y;
  };
  CHECK(nothing(found_in(correlated(1, 1), correlated(1.5, 2))));
}
