#include "mechanisms/central/discrete_gaussian.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/renyi.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

noise::Fraction fraction_of(double value) {
  constexpr auto largest = 0x1p20;
  // Continued fraction: convergents h / k, the first that is the double itself.
  auto rest = value, h0 = 0.0, h1 = 1.0, k0 = 1.0, k1 = 0.0;
  while (std::isfinite(rest)) {
    auto const whole = std::floor(rest), h = whole * h1 + h0, k = whole * k1 + k0;
    if (!(h <= largest && k <= largest)) break;
    if (h >= 1 && h / k == value) return {static_cast<std::uint64_t>(h), static_cast<std::uint64_t>(k)};
    h0 = h1, h1 = h, k0 = k1, k1 = k;
    rest = 1 / (rest - whole);
  }
  require(false, fmt::format("sigma2: {} is no fraction of integers up to 2^20 (the exact sampler needs one)", value));
  return {};
}

namespace {

std::variant<noise::DiscreteGaussian, noise::DiscreteGaussianExact> noise_of(double sigma2, bool table) {
  if (table) return noise::DiscreteGaussian{std::sqrt(sigma2)};
  return noise::DiscreteGaussianExact{fraction_of(sigma2)};
}

/// The law leaves masses below about 1e-200 out: at this delta they are nothing yet.
constexpr double least_delta = 1e-185;

privacy::PairPrivacy pair_at(double sigma2, double distance) {
  auto const shift = static_cast<int>(distance);
  auto const lattice = privacy::discrete_gaussian_law(sigma2, shift);
  auto pair = privacy::lattice_pair(lattice, true);
  // What composes with others says so, too: the rest of either law is below e^-460, and its losses are taken as
  // infinite.
  pair.losses = [=] {
    auto outcomes = lattice.law().outcomes();
    auto const infinite = std::numeric_limits<long double>::infinity(), rest = std::exp(-460.0L);
    outcomes.push_back({infinite, rest, 0});
    outcomes.push_back({-infinite, 0, rest});
    return std::vector{privacy::finite_loss(privacy::FiniteLaw{outcomes}, static_cast<double>(lattice.unit))};
  };
  pair.epsilon = [of_law = pair.epsilon](double delta) {
    if (delta == 0) return std::numeric_limits<double>::infinity();  // the losses of all integers have no bound
    return delta < least_delta ? std::numeric_limits<double>::quiet_NaN() : of_law(delta);
  };
  pair.renyi = [=](double order) { return privacy::discrete_gaussian_renyi(sigma2, shift, order); };
  return pair;
}

double checked(double delta) {
  require(delta > 0 && delta < 1,
          fmt::format("delta: {} is not in (0, 1) (Gaussian noise has no pure epsilon)", delta));
  require(delta >= least_delta,
          fmt::format("delta: {} is below {} (what is claimed there is not known)", delta, least_delta));
  return delta;
}

double claimed_epsilon(double sigma2, double sensitivity, double delta) {
  auto const epsilon = pair_at(sigma2, sensitivity).epsilon(delta);
  require(std::isfinite(epsilon),
          fmt::format("sigma2: {} beside a sensitivity of {} spends an epsilon that is not known at delta = {} (more "
                      "noise, or a larger delta)",
                      sigma2, sensitivity, delta));
  return epsilon;
}

}  // namespace

DiscreteGaussian::DiscreteGaussian(double sigma2, std::size_t sensitivity, double delta, bool table)
    : sigma2_{require_positive("sigma2", sigma2, "of the noise")},
      claim_{claimed_epsilon(sigma2, static_cast<double>(sensitivity), checked(delta)), delta},
      noise_{noise_of(sigma2, table)} {}

std::vector<Column> DiscreteGaussian::columns(Dataset const& dataset) const {
  require_integers(dataset, 1);
  return {{"y", Column::Kind::integer}};
}

void DiscreteGaussian::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  std::visit([&](auto const& noise) { noise.fill(stream, dataset[0], out.column(0)); }, noise_);
}

void DiscreteGaussian::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  std::visit(
      [&](auto const& noise) {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = noise.log_pmf(releases(i, 0) - dataset[0]);
      },
      noise_);
}

std::optional<privacy::PairPrivacy> DiscreteGaussian::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  auto const distance = l1_distance(pair);
  if (distance == 0) return privacy::equal_pair();
  if (distance > 1e5) return std::nullopt;
  return pair_at(sigma2_, distance);
}

Entry discrete_gaussian_entry() {
  return {
      .name = "discrete-gaussian",
      .summary = "an integer plus discrete Gaussian noise",
      .release = "Z",
      .parameters = {{"sigma2", {}, "parameter of the noise, sigma^2", Positive{"of the noise"}},
                     {"sigma", 2, "its root, > 0", Positive{"of the noise"}},
                     {"sensitivity", 1, "how far one person moves the answer, a whole number >= 1", Whole{1, 100'000}},
                     {"delta", 1e-5, "at which epsilon is claimed, in (0, 1)"},
                     {"table", {}, "1: by a table, 0: by integers alone; 1 up to sigma = 100", Whole{0, 1}}},
      .reference = "CKS20",
      .make = [](Arguments& values) -> Instance {
        auto const sigma = values["sigma"];
        auto const sigma2 = values.value_or("sigma2", sigma * sigma);
        require(!values.has("sigma") || std::fabs(sigma * sigma / sigma2 - 1) < 1e-9,
                fmt::format("sigma2: {} is not the square of sigma = {} (give one of them)", sigma2, sigma));
        auto const sensitivity = values.whole("sensitivity");
        auto const delta = values["delta"];
        auto const table = values.whole_or("table", sigma2 <= 10'000) == 1;
        auto const far = static_cast<double>(sensitivity);
        Instance instance{DiscreteGaussian{sigma2, sensitivity, delta, table},
                          {{{0}, {far}, Relation::substitute, "whole"}},
                          Answers{.step = far, .integers = true},
                          {{"sigma2", sigma2}, {"sensitivity", far}, {"delta", delta}, {"table", values["table"]}}};
        if (sensitivity > 1) instance.pairs.push_back({{0}, {1}, Relation::substitute, "one"});
        return instance;
      }};
}

}  // namespace warner::mechanisms::central
