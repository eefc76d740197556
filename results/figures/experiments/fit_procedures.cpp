#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "results/figures/experiments/audited.hpp"
#include "verify/bounds/goodness_of_fit.hpp"

namespace warner::results::experiments {
namespace {

double laplace_cdf(double y) { return y < 0 ? std::exp(y) / 2 : 1 - std::exp(-y) / 2; }

std::vector<double> drawn(mechanisms::AnyMechanism const& mechanism, double answer, std::uint64_t trials,
                          sim::Stream& stream) {
  mechanisms::Releases memory;
  auto const batch = memory.shaped(trials, 1);
  mechanism.release({answer}, stream, batch);
  auto const column = batch.column(0);
  return {column.begin(), column.end()};
}

/// Ten cells of equal mass.
bool cells_refute(std::vector<double> const& sample) {
  std::array<std::uint64_t, 10> observed{};
  std::array<double, 10> mass;
  mass.fill(0.1);
  for (auto const y : sample) ++observed[std::min<std::size_t>(9, static_cast<std::size_t>(10 * laplace_cdf(y)))];
  return verify::chi_squared(observed, mass).p_value <= audit_level;
}

/// As many trials under D as fair coins say; the log ratio of N(0, 1) and N(1, 1) is 1/2 - y.
bool log_ratio_refutes(std::uint64_t words, sim::Stream& stream) {
  std::uint64_t under_d = 0;
  for (std::uint64_t i = 0; i < words; ++i) under_d += static_cast<std::uint64_t>(std::popcount(stream.word()));
  auto ratios = drawn(gaussian(), 0, under_d, stream),
       ratios_prime = drawn(gaussian(), 1, 64 * words - under_d, stream);
  for (auto* all : {&ratios, &ratios_prime})
    for (auto& y : *all) y = 0.5 - y;
  return verify::log_ratio_fit(ratios, ratios_prime) <= audit_level;
}

}  // namespace

std::vector<Procedure> procedures_of_fit() {
  constexpr std::uint64_t trials = 1'000;
  auto const bound = verify::anderson_darling_bound(trials, audit_level);
  auto const law = [](std::string name, std::function<bool(std::vector<double> const&)> refutes) {
    return Procedure{"fit: " + name,
                     sharp,
                     trials,
                     audit_level,
                     {},
                     [mechanism = laplace(), refutes = std::move(refutes)](sim::Stream& stream) {
                       return refutes(drawn(mechanism, 0, trials, stream));
                     }};
  };
  return {
      law("Kolmogorov-Smirnov",
          [](auto const& sample) { return verify::kolmogorov_smirnov(sample, laplace_cdf).p_value <= audit_level; }),
      law("Anderson-Darling",
          [=](auto const& sample) { return verify::anderson_darling(sample, laplace_cdf) > bound; }),
      law("chi-squared, ten cells", cells_refute),
      {"fit: log ratio", bell, 1'024, audit_level, {}, [](sim::Stream& stream) {
         return log_ratio_refutes(16, stream);
       }}};
}

std::vector<Procedure> planned_fits(std::vector<double> const& powers) {
  constexpr double scale = 0.8;
  auto const widest = std::log(1 / scale) / (1 / scale - 1);  // where the two distribution functions are farthest apart
  auto const distance = (std::exp(-widest) - std::exp(-widest / scale)) / 2;
  std::vector<Procedure> all;
  for (auto const power : powers) {
    auto const trials = verify::kolmogorov_smirnov_trials(distance, audit_level, 1 - power);
    all.push_back({"fit: Kolmogorov-Smirnov",
                   fmt::format("Laplace, scale x {:g}", scale),
                   trials,
                   power,
                   {},
                   [=, mechanism = laplace(1 / scale)](sim::Stream& stream) {
                     return verify::kolmogorov_smirnov(drawn(mechanism, 0, trials, stream), laplace_cdf).p_value <=
                            audit_level;
                   }});
  }
  return all;
}

}  // namespace warner::results::experiments
