#include "results/figures/experiments/poll.hpp"

#include <cmath>

#include "results/figures/experiments/simulation.hpp"
#include "tests/support/catch.hpp"
#include "verify/bounds/clopper_pearson.hpp"

using namespace warner::results::experiments;
namespace verify = warner::verify;

namespace {

double mass(Poll const& poll, std::uint64_t ones) {  // the definition
  auto const n = static_cast<double>(poll.n), k = static_cast<double>(ones);
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(poll.pi()) +
                  (n - k) * std::log1p(-poll.pi()));
}

}  // namespace

TEST_CASE("coverage is the sum of binomial probabilities over the counts whose interval holds mu", "[results]") {
  for (auto const epsilon : {0.1, 1.0, 3.0, 40.0})
    for (auto const mu : {0.01, 0.1, 0.5, 0.9})
      for (auto const n : {1u, 2u, 10u, 33u, 200u}) {
        Poll const poll{n, Poll::truthful(epsilon), mu};
        auto clt = 0.0, exact = 0.0;
        for (std::uint64_t ones = 0; ones <= n; ++ones) {
          auto const by_clt = clt_interval(poll, ones, 0.05), by_tails = exact_interval(poll, ones, 0.05);
          if (by_clt.lower <= mu && mu <= by_clt.upper) clt += mass(poll, ones);
          if (by_tails.lower <= mu && mu <= by_tails.upper) exact += mass(poll, ones);
        }
        INFO("epsilon " << epsilon << " mu " << mu << " n " << n);
        CHECK(clt_coverage(poll, 0.05) == Catch::Approx(clt).margin(1e-9));
        CHECK(exact_coverage(poll, 0.05) == Catch::Approx(exact).margin(1e-9));
      }
}

TEST_CASE("the exact interval keeps its promise at every n; the central limit theorem's does not", "[results]") {
  auto broken = false;
  for (auto const epsilon : {0.1, 1.0, 3.0, 40.0})
    for (std::uint64_t n = 1; n <= 300; ++n) {
      Poll const poll{n, Poll::truthful(epsilon), 0.1};
      CHECK(exact_coverage(poll, 0.05) >= 0.95 - 1e-12);
      broken = broken || clt_coverage(poll, 0.05) < 0.9;
    }
  CHECK(broken);
}

TEST_CASE("known coverage: ten people, no privacy, mu = 1/10", "[results]") {
  // Zero ones give [0, 0]; one to three ones hold 0.1, by hand.
  Poll const poll{10, 1, 0.1};
  CHECK_FALSE(clt_covers(poll, 0, 0.05));
  CHECK(clt_covers(poll, 1, 0.05));
  CHECK(clt_covers(poll, 3, 0.05));
  CHECK_FALSE(clt_covers(poll, 5, 0.05));
  CHECK(clt_coverage(poll, 0.05) ==
        Catch::Approx(verify::binomial_at_most(4, 10, 0.1) - std::pow(0.9, 10)).epsilon(1e-12));
}

TEST_CASE("the quantile is Phi^-1(1 - alpha / 2), not Phi(1 - alpha / 2)", "[results]") {
  CHECK(gaussian_quantile_above(0.025) == Catch::Approx(1.959963984540054).epsilon(1e-14));
  Poll const poll{10'000, 1, 0.5};
  CHECK(clt_width(poll, 0.05) == Catch::Approx(2 * 1.959963984540054 * 0.005).epsilon(1e-12));
}

TEST_CASE("coverage at ten million people tends to what is promised", "[results]") {
  Poll const poll{10'000'000, Poll::truthful(0.5), 0.1};
  CHECK(clt_coverage(poll, 0.05) == Catch::Approx(0.95).margin(2e-4));
  CHECK(exact_coverage(poll, 0.05) >= 0.95);
}
