#pragma once

#include <map>

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::central {

/// A histogram over an open domain [KKMN09]: the categories that are present are counted, every count gets Laplace
/// noise of scale 1 / epsilon, and those whose noisy count is above the threshold are released with it, sorted by a
/// hash of the category. Absent categories are never named.
///
/// Guarantee:  (epsilon, delta)-DP when one person with one record comes or goes, delta = e^(-epsilon (T - 1)) / 2: the
///             probability that the name of a category which one person alone is in comes out. Without a threshold (T =
///             -infinity) delta is 1.
/// Truth:      known where one category differs.
/// Data:       categories, whole numbers >= 0; at most k different ones.
/// Release:    how many categories, then k times (category, noisy count), 0 where there are fewer.
class HistogramThresholded {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, k >= 1, and the threshold at least 1 or
  /// -infinity.
  HistogramThresholded(double epsilon, double delta, double threshold, std::size_t k);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return ApproximateDp{epsilon_, delta_}; }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  struct Count {
    double category, count;
  };
  std::vector<Count> counts(Dataset const& dataset) const;  // in the order of hashes
  double epsilon_, delta_, threshold_;
  std::size_t k_;
  noise::Laplace noise_;
};

/// delta at a threshold, and the least threshold that keeps it.
double delta_at_threshold(double epsilon, double threshold);
double threshold_for(double epsilon, double delta);

}  // namespace warner::mechanisms::central
