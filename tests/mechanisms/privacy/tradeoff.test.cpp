#include "mechanisms/privacy/tradeoff.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "mechanisms/privacy/profile.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms::privacy;
using Catch::Approx;

namespace {

Approx exactly(double value) { return Approx(value).epsilon(1e-12).margin(0); }

struct Curve {
  char const* name;
  std::function<double(double)> beta;
  std::function<double(double)> delta;  // the profile of the same pair
};

std::vector<Curve> curves() {
  return {
      {"Laplace", [](double a) { return laplace_tradeoff(1.5, a); }, [](double e) { return laplace_delta(1.5, e); }},
      {"Gaussian", [](double a) { return gaussian_tradeoff(1.2, a); }, [](double e) { return gaussian_delta(1.2, e); }},
      {"randomised response", [](double a) { return approximate_dp_tradeoff(std::log(3.0), 0, a); },
       [](double e) { return binary_delta(0.75, 0.25, e); }},
  };
}

}  // namespace

TEST_CASE("trade-off functions have their known values", "[mechanisms][privacy]") {
  CHECK(laplace_tradeoff(4, 1e-6) == exactly(0.99994540184996685576092));
  CHECK(laplace_tradeoff(4, 0.05) == exactly(0.09157819444367090146859));
  CHECK(laplace_tradeoff(4, 0.9) == exactly(0.00183156388887341802937));
  CHECK(approximate_dp_tradeoff(0.1, 1e-3, 0.25) == exactly(0.72270727048108809379707));
  CHECK(approximate_dp_tradeoff(3, 1e-6, 0.9) == exactly(0.00497865704971802643399));
  CHECK(gaussian_tradeoff(1, 0.5) == exactly(0.15865525393145705));  // Phi(-1)
}

TEST_CASE("a trade-off function is convex, falls below 1 - alpha, and is its own inverse", "[mechanisms][privacy]") {
  for (auto const& [name, beta, delta] : curves()) {
    INFO(name);
    CHECK(beta(0) == 1);
    CHECK(beta(1) == 0);
    for (int i = 1; i < 1000; ++i) {
      auto const alpha = i / 1000.0;
      CHECK(beta(alpha) <= 1 - alpha + 1e-15);
      CHECK(beta(alpha) <= (beta(alpha - 0.001) + beta(alpha + 0.001)) / 2 + 1e-15);
      CHECK(beta(beta(alpha)) == Approx(alpha).epsilon(1e-10));
    }
  }
}

// beta(alpha) = sup over epsilon of 1 - delta(epsilon) - e^epsilon alpha [DRS19]: each curve is the envelope of its
// profile's lines.
TEST_CASE("trade-off function and profile of one pair are dual", "[mechanisms][privacy]") {
  for (auto const& [name, beta, delta] : curves()) {
    INFO(name);
    for (double const alpha : {0.001, 0.05, 0.2, 0.5, 0.9}) {
      double best = 0;
      for (double epsilon = -8; epsilon <= 8; epsilon += 1.0 / 1024)
        best = std::max(best, 1 - delta(epsilon) - std::exp(epsilon) * alpha);
      CHECK(best <= beta(alpha) + 1e-12);
      CHECK(best > beta(alpha) - 2e-6 -
                       2e-3 * beta(alpha) *
                           (std::string_view{name} == "randomised response"));  // its kinks are between the grid's
    }
  }
}

TEST_CASE("a type I error is a probability", "[mechanisms][privacy]") {
  CHECK_THROWS_AS(laplace_tradeoff(1, -0.1), std::invalid_argument);
  CHECK_THROWS_AS(gaussian_tradeoff(1, 1.1), std::invalid_argument);
  CHECK_THROWS_AS(approximate_dp_tradeoff(1, 0, std::nan("")), std::invalid_argument);
}
