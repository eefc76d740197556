#include "mechanisms/privacy/profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/catch.hpp"

using namespace warner::mechanisms::privacy;
using Catch::Approx;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Approx exactly(double value) { return Approx(value).epsilon(1e-12).margin(0); }

}  // namespace

// Closed forms evaluated to thirty digits elsewhere.
TEST_CASE("profiles have their known values, far into the tail", "[mechanisms][privacy]") {
  CHECK(laplace_delta(4, 0.1) == exactly(0.85772592841348642814884));
  CHECK(laplace_delta(1, 0.9) == exactly(0.04877057549928599090857));
  CHECK(laplace_delta(1, 1) == 0);
  CHECK(gaussian_delta(std::sqrt(2.0) / 0.5, 0) == exactly(0.84270079294971486934));  // erf(1)
  CHECK(gaussian_delta(0.05, 0.5) == exactly(4.797291362662317e-26));
  CHECK(gaussian_delta(0.05, 1) == exactly(1.129033227097697e-91));
  CHECK(discrete_laplace_delta(std::exp(-1.0), 1, 0) == exactly(0.4621171572600097585));
  CHECK(discrete_laplace_delta(std::exp(-1.0), 1, 0.95) == exactly(0.0356541476034753570573807));
  CHECK(discrete_laplace_delta(std::exp(-0.1), 1, 0.03) == exactly(0.03549183749433018530451629505));
}

TEST_CASE("profiles fall from the total variation to zero", "[mechanisms][privacy]") {
  auto const falls = [](auto const& profile, double from, double to) {
    double last = infinity;
    for (double epsilon = from; epsilon <= to; epsilon += (to - from) / 1000) {
      auto const delta = profile(epsilon);
      CHECK(delta >= 0);
      CHECK(delta <= last);
      last = delta;
    }
  };
  falls([](double e) { return laplace_delta(1.5, e); }, -3, 3);
  for (auto const mu : {1e-3, 0.05, 0.7, 0.999, 1.001, 4.0, 60.0})
    falls([=](double e) { return gaussian_delta(mu, e); }, -mu * mu - mu, mu * mu + 10 * mu);
  falls([](double e) { return discrete_laplace_delta(0.6, 4, e); }, -4, 4);
  falls([](double e) { return binary_delta(0.8, 0.3, e); }, -3, 3);
  CHECK(gaussian_delta(1, 0) == exactly(std::erf(1 / (2 * std::sqrt(2.0)))));
  CHECK(gaussian_delta(0, 0.1) == 0);
  CHECK(gaussian_delta(200, 1) == 1);
  CHECK(gaussian_delta(60, 1700) == Approx(0.95).margin(0.05));  // e^epsilon is no double any more
  CHECK(gaussian_delta(1, 1e200) == 0);
}

// H_(e^-epsilon)(Q || P) = 1 - e^-epsilon + e^-epsilon H_(e^epsilon)(P || Q), and these pairs are their own mirror
// image.
TEST_CASE("profiles below zero mirror those above", "[mechanisms][privacy]") {
  for (double const epsilon : {0.1, 0.5, 1.3}) {
    auto const mirrored = [&](double above) { return exactly(1 - std::exp(-epsilon) + std::exp(-epsilon) * above); };
    CHECK(laplace_delta(1.5, -epsilon) == mirrored(laplace_delta(1.5, epsilon)));
    CHECK(gaussian_delta(0.7, -epsilon) == mirrored(gaussian_delta(0.7, epsilon)));
    CHECK(discrete_laplace_delta(0.6, 3, -epsilon) == mirrored(discrete_laplace_delta(0.6, 3, epsilon)));
    CHECK(binary_delta(0.75, 0.25, -epsilon) == mirrored(binary_delta(0.75, 0.25, epsilon)));
  }
}

TEST_CASE("the discrete Laplace profile is the sum over its masses", "[mechanisms][privacy]") {
  for (double const ratio : {0.1, 0.5, 0.9})
    for (double const shift : {1.0, 2.0, 5.0})
      for (double const epsilon : {0.0, 0.05, 0.4, 1.0, 3.0}) {
        double delta = 0;
        for (double z = -1000; z <= 1000; ++z) {
          auto const mass = [&](double k) { return (1 - ratio) / (1 + ratio) * std::pow(ratio, std::fabs(k)); };
          delta += std::max(0.0, mass(z) - std::exp(epsilon) * mass(z - shift));
        }
        CHECK(discrete_laplace_delta(ratio, shift, epsilon) == Approx(delta).epsilon(1e-11).margin(1e-15));
      }
}

TEST_CASE("epsilon_at inverts a profile, rounded up", "[mechanisms][privacy]") {
  for (double const mu : {0.05, 1.0, 8.0})
    for (double const delta : {0.01, 1e-5, 1e-12, 1e-100}) {
      auto const profile = [&](double e) { return gaussian_delta(mu, e); };
      auto const epsilon = epsilon_at(profile, delta);
      CHECK(profile(epsilon) <= delta);
      if (epsilon > 0) CHECK(profile(epsilon * (1 - 1e-9)) > delta);
    }
  CHECK(epsilon_at([](double e) { return laplace_delta(2, e); }, 0.25) == exactly(2 + 2 * std::log1p(-0.25)));
  CHECK(epsilon_at([](double e) { return laplace_delta(2, e); }, 0.9) == 0);
  CHECK(epsilon_at([](double) { return 0.5; }, 0.1) == infinity);
  CHECK(epsilon_at([](double e) { return gaussian_delta(0.1, e); }, 0) >
        1);  // only where the profile is no double any more
}
