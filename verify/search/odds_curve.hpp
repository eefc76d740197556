#pragma once

#include <cstddef>
#include <vector>

#include "verify/game/counts.hpp"

namespace warner::verify {

/// The log odds of D along a score, as a smooth curve through counts.
///
/// The curve is a random walk over the logit of the rank, in its value or in its slope [W78].
/// Values make it flat but for what the counts bend, slopes make it straight.
/// How far it walks is averaged over, each by how likely it makes the counts.
/// So an event is known from all groups, not from its own counts alone.
class OddsCurve {
 public:
  explicit OddsCurve(std::vector<Count> const& counts);
  ~OddsCurve();
  OddsCurve(OddsCurve&&) noexcept;
  OddsCurve& operator=(OddsCurve&&) noexcept;

  /// The log odds of a right guess in an event, and their posterior standard deviation; infinite where nothing is
  /// known.
  struct LogOdds {
    double mean, deviation;
  };
  LogOdds of_event(std::size_t low_end, std::size_t high_begin, bool low_says_d) const;

 private:
  struct Curve;  // one walk, with its weight
  std::vector<Count> counts_;
  std::vector<Curve> curves_;
};

}  // namespace warner::verify
