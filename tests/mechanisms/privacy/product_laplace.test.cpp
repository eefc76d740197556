#include "mechanisms/privacy/product_laplace.hpp"

#include <cmath>
#include <vector>

#include "mechanisms/privacy/profile.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms::privacy;
using Catch::Approx;

namespace {

double delta_of(std::vector<double> const& shifts, double epsilon) {
  return product_laplace_delta(shifts, epsilon).value();
}
Approx exactly(double value) { return Approx(value).epsilon(1e-12).margin(0); }

}  // namespace

TEST_CASE("one Laplace noise among those that do not move is one Laplace noise", "[mechanisms][privacy]") {
  for (double const epsilon : {0.0, 0.3, 0.99, 1.0, 2.0}) {
    CHECK(delta_of({1}, epsilon) == exactly(laplace_delta(1, epsilon)));
    CHECK(delta_of({0, 1, 0}, epsilon) == exactly(laplace_delta(1, epsilon)));
  }
  CHECK(delta_of({}, 0) == 0);
}

// Thirty-digit values by other means: quadrature for two coordinates, mpmath for more.
TEST_CASE("several Laplace noises have their known profile", "[mechanisms][privacy]") {
  CHECK(delta_of({0.5, 0.5}, 0) == exactly(0.24183667535920822049525));
  CHECK(delta_of({0.8, 0.2}, 0.25) == exactly(0.24398179332993058160027));
  CHECK(delta_of({0.8, 0.2}, 0.9) == exactly(0.02498983988676814068128));
  CHECK(delta_of(std::vector<double>(10, 0.1), 0.5) == exactly(0.00893829460294377457697));
  CHECK(delta_of(std::vector<double>(10, 4), 38) == exactly(0.01570219832624931461721));
  CHECK(delta_of(std::vector<double>(100, 0.1), 5) == Approx(1.9174312332821009e-07).epsilon(1e-11).margin(0));
}

TEST_CASE("the same shift spread over more coordinates hides more", "[mechanisms][privacy]") {
  double last = 1;
  for (int k = 1; k <= 32; k *= 2) {
    auto const delta = delta_of(std::vector<double>(static_cast<std::size_t>(k), 1.0 / k), 0.5);
    CHECK(delta < last);
    last = delta;
  }
}

TEST_CASE("too long a sum is left open", "[mechanisms][privacy]") {
  CHECK_FALSE(product_laplace_delta(std::vector<double>(1000, 0.001), 0));
  std::vector<double> all_different;
  for (int i = 1; i <= 20; ++i) all_different.push_back(i / 100.0);
  CHECK_FALSE(product_laplace_delta(all_different, 0));
}
