#include "mechanisms/privacy/loss_composition.hpp"

#include <cmath>
#include <vector>

#include "mechanisms/catalogue/pair_law.hpp"
#include "mechanisms/privacy/fourier.hpp"
#include "mechanisms/privacy/lattice_law.hpp"
#include "mechanisms/privacy/loss_grid.hpp"
#include "mechanisms/privacy/product_laplace.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "tests/golden/privacy.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms::privacy;

namespace {

void check_holds(Bounds const& bounds, double truth, double gap) {
  CAPTURE(bounds.lower, bounds.upper, truth);
  CHECK(bounds.lower <= truth);
  CHECK(truth <= bounds.upper);
  CHECK(bounds.upper - bounds.lower <= gap * bounds.upper);
}

double gaussian_epsilon(double mu, double delta) {
  return epsilon_at([=](double e) { return gaussian_delta(mu, e); }, delta);
}

}  // namespace

TEST_CASE("a transform is undone by its inverse, within the bound that is claimed of it", "[mechanisms][privacy]") {
  std::vector<Complex> values(4096);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = {std::sin(static_cast<double>(i * i)), 0};
  auto copy = values;
  fourier(copy, false);
  fourier(copy, true);
  double error = 0, size = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    error += std::pow(copy[i].re - values[i].re, 2) + copy[i].im * copy[i].im;
    size += values[i].re * values[i].re;
  }
  CHECK(std::sqrt(error / size) < 2 * fourier_error(values.size()));
}

TEST_CASE("grids hold all mass", "[mechanisms][privacy]") {
  for (auto const& law : {gaussian_loss(0.7), laplace_loss(1.3), subsampled_loss(gaussian_loss(1), 0.01, true),
                          subsampled_loss(gaussian_loss(1), 0.01, false), subsampled_loss(laplace_loss(1), 0.2, false),
                          finite_loss(k_ary_law(1, 5).law(), 1)})
    for (auto const step : {0.1, 0.003}) {
      auto const total = [](LossGrid const& grid) {
        auto sum = grid.infinite;
        for (auto const m : grid.mass) sum += m;
        return sum;
      };
      CHECK(total(dominating_grid(law, step)) == Catch::Approx(1).epsilon(1e-12));
      CHECK(total(dominated_grid(law, step, 1)) == Catch::Approx(1).epsilon(1e-12));
    }
}

TEST_CASE("bounds hold the Gaussian, whose composition is known", "[mechanisms][privacy]") {
  for (auto const delta : {1e-3, 1e-5, 1e-10, 1e-20})
    for (auto const mu : {0.05, 0.3})
      check_holds(composed_epsilon({{gaussian_loss(mu), 400}}, delta), gaussian_epsilon(mu * 20, delta), 1e-3);
  check_holds(composed_delta({{gaussian_loss(0.05), 1000}}, 7.5), gaussian_delta(0.05 * std::sqrt(1000.0), 7.5), 1e-3);
  check_holds(composed_delta({{gaussian_loss(0.1), 50}, {gaussian_loss(0.4), 3}}, 2),
              gaussian_delta(std::sqrt(0.98), 2), 1e-3);
}

TEST_CASE("bounds hold Laplace and lattice laws, whose composition is known", "[mechanisms][privacy]") {
  for (auto const epsilon : {0.0, 1.0, 5.0, 9.0})
    check_holds(composed_delta({{laplace_loss(1), 10}}, epsilon),
                *product_laplace_delta(std::vector<double>(10, 1.0), epsilon), 1e-3);
  for (auto const& one :
       {binary_law(0.75L, 0.25L), k_ary_law(0.5L, 6), discrete_laplace_law(0.2L, 5), discrete_gaussian_law(4, 2)}) {
    auto const truth = one.power(100, 1e-150L).law();
    Releases const releases{finite_loss(one.law(), static_cast<double>(one.unit)), 100};
    for (auto const delta : {1e-2, 1e-5, 1e-10})
      check_holds(composed_epsilon({releases}, delta), static_cast<double>(truth.epsilon(delta)), 1e-8);
    auto const few = one.power(3).law();  // an atom at the top decides
    check_holds(composed_epsilon({{releases.law, 3}}, 1e-9), static_cast<double>(few.epsilon(1e-9L)), 1e-6);
    for (auto const epsilon : {0.0, 3.0, 30.0})
      check_holds(composed_delta({releases}, epsilon), static_cast<double>(truth.delta(epsilon)), 1e-6);
  }
}

// Two contours that agree to 24 digits; dp_accounting and prv_accountant bracket them.
TEST_CASE("bounds hold the subsampled Gaussian, either direction", "[mechanisms][privacy]") {
  namespace golden = warner::golden;
  check_holds(composed_epsilon({{subsampled_loss(gaussian_loss(1), 0.01, false), 1000}}, 1e-5),
              golden::subsampled_gaussian_add_epsilon, 1e-3);
  check_holds(composed_epsilon({{subsampled_loss(gaussian_loss(1), 0.01, true), 1000}}, 1e-5),
              golden::subsampled_gaussian_remove_epsilon, 1e-3);
}

TEST_CASE("laws by name compose, and refuse what they are not", "[mechanisms][privacy]") {
  auto const gaussian = pair_law("gaussian", {{"sigma", 20}});
  check_holds(compose_epsilon({{gaussian, 1000}}, 1e-5), gaussian_epsilon(0.05 * std::sqrt(1000.0), 1e-5), 1e-9);
  auto const mixed = compose_epsilon({{gaussian, 1000}, {pair_law("laplace", {{"epsilon", 0.1}}), 10}}, 1e-5);
  CHECK(mixed.lower > gaussian_epsilon(0.05 * std::sqrt(1000.0), 1e-5));
  CHECK(mixed.upper < gaussian_epsilon(0.05 * std::sqrt(1000.0), 1e-5) + 1);
  CHECK(pair_law("randomised-response", {{"p", 0.75}}).delta(0.5) ==
        Catch::Approx(binary_delta(0.75, 0.25, 0.5)).epsilon(1e-13));
  CHECK_THROWS_AS(pair_law("gaussian", {{"q", 1}}), std::invalid_argument);
  CHECK_THROWS_AS(pair_law("gaussain", {}), std::invalid_argument);
  CHECK_THROWS_AS(compose_epsilon({{gaussian, 1}}, 0), std::invalid_argument);
  CHECK_THROWS_AS(compose_epsilon({}, 1e-5), std::invalid_argument);
}
