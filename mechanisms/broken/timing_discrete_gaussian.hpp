#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::broken {

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
  WalkedDiscreteGaussian(double sigma, double delta);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }

 private:
  double draw(std::uint64_t word) const;

  double sigma_, at_zero_, first_ratio_, ratio_of_ratios_;
  ApproximateDp claim_;
};

Entry timing_walk_entry();

}  // namespace warner::mechanisms::broken
