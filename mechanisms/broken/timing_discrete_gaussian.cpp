#include "mechanisms/broken/timing_discrete_gaussian.hpp"

#include <cmath>

#include <fmt/format.h>

#include "mechanisms/central/discrete_gaussian.hpp"
#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/noise/discrete_gaussian.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {
namespace {

double checked(double sigma) {
  require(sigma > 0 && sigma <= 1000,
          fmt::format("sigma: {} is not in (0, 1000] (the sampler would walk for ever)", sigma));
  return sigma;
}

}  // namespace

WalkedDiscreteGaussian::WalkedDiscreteGaussian(double sigma, double delta)
    : sigma_{checked(sigma)}, at_zero_{noise::DiscreteGaussian{sigma}.pmf(0)},
      first_ratio_{std::exp(-0.5 / (sigma * sigma))}, ratio_of_ratios_{std::exp(1 / (sigma * sigma))},
      claim_{std::get<ApproximateDp>(central::DiscreteGaussian{sigma * sigma, 1, delta, true}.guarantee())} {}

std::vector<Column> WalkedDiscreteGaussian::columns(Dataset const& dataset) const {
  require_integers(dataset, 1);
  return {{"y", Column::Kind::integer}};
}

double WalkedDiscreteGaussian::draw(std::uint64_t word) const {
  auto left = static_cast<double>(word << 1 >> 11) * 0x1p-53;
  auto magnitude = 0.0, mass = at_zero_, ratio = first_ratio_, doubled = 2.0;
  while (left >= mass && magnitude < 40 * sigma_) {
    left -= mass;
    mass *= ratio * doubled;  // zero has one sign, the others have two
    ratio /= ratio_of_ratios_;
    doubled = 1;
    ++magnitude;
  }
  return word >> 63 ? -magnitude : magnitude;
}

void WalkedDiscreteGaussian::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  for (auto& y : out.column(0)) y = dataset[0] + draw(stream.word());
}

Entry timing_walk_entry() {
  return {
      .name = "broken/timing-discrete-gaussian",
      .summary = "an integer plus discrete Gaussian noise, found by walking outwards from 0",
      .release = "Z",
      .parameters = {{"sigma", 5, "of the noise, in (0, 1000]"},
                     {"delta", 1e-5, "at which epsilon is claimed, in (0, 1)"}},
      .flaw = "the sampler takes a step for each unit of noise: how long it took tells |noise|",
      .reference = "JMRO22",
      .out_of_reach = "its releases are as private as they claim; the time that they take is seen with --timing alone",
      .make = [](Given const& given) -> Instance {
        auto const sigma = require_positive("sigma", value_or(given, "sigma", 5), "of the noise"),
                   delta = value_or(given, "delta", 1e-5);
        return {WalkedDiscreteGaussian{sigma, delta},
                {{"sigma", sigma}, {"delta", delta}},
                {{{0}, {1}, Relation::substitute, {}}}};
      }};
}

}  // namespace warner::mechanisms::broken
