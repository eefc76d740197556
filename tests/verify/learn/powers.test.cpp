#include "verify/learn/powers.hpp"

#include <cmath>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;
using mechanisms::Column;
using Kind = Feature::Kind;

namespace {

constexpr std::size_t n = 5000;

/// A variance of any size, a number that may be negative, and the variance's square root times 1 + x, within a
/// hundredth.
std::vector<double> spreads(double x, double size_deviates, unsigned seed) {
  std::mt19937_64 random{seed};
  std::normal_distribution<double> normal;
  std::vector<double> y(3 * n);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = std::exp(3 + size_deviates * normal(random));
    y[n + i] = normal(random);
    y[2 * n + i] = std::sqrt(y[i]) * (1 + x) * (1 + 0.01 * normal(random));
  }
  return y;
}

Finding found_in(std::vector<double> const& d, std::vector<double> const& d_prime,
                 Column::Kind kind = Column::Kind::real) {
  std::vector<Column> const columns(3, Column{"y", kind});
  return products_of_powers(columns, {d.data(), n, 3}, {d_prime.data(), n, 3});
}

}  // namespace

TEST_CASE("a root of one column that another is a multiple of is found", "[verify]") {
  auto const found = found_in(spreads(0, 1, 1), spreads(0.02, 1, 2));
  REQUIRE(found.alone.size() == 2);  // what tells most, and the last column less what the first says
  for (auto const& feature : found.alone) {
    CHECK(feature.kind == Kind::log_combination);
    REQUIRE(feature.parameters.size() == 3);
    CHECK(feature.parameters[1] == 0);
    CHECK(feature.parameters[0] / feature.parameters[2] == Catch::Approx(-0.5).margin(0.002));
  }
  REQUIRE(found.summed.size() == 2);
  CHECK(found.summed[0] == Feature{Kind::log_combination, 0, 0, {1, 0, 0}});
}

TEST_CASE("no powers of columns that logarithms hardly bend, that may be negative, or are no numbers", "[verify]") {
  auto const nothing = [](Finding const& found) { return found.alone.empty() && found.summed.empty(); };
  CHECK(nothing(found_in(spreads(0, 0.1, 1), spreads(0.02, 0.1, 2))));
  auto signs = spreads(0, 1, 1);
  for (std::size_t i = 0; i < n; i += 100) signs[i] = -1;
  CHECK(nothing(found_in(signs, spreads(0.02, 1, 2))));
  CHECK(nothing(found_in(spreads(0, 1, 1), spreads(0.02, 1, 2), Column::Kind::category)));
  CHECK(nothing(products_of_powers({}, {nullptr, 0, 0}, {nullptr, 0, 0})));
}
