#include "verify/learn/difference.hpp"

#include <cmath>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner::verify;

namespace {

Difference of(std::vector<double> const& a, std::vector<double> const& b) { return difference(a, b); }

}  // namespace

TEST_CASE("Pearson's statistic of two samples, of the same size or of others", "[verify]") {
  CHECK(of({30, 10}, {10, 30}).statistic == 20);
  CHECK(of({30, 10}, {10, 30}).freedom == 1);
  CHECK(of({30, 0, 10}, {10, 0, 30}).freedom == 1);  // nothing lies in a cell
  CHECK(of({30, 10}, {60, 20}).statistic < 1e-20);
  CHECK(of({2, 0}, {0, 8}).statistic == Catch::Approx(10));  // as many as there are where nothing is shared
  CHECK(of({5, 5, 5}, {5, 5, 5}).beyond_mean() == 0);
}

TEST_CASE("what may be chance is below 0, and an empty sample says nothing", "[verify]") {
  auto const far = of({100, 0}, {0, 100}), near = of({52, 48}, {48, 52});
  CHECK(far.beyond_chance() == Catch::Approx(200 - 1 - 5 * std::sqrt(2.0)));
  CHECK(near.beyond_chance() < 0);
  for (auto const& nothing : {of({0, 0}, {3, 4}), of({3, 4}, {0, 0}), of({}, {}), of({7}, {9})}) {
    CHECK(nothing.beyond_mean() == 0);
    CHECK(nothing.beyond_chance() < 0);
  }
}
