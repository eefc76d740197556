#include <cmath>

#include <fmt/format.h>

#include "mechanisms/central/discrete_gaussian.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/discrete_gaussian.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {
namespace {

double checked(double sigma) {
  require(sigma > 0 && sigma <= 1000,
          fmt::format("sigma: {} is not in (0, 1000] (the sampler would walk for ever)", sigma));
  return sigma;
}

/// An integer plus discrete Gaussian noise whose sampler walks outwards from 0, one step for each unit of |noise|.
/// Flaw: timing. The release alone keeps the claim (as central/discrete_gaussian.hpp says); whoever holds a clock
/// learns |noise| besides, and so y - |noise| and y + |noise|, one of which is the datum. With its duration the privacy
/// of a release depends on the machine: no exact epsilon is known.
///
/// Sampling:  one word; its top bit is the sign, the next 53 are compared with the cumulated mass of |Z|. Each mass is
///            right to about 2^-48 of itself.
class WalkedDiscreteGaussian {
 public:
  /// @throws std::invalid_argument unless sigma is in (0, 1000] and delta in (0, 1).
  WalkedDiscreteGaussian(double sigma, double delta)
      : sigma_{checked(sigma)},
        at_zero_{noise::DiscreteGaussian{sigma}.pmf(0)},
        first_ratio_{std::exp(-0.5 / (sigma * sigma))},
        ratio_of_ratios_{std::exp(1 / (sigma * sigma))},
        claim_{std::get<ApproximateDp>(central::DiscreteGaussian{sigma * sigma, 1, delta, true}.guarantee())} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_integers(dataset, 1);
    return {{"y", Column::Kind::integer}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    for (auto& y : out.column(0)) y = dataset[0] + draw(stream.word());
  }

  Guarantee guarantee() const { return claim_; }

 private:
  double draw(std::uint64_t word) const {
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

  double sigma_, at_zero_, first_ratio_, ratio_of_ratios_;
  ApproximateDp claim_;
};

}  // namespace

Entry timing_walk_entry() {
  return {
      .name = "broken/timing-discrete-gaussian",
      .summary = "an integer plus discrete Gaussian noise, found by walking outwards from 0",
      .release = "Z",
      .parameters = {{"sigma", 5, "of the noise, in (0, 1000]", Positive{"of the noise"}},
                     {"delta", 1e-5, "at which epsilon is claimed, in (0, 1)"}},
      .flaw = "the sampler takes a step for each unit of noise: how long it took tells |noise|",
      .reference = "JMRO22",
      .out_of_reach = "its releases are as private as they claim; the time that they take is seen with --timing alone",
      .make = [](Arguments& values) -> Instance {
        auto const sigma = values["sigma"], delta = values["delta"];
        return {WalkedDiscreteGaussian{sigma, delta}, {{{0}, {1}, Relation::substitute, {}}}};
      }};
}

}  // namespace warner::mechanisms::broken
