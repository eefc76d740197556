#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::central {

/// Bounds of records by a noisy histogram of their sizes [WZLDSG20]: bins (2^(i - 1), 2^i], i = 1, .., B, and [0, 1]
/// before them, for either sign; counts get noise Lap(l0 / epsilon). Released are the ends of the outermost bins whose
/// noisy count passes a threshold, which an empty histogram passes nowhere with probability `success_probability`;
/// where none passes, the threshold is relaxed until one does.
///
/// Guarantee:  epsilon-DP when a person with up to l0 records comes or goes; the histogram spends it.
/// Truth:      open: the release is a function of the histogram.
/// Data:       any number of records; beyond 2^B they count in the last bin.
class ApproximateBounds {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, l0 >= 1, bins in 1, .., 1000 and
  /// success_probability in (0, 1).
  ApproximateBounds(double epsilon, std::size_t l0, std::size_t bins, double success_probability);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  std::optional<privacy::PairPrivacy> privacy(Pair const&) const { return std::nullopt; }

  double threshold() const { return threshold_; }

 private:
  struct Bin {
    double from, to, count;
  };
  std::vector<Bin> histogram(Dataset const& dataset) const;  // from left to right
  double epsilon_;
  std::size_t bins_;
  noise::Laplace noise_;
  double threshold_;
};

}  // namespace warner::mechanisms::central
