#include <bit>
#include <cmath>
#include <map>

#include "mechanisms/central/snapping.hpp"
#include "mechanisms/noise/correct_log.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"
#include "tests/support/integral.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

/// The distribution function of a density, tabulated and interpolated: right to 1e-6, far below what the test sees.
std::function<double(double)> cdf_of(AnyMechanism const& mechanism, Dataset const& dataset, double from, double to) {
  constexpr int pieces = 400'000;
  std::vector<double> sums{0};
  auto const h = (to - from) / pieces;
  for (int i = 0; i < pieces; ++i)
    sums.push_back(sums.back() + h * std::exp(log_density(mechanism, dataset, {from + (i + 0.5) * h})));
  return [=](double y) {
    auto const at = std::clamp((y - from) / h, 0.0, static_cast<double>(pieces) - 1e-9);
    auto const i = static_cast<std::size_t>(at);
    return sums[i] + (at - static_cast<double>(i)) * (sums[i + 1] - sums[i]);
  };
}

}  // namespace

// Level 1e-9 a sound arm. A twin is 5 or 10 % off in epsilon or gamma by a third: at least 5 in the units of the
// statistic; the uniform one 1 % in its width, 5.
TEST_CASE("staircase, truncated Laplace and uniform noise follow their densities, and not neighbouring ones",
          "[mechanisms][statistical]") {
  struct Row {
    char const* name;
    ParameterValues values, wrong;
  };
  for (auto const& [name, values, wrong] :
       std::vector<Row>{{"staircase", {{"sensitivity", 2}}, {{"sensitivity", 2}, {"epsilon", 1.05}}},
                        {"staircase", {{"gamma", 0.3}}, {{"gamma", 0.4}}},
                        {"truncated-laplace", {{"bound", 3}}, {{"bound", 3}, {"epsilon", 1.1}}},
                        {"truncated-laplace", {}, {{"bound", 4}}},
                        {"uniform-noise", {}, {{"half_width", 50.5}}}}) {
    INFO(name);
    auto const sound = made(name, values).mechanism, other = made(name, wrong).mechanism;
    auto const sample = released(sound, {10}, name)[0];
    auto const cdf = cdf_of(sound, {10}, -90, 110);
    CHECK(cdf(110) == Approx(1).epsilon(1e-3));
    CHECK(kolmogorov_smirnov(sample, cdf) < ks_refutes_at_1e9);
    CHECK(kolmogorov_smirnov(sample, cdf_of(other, {10}, -90, 110)) > ks_refutes_at_1e9);
  }
}

TEST_CASE("staircase noise is epsilon apart at full sensitivity, and least in size at the best gamma", "[mechanisms]") {
  for (double const epsilon : {0.5, 1.0, 3.0}) {
    auto const instance = made("staircase", {{"epsilon", epsilon}, {"sensitivity", 2}});
    for (auto const& pair : instance.pairs) {
      std::vector<double> places;
      for (double y = -6.0005; y < 8; y += 0.001) places.push_back(y);
      CHECK(instance.mechanism.exact_epsilon(pair, 0).value() ==
            Approx(largest_log_ratio(instance.mechanism, pair, places)).epsilon(1e-9));
    }
    CHECK(instance.mechanism.exact_epsilon(instance.pairs[0], 0).value() == Approx(epsilon));
    auto const staircase = made("staircase", {{"epsilon", epsilon}}).mechanism;
    double mean = 0, mass = 0;
    for (double k = 0; k < 100; ++k)
      for (auto const& [from, to] :
           {std::pair{k, k + 1 / (1 + std::exp(epsilon / 2))}, {k + 1 / (1 + std::exp(epsilon / 2)), k + 1}}) {
        auto const density = 2 * std::exp(log_density(staircase, {0}, {(from + to) / 2}));
        mass += density * (to - from);
        mean += density * (to * to - from * from) / 2;
      }
    CHECK(mass == Approx(1).epsilon(1e-9));
    CHECK(mean == Approx(std::exp(epsilon / 2) / std::expm1(epsilon)).epsilon(1e-9));
  }
  // By enumeration of steps, a distance just off the sensitivity has nearly its profile.
  auto const staircase = made("staircase");
  CHECK(staircase.mechanism.privacy({{0}, {1 + 1e-9}})->delta(0.3) ==
        Approx(staircase.mechanism.privacy({{0}, {1}})->delta(0.3)).epsilon(1e-6));
  CHECK_THROWS_WITH(made("staircase", {{"gamma", 1}}), Catch::Contains("gamma: 1 is not in (0, 1)"));
}

TEST_CASE("delta of truncated Laplace noise is the catalogued one, and its profile an integral", "[mechanisms]") {
  CHECK(std::get<ApproximateDp>(made("truncated-laplace").mechanism.guarantee()).delta ==
        Approx(0.0058281).epsilon(1e-4));
  CHECK(std::get<ApproximateDp>(made("truncated-laplace", {{"bound", 3}}).mechanism.guarantee()).delta ==
        Approx(0.0450153).epsilon(1e-5));
  for (double const bound : {0.7, 3.0})
    for (double const distance : {0.3, 1.0, 1.2}) {
      auto const mechanism = made("truncated-laplace", {{"epsilon", 1.3}, {"bound", bound}}).mechanism;
      for (double const epsilon : {0.0, 0.2, 0.8, 1.0, 1.3, 5.0}) {
        // ln of the densities inside their supports, piece by piece between the kinks.
        std::vector<double> kinks{-bound, 0, distance - bound, distance, bound, (distance - epsilon / 1.3) / 2};
        std::ranges::sort(kinks);
        double delta = 0;
        for (std::size_t i = 0; i + 1 < kinks.size(); ++i) {
          auto const from = kinks[i], to = kinks[i + 1], middle = (from + to) / 2;
          if (!(to > from) || middle < -bound || middle > bound) continue;
          auto const known = middle > distance - bound && middle < distance + bound ? 1 : 0;
          auto const height = 0.5 * 1.3 / -std::expm1(-1.3 * bound);
          auto const excess = [&](double y) {
            return height * (std::exp(-1.3 * std::fabs(y)) - known * std::exp(epsilon - 1.3 * std::fabs(y - distance)));
          };
          if (excess(middle) > 0) delta += integral(excess, from, to);
        }
        INFO(bound << " " << distance << " " << epsilon);
        CHECK(mechanism.privacy({{0}, {distance}})->delta(epsilon) == Approx(delta).epsilon(1e-9).margin(1e-12));
        CHECK(mechanism.privacy({{0}, {distance}})->beta(0.0) ==
              Approx(1 - mechanism.privacy({{0}, {distance}})->delta(60)).epsilon(1e-6));
      }
    }
  auto const instance = made("truncated-laplace");
  CHECK(std::isinf(instance.mechanism.exact_epsilon(instance.pairs[0], 0.005).value()));
  CHECK(
      instance.mechanism.exact_epsilon(instance.pairs[0], std::get<ApproximateDp>(instance.mechanism.guarantee()).delta)
          .value() == Approx(1).epsilon(1e-9));
  CHECK(instance.mechanism.privacy({{0}, {20}})->delta(3) == 1);
  CHECK_THROWS_WITH(made("truncated-laplace", {{"bound", 0.5}}), Catch::Contains("bound: 0.5 is not above 1/2"));
  auto const sample = released(instance.mechanism, {0}, "never beyond")[0];
  CHECK(std::ranges::all_of(sample, [](double y) { return std::fabs(y) <= 5; }));
}

TEST_CASE("uniform noise spends delta and no epsilon", "[mechanisms]") {
  auto const instance = made("uniform-noise");
  auto const known = instance.mechanism.privacy(instance.pairs[0]);
  for (double const epsilon : {0.0, 1.0, 50.0}) CHECK(known->delta(epsilon) == Approx(0.01));
  CHECK(known->epsilon(0.01) == 0);
  CHECK(std::isinf(known->epsilon(0.009)));
  CHECK_THROWS_WITH(made("uniform-noise", {{"half_width", 0.5}}), Catch::Contains("half_width: 0.5 is not above 1/2"));
}

TEST_CASE("the gaussian of the registry claims its mu", "[mechanisms]") {
  auto const instance = made("gaussian", {{"sigma", 4}, {"sensitivity", 2}});
  CHECK(std::get<GaussianDp>(instance.mechanism.guarantee()).mu == 0.5);
  CHECK(instance.mechanism.privacy(instance.pairs[0])->mu.value() == 0.5);
  CHECK_THROWS_WITH(made("gaussian", {{"sigma", 0}}), Catch::Contains("sigma: 0 is not positive"));
}

// Oracle: fifty digits, computed beside. Values where the last bit is hard, and where nothing may cancel.
TEST_CASE("the logarithm of the snapping mechanism is rounded correctly", "[mechanisms]") {
  using noise::correct_log;
  CHECK(correct_log(1) == 0);
  CHECK(correct_log(2) == 0x1.62e42fefa39efp-1);
  CHECK(correct_log(0.5) == -0x1.62e42fefa39efp-1);
  CHECK(correct_log(std::nextafter(1.0, 0.0)) == -0x1p-53);  // -(u + u^2 / 2), u = 2^-53, nearest is u
  CHECK(correct_log(std::nextafter(1.0, 2.0)) == 0x1.fffffffffffffp-53);
  CHECK(correct_log(0x1p-1022) == -0x1.6232bdd7abcd2p+9);
  warner::sim::Stream stream{warner::sim::Address{7}, 0};
  for (int i = 0; i < 60'000; ++i) {  // long double has 11 bits more: it decides all but one in a thousand
    auto const any = central::full_range_uniform(stream);
    auto const between_cells = (0.75 + (i % 400 + 0.5) / 512) * (1 + std::ldexp(i % 201 - 100.0, -52));
    auto const u = i % 3 == 0 ? any : i % 3 == 1 ? 1 - 0.1 * any : between_cells;
    auto const exact = std::log(static_cast<long double>(u));
    auto const mine = correct_log(u), ulp = std::ldexp(1.0, std::ilogb(mine) - 52);
    auto const distance = static_cast<double>(std::fabs(exact - static_cast<long double>(mine))) / ulp;
    if (distance > 0.502) FAIL_CHECK("u = " << u << ": off by " << distance << " ulp");
  }
}

TEST_CASE("full-range uniforms have every exponent its share", "[mechanisms][statistical]") {
  warner::sim::Stream stream{warner::sim::Address{8}, 0};
  std::vector<double> exponents, values;
  for (std::size_t i = 0; i < many; ++i) {
    values.push_back(central::full_range_uniform(stream));
    exponents.push_back(-1.0 - std::ilogb(values.back()));
  }
  CHECK_FALSE(chi_squared(exponents, [](double k) {
                return k < 0 ? 0 : std::ldexp(0.5, -static_cast<int>(k));
              }).refutes_at_1e9());
  CHECK(chi_squared(exponents, [](double k) { return k < 0 ? 0 : 0.51 * std::pow(0.49, k); }).refutes_at_1e9());
  CHECK(kolmogorov_smirnov(values, [](double u) { return u; }) < ks_refutes_at_1e9);
}

// Level 1e-9. The twin has 1.05 of the epsilon: the mass at the centre is off by 2 %, some 16 standard errors.
TEST_CASE("snapping releases follow their masses on the grid", "[mechanisms][statistical]") {
  for (auto const& [epsilon, bound, x] :
       {std::tuple{1.0, 100.0, 0.25}, std::tuple{0.1, 33.0, 7.0}, std::tuple{3.0, 2.0, -1.5}}) {
    INFO(epsilon);
    auto const pmf = [at = x, limit = bound](double e) {
      return [mechanism = AnyMechanism{central::Snapping{e, limit}}, at](double y) {
        return std::exp(log_density(mechanism, {at}, {y}));
      };
    };
    auto const sample = released(central::Snapping{epsilon, bound}, {x}, "snapping", many / 2)[0];
    CHECK_FALSE(chi_squared(sample, pmf(epsilon)).refutes_at_1e9());
    CHECK(chi_squared(sample, pmf(epsilon * 1.05)).refutes_at_1e9());
  }
}

TEST_CASE("snapping spends 1 / lambda, and its masses sum to one", "[mechanisms]") {
  central::Snapping const one{1, 100};
  CHECK(one.grid() == 2);  // lambda is a hair above 1
  CHECK(central::Snapping{3, 100}.grid() == 0.5);
  for (double const epsilon : {1.0, 0.1, 3.0}) {
    auto const instance = made("snapping", {{"epsilon", epsilon}, {"bound", 101}});
    central::Snapping const snapping{epsilon, 101};
    for (auto const& pair : instance.pairs) {
      CHECK(instance.mechanism.exact_epsilon(pair, 0).value() == Approx(1 / snapping.lambda()).epsilon(1e-12));
      double sum = std::exp(log_density(instance.mechanism, pair.d, {101})) +
                   std::exp(log_density(instance.mechanism, pair.d, {-101}));
      for (auto y = std::ceil(-101 / snapping.grid()) * snapping.grid(); y < 101; y += snapping.grid())
        if (y > -101) sum += std::exp(log_density(instance.mechanism, pair.d, {y}));
      CHECK(sum == Approx(1).epsilon(1e-12));
    }
  }
  CHECK_THROWS_WITH(made("snapping", {{"bound", 0.5}}), Catch::Contains("bound: 0.5 is not between lambda"));
  CHECK_THROWS_WITH(made("snapping").mechanism.columns({std::nan("")}), Catch::Contains("nan is not a finite number"));
}

// Frozen: a change here is value-breaking.
TEST_CASE("golden releases of noise with branches", "[mechanisms][golden]") {
  CHECK(released(made("snapping", {{"epsilon", 3}}).mechanism, {0.25}, "golden", 8)[0] ==
        std::vector<double>{0.5, 0.5, 0, 1, -0.5, 0, 0, 0.5});
  CHECK(released(made("truncated-geometric").mechanism, {2}, "golden", 8)[0] ==
        std::vector<double>{0, 0, 2, 3, 1, 0, 0, 5});
  CHECK(released(made("discrete-gaussian", {{"table", 0}}).mechanism, {0}, "golden", 8)[0] ==
        std::vector<double>{0, -1, 1, 4, -1, -2, 2, -1});
  CHECK(released(made("staircase").mechanism, {0}, "golden", 3)[0] ==
        std::vector<double>{1.0828116195438036, 0.2615925256787795, 0.032188982654805617});
  CHECK(released(made("truncated-laplace").mechanism, {0}, "golden", 3)[0] ==
        std::vector<double>{-1.5171099106018893, -0.36689024719146002, -2.4620540543770235});
  CHECK(released(made("subsampled-gaussian", {{"m", 2}, {"n", 4}}).mechanism, {0, 1, 1, 0}, "golden", 3)[0] ==
        std::vector<double>{0.76942903773572779, 0.42705283239017933, 3.0178274949238824});
}
