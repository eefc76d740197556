#include "verify/bounds/claimed_profile.hpp"

#include <cmath>

#include "sim/normal.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// By bisection: independent of any quantile function.
double normal_quantile(double p) {
  double low = -10, high = 10;
  for (int i = 0; i < 200; ++i) (sim::normal_cdf((low + high) / 2) < p ? low : high) = (low + high) / 2;
  return low;
}

/// The trade-off function of N(0, 1) against N(mu, 1) [DRS19].
double g(double mu, double alpha) { return sim::normal_cdf(normal_quantile(1 - alpha) - mu); }

}  // namespace

TEST_CASE("the lines of a Gaussian profile lie below its trade-off function, and one touches where it says",
          "[verify]") {
  for (auto const mu : {0.1, 0.5, 1.0, 3.0}) {
    auto const profile = gaussian_profile(mu);
    CHECK(profile.like_mu == mu);
    auto const line = [&](double epsilon, double alpha) {
      return 1 - profile.delta(epsilon) - std::exp(epsilon) * alpha;
    };
    for (auto const epsilon : {0.0, 0.1, 1.0, 2.5}) {
      CHECK(profile.delta(epsilon) >= sim::normal_cdf(mu / 2 - epsilon / mu) -
                                          std::exp(epsilon) * sim::normal_cdf(-mu / 2 - epsilon / mu) - 1e-15);
      for (auto const alpha : {1e-6, 0.001, 0.05, 0.3, 0.7}) CHECK(line(epsilon, alpha) <= g(mu, alpha) + 1e-12);
    }
    for (auto const alpha : {0.001, 0.01, 0.05}) {
      if (profile.tangent(alpha) == 0) continue;  // the line of epsilon = 0 touches further right
      CAPTURE(mu, alpha);
      CHECK(line(profile.tangent(alpha), alpha) == Catch::Approx(g(mu, alpha)).margin(1e-9));
    }
  }
}

TEST_CASE("a tangent where a test never errs, or always, is still a number", "[verify]") {
  auto const profile = gaussian_profile(8);
  CHECK(profile.tangent(0) <= 20);
  CHECK(profile.tangent(0) > 1);
  CHECK(profile.tangent(0.9) == 0);
}

TEST_CASE("of several statements each is as tight as it was, and the better one is touched", "[verify]") {
  auto const profile = tradeoff_profile({{{0, 0.2}, {1, 0.05}}, "two lines"});
  CHECK(profile.delta(0) == Catch::Approx(0.2).epsilon(1e-9));
  CHECK(profile.delta(1) == Catch::Approx(0.05).epsilon(1e-9));
  CHECK(profile.delta(0) >= 0.2);
  CHECK(profile.delta(1) >= 0.05);
  auto const meet = 0.15 / std::expm1(1);  // 0.2 + alpha = 0.05 + e alpha
  CHECK(profile.tangent(0.9 * meet) == 1);
  CHECK(profile.tangent(1.1 * meet) == 0);
  CHECK(2 * sim::normal_cdf(profile.like_mu / 2) - 1 ==
        Catch::Approx(0.2).epsilon(1e-6));  // the total variation of two Gaussians so far apart
}

TEST_CASE("a claim that allows everything still has a Gaussian like it", "[verify]") {
  CHECK(std::isfinite(tradeoff_profile({{{0, 1}}, "nothing"}).like_mu));
}
