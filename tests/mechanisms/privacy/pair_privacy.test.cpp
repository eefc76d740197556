#include <cmath>
#include <limits>

#include "mechanisms/privacy/exact_pairs.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms::privacy;

namespace {

double const infinity = std::numeric_limits<double>::infinity();

LineLaw laplace_line(double shift) {
  return {[](double x) { return -std::fabs(x) - std::log(2.0); },
          [=](double x) { return -std::fabs(x - shift) - std::log(2.0); },
          {0, shift},
          4,
          1,
          shift};
}

LineLaw gaussian_line(double mu, double q = 1) {
  auto const log_normal = [](double x) { return -x * x / 2 - std::log(2 * std::acos(-1.0)) / 2; };
  return {[=](double x) { return std::log(q * std::exp(log_normal(x - mu)) + (1 - q) * std::exp(log_normal(x))); },
          log_normal,
          {0, mu},
          0.5,
          0.9,
          infinity};
}

void same(PairPrivacy const& one, PairPrivacy const& other) {
  for (double const epsilon : {0.0, 0.1, 0.5, 0.9, 2.0})
    CHECK(one.delta(epsilon) == Approx(other.delta(epsilon)).epsilon(1e-9).margin(1e-13));
  for (double const delta : {1e-6, 1e-3, 0.1}) {
    if (std::isinf(other.epsilon(delta))) CHECK(one.epsilon(delta) == infinity);
    else CHECK(one.epsilon(delta) == Approx(other.epsilon(delta)).epsilon(1e-7).margin(1e-9));
  }
  for (double const alpha : {0.0, 0.01, 0.1, 0.5, 0.99, 1.0})
    CHECK(one.beta(alpha) == Approx(other.beta(alpha)).epsilon(1e-9).margin(1e-9));
}

}  // namespace

TEST_CASE("quadrature of densities gives the closed forms") {
  same(line_pair(laplace_line(1)), laplace_pair(1));
  same(line_pair(gaussian_line(1)), gaussian_pair(1));
  CHECK(line_pair(laplace_line(1)).epsilon(0) == 1);
  for (double const order : {0.5, 1.0, 2.0, 3.5}) {
    CHECK(line_pair(laplace_line(1)).renyi(order) == Approx(laplace_pair(1).renyi(order)).epsilon(1e-10));
    CHECK(line_pair(gaussian_line(0.7)).renyi(order) == Approx(gaussian_pair(0.7).renyi(order)).epsilon(1e-10));
  }
}

TEST_CASE("subsampling by formula is the mixture by quadrature") {
  auto const formula = subsampled_pair(gaussian_pair(1), gaussian_loss(1), 0.1);
  same(formula, line_pair(gaussian_line(1, 0.1)));
  CHECK(formula.delta(1) == Approx(2.0712e-4).epsilon(1e-4));  // catalogued value
}

TEST_CASE("an atom beside a density is a leak") {
  auto law = laplace_line(1);
  auto const log_kept = std::log(0.99);
  auto const p = law.log_p, q = law.log_q;
  law.log_p = [=](double x) { return p(x) + log_kept; };
  law.log_q = [=](double x) { return q(x) + log_kept; };
  law.atoms = {{0, 0.01L, 0}, {0, 0, 0.01L}};
  law.pure_epsilon = infinity;
  auto const leaking = leaking_pair(laplace_pair(1), 0.01);
  same(line_pair(law), leaking);
  CHECK(std::isinf(leaking.epsilon(0.009)));
  CHECK(leaking.epsilon(0.01) == 1);
}

TEST_CASE("pairs that are equal leak nothing, pairs that are disjoint everything") {
  CHECK(laplace_pair(0).epsilon(0) == 0);
  CHECK(gaussian_pair(0).delta(0) == 0);
  CHECK(std::isinf(disjoint_pair().epsilon(0.5)));
  CHECK(finite_pair(std::vector{0.5, 0.5}, std::vector{0.5, 0.5}).epsilon(0) == 0);
  CHECK_THROWS_AS(finite_pair(std::vector{0.5, 0.5}, std::vector{1.0}), std::invalid_argument);
}

TEST_CASE("a finite law counts what is alike, in both directions") {
  auto const counted = finite_pair(std::vector{0.4, 0.3}, std::vector{0.1, 0.45}, std::vector{1.0, 2.0});
  auto const listed = finite_pair(std::vector{0.4, 0.3, 0.3}, std::vector{0.1, 0.45, 0.45});
  CHECK(counted.epsilon(0) == Approx(std::log(4)));
  for (double const e : {0.0, 0.2, 1.0}) CHECK(counted.delta(e) == Approx(listed.delta(e)));
  CHECK(listed.delta(0.3) == Approx(std::max(0.4 - 0.1 * std::exp(0.3), 2 * (0.45 - 0.3 * std::exp(0.3)))));
}
