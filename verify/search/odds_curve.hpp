#pragma once

#include <cstddef>
#include <vector>

#include "verify/game/counts.hpp"
#include "verify/search/banded.hpp"

namespace warner::verify {

/// The log odds of D along a score, as a smooth curve through counts.
///
/// The curve is a random walk over the logit of the rank, in its value or in its slope [W78].
/// Values make it flat but for what the counts bend, slopes make it straight.
/// How far it walks is averaged over, each by how likely it makes the counts.
/// Where a score is itself a sum of log ratios, slopes walk over the score: what is right up to a factor is straight
/// there, or bends where what there is to say has an end (docs/decisions/0033, 0041).
/// So an event is known from all groups, not from its own counts alone.
class OddsCurve {
 public:
  OddsCurve(std::vector<Count> const& counts, bool of_log_ratios);

  /// The log odds of a right guess in an event, and their posterior standard deviation; infinite where nothing is
  /// known.
  struct LogOdds {
    double mean, deviation;
  };
  LogOdds of_event(std::size_t low_end, std::size_t high_begin, Says const& says) const;

 private:
  /// One walk.
  struct Curve {
    double weight;
    std::vector<double> share;  // of D, in each group
    Banded information;         // its factors
  };
  std::vector<double> all_;  // of both datasets, in each group
  std::vector<Curve> curves_;
};

}  // namespace warner::verify
