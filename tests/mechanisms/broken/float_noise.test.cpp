#include "mechanisms/broken/float_noise.hpp"

#include <cmath>
#include <map>

#include "mechanisms/broken/box_muller_both.hpp"
#include "mechanisms/central/gaussian.hpp"
#include "mechanisms/noise/discrete_gaussian.hpp"
#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "tests/mechanisms/finite_laws.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using broken::FloatNoise;
using broken::NaiveSampler;
using Catch::Approx;

namespace {

std::vector<std::pair<char const*, NaiveSampler>> const samplers{{"laplace", NaiveSampler::laplace},
                                                                 {"four uniforms", NaiveSampler::laplace_four_uniforms},
                                                                 {"box muller", NaiveSampler::gaussian_box_muller},
                                                                 {"polar", NaiveSampler::gaussian_polar},
                                                                 {"ziggurat", NaiveSampler::gaussian_ziggurat},
                                                                 {"two normals", NaiveSampler::gaussian_two_normals},
                                                                 {"single", NaiveSampler::laplace_single},
                                                                 {"four single", NaiveSampler::gaussian_four_single}};

std::vector<std::string> const entries{
    "broken/laplace-float64",        "broken/laplace-four-uniforms-float64", "broken/gaussian-float64-box-muller",
    "broken/gaussian-float64-polar", "broken/gaussian-float64-ziggurat",     "broken/gaussian-two-normals-float64",
    "broken/laplace-float32",        "broken/gaussian-four-float32"};

bool is_laplace(NaiveSampler sampler) {
  return sampler == NaiveSampler::laplace || sampler == NaiveSampler::laplace_four_uniforms ||
         sampler == NaiveSampler::laplace_single;
}

/// The share of releases that are no multiple of 2^-53, or 2^-24.
double off_the_grid(std::vector<double> const& releases, double unit) {
  double off = 0;
  for (auto const y : releases) off += y / unit != std::floor(y / unit);
  return off / static_cast<double>(releases.size());
}

}  // namespace

// Level 1e-9; the twin of 1.05 of the scale is five units of the statistic or more off.
TEST_CASE("naive samplers have the law that they should", "[mechanisms][statistical]") {
  for (auto const& [name, sampler] : samplers) {
    INFO(name);
    auto const sample = released(FloatNoise{sampler, 2, PureDp{0.5}}, {3}, name)[0];
    auto const cdf = [which = sampler](double scale) {
      return [=](double y) {
        return is_laplace(which) ? noise::Laplace{scale}.cdf(y - 3) : noise::Gaussian{scale}.cdf(y - 3);
      };
    };
    CHECK(kolmogorov_smirnov(sample, cdf(2)) < ks_refutes_at_1e9);
    CHECK(kolmogorov_smirnov(sample, cdf(2.1)) > ks_refutes_at_1e9);
  }
}

// Beyond 2.5 and 3.7 standard deviations, where the ziggurat leaves its layers and its tail takes over: counts to 6.1
// standard deviations, level 1e-9. The twin is a normal of 1.05 of the scale.
TEST_CASE("the ziggurat's overhangs and tail have their masses", "[mechanisms][statistical]") {
  auto const sample =
      released(FloatNoise{NaiveSampler::gaussian_ziggurat, 1, PureDp{0.5}}, {0}, "ziggurat tail", 1 << 23)[0];
  for (double const from : {0.1, 1.0, 2.5, 3.7}) {
    double beyond = 0;
    for (auto const z : sample) beyond += std::fabs(z) > from;
    auto const errors = [&](double scale) {
      auto const n = static_cast<double>(sample.size()), p = 2 * noise::Gaussian{scale}.cdf(-from);
      return std::fabs(beyond - n * p) / std::sqrt(n * p * (1 - p));
    };
    CHECK(errors(1) < 6.1);
    CHECK(errors(1.05) > 6.1);
  }
}

// An impossible event, seen in no release under 1, and in the shares of the catalogue under 0.
TEST_CASE("low bits are lost beside a large answer and kept beside 0", "[mechanisms][statistical]") {
  for (auto const& [name, sampler] : samplers)
    for (double const scale : {1.0, 10.0}) {
      INFO(name << " " << scale);
      auto const unit = broken::is_single(sampler) ? 0x1p-24 : 0x1p-53;
      FloatNoise const mechanism{sampler, scale, PureDp{1}};
      for (double const far : {1.0, -1.0, 5.5})
        CHECK(off_the_grid(released(mechanism, {far}, "low bits")[0], unit) == 0);
      auto const mass = off_the_grid(released(mechanism, {0}, "low bits")[0], unit);
      if (sampler == NaiveSampler::laplace) CHECK(mass == Approx(scale == 1 ? 0.272 : 0.029).epsilon(0.03));
      CHECK(mass > 0.02 / (1 + scale));
      CHECK(std::isinf(mechanism.privacy({{0}, {1}})->epsilon(0)));
    }
  CHECK_FALSE(FloatNoise(NaiveSampler::laplace, 1, PureDp{1}).privacy({{0.25}, {1.25}}));
  CHECK(FloatNoise(NaiveSampler::laplace, 1, PureDp{1}).privacy({{1}, {1}})->epsilon(0) == 0);
}

// The right numbers leave a radius on the grid, wrong ones leave anything: uniform distances from it, to
// Kolmogorov-Smirnov at 1e-9.
TEST_CASE("both normals of a draw tell the numbers that they hide", "[mechanisms][statistical]") {
  broken::BoxMullerBoth const both{2, {1, 1e-5}};
  auto const columns = released(both, {3, 4}, "both");
  std::vector<double> wrong;
  for (std::size_t i = 0; i < many / 16; ++i) {
    CHECK(both.distance_from_grid({3, 4}, columns[0][i], columns[1][i]) < 1e-4);
    wrong.push_back(both.distance_from_grid({2, 4}, columns[0][i], columns[1][i]));
  }
  CHECK(kolmogorov_smirnov(wrong, [](double d) { return 2 * d; }) < ks_refutes_at_1e9);
  for (std::size_t j = 0; j < 2; ++j) {
    auto const cdf = [=](double sigma) {
      return [=](double y) { return noise::Gaussian{sigma}.cdf(y - 3 - static_cast<double>(j)); };
    };
    CHECK(kolmogorov_smirnov(columns[j], cdf(2)) < ks_refutes_at_1e9);
    CHECK(kolmogorov_smirnov(columns[j], cdf(2.1)) > ks_refutes_at_1e9);
  }
}

// The law is that of a sound sampler: level 1e-9, and 1.02 of its standard deviation is refuted.
TEST_CASE("a sampler that walks to its noise draws the right law", "[mechanisms][statistical]") {
  auto const walks = released(made("broken/timing-discrete-gaussian").mechanism, {2}, "walks").front();
  auto const law = [](double sigma) {
    return [noise = noise::DiscreteGaussian{sigma}](double y) { return noise.pmf(y - 2); };
  };
  CHECK_FALSE(chi_squared(walks, law(5)).refutes_at_1e9());
  CHECK(chi_squared(walks, law(5.1)).refutes_at_1e9());
  CHECK_THROWS_WITH(made("broken/timing-discrete-gaussian", {{"sigma", 2000}}), Catch::Contains("sigma: 2000"));
}

// Level 1e-9; the twin has 1.05 of the epsilon.
TEST_CASE("a timed sampler says how long its noise was", "[mechanisms][statistical]") {
  auto const mechanism = made("broken/timing-discrete-laplace").mechanism;
  auto const columns = released(mechanism, {5}, "timing");
  Outcomes outcomes;
  for (int z = -30; z <= 30; ++z) outcomes.push_back({5.0 + z, std::fabs(z)});
  auto const sample = indices_of(columns, outcomes);
  CHECK_FALSE(refuted_by(sample, masses_of(mechanism, {5}, outcomes)));
  CHECK(refuted_by(sample,
                   masses_of(made("broken/timing-discrete-laplace", {{"epsilon", 1.05}}).mechanism, {5}, outcomes)));
  CHECK(std::isinf(mechanism.exact_epsilon({{0}, {1}}, 0.99).value()));
  CHECK(mechanism.exact_epsilon({{0}, {0}}, 0).value() == 0);
  auto const shared = (1 - std::exp(-1.0)) / (1 + std::exp(-1.0)) * std::exp(-1.0);  // Pr[noise = 1]
  CHECK(mechanism.privacy({{0}, {2}})->delta(0) == Approx(1 - shared).epsilon(1e-12));
  CHECK(log_density(mechanism, {0}, {1, 2}) == -INFINITY);
}

// Frozen: a change here is value-breaking.
TEST_CASE("golden releases of naive samplers", "[mechanisms][golden]") {
  std::map<std::string, std::vector<double>> const golden{
      {"laplace", {0.29304757706327894, 0.42770239360755646, 0.086701726592711248}},
      {"four uniforms", {-1.3480651465411941, -0.83324604313090689, -0.17694134756613786}},
      {"box muller", {-0.92221648781149024, -0.57774490653899868, -0.22448568291533635}},
      {"polar", {1.0820106199987078, 1.4823387070733853, 0.24180812358252535}},
      {"ziggurat", {-0.047106588553289155, 0.34958782765624369, -0.75900573782035374}},
      {"two normals", {-1.06063287346326, -0.27753048879888675, 0.70099586583873053}},
      {"single", {0.29304751753807068, 0.427702397108078, 0.08670169860124588}},
      {"four single", {-0.94622445106506348, 0.53038513660430908, 0.14582997560501099}},
  };
  for (auto const& [name, sampler] : samplers) {
    INFO(name);
    CHECK(released(FloatNoise{sampler, 1, PureDp{1}}, {0}, "golden", 3)[0] == golden.at(name));
  }
}

TEST_CASE("naive samplers say what is wrong with their parameters and data", "[mechanisms]") {
  for (auto const& name : entries) {
    CHECK_THROWS_WITH(made(name, {{"epsilon", 0}}), Catch::Contains("epsilon: 0 is not positive and finite"));
    CHECK_THROWS_WITH(made(name).mechanism.columns({1, 2}),
                      Catch::Contains("dataset: 2 values where this mechanism takes 1"));
    CHECK_THROWS_WITH(made(name).mechanism.columns({std::nan("")}), Catch::Contains("is not a finite number"));
  }
  CHECK_THROWS_WITH(made("broken/box-muller-both", {{"delta", 0}}), Catch::Contains("delta: 0 is not in (0, 1)"));
  CHECK_THROWS_WITH(made("broken/box-muller-both").mechanism.columns({1}),
                    Catch::Contains("dataset: 1 values where this mechanism takes 2"));
  CHECK_THROWS_WITH(made("broken/timing-discrete-laplace").mechanism.columns({0.5}),
                    Catch::Contains("dataset: 0.5 is not an integer"));
}
