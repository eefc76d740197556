#pragma once

#include <memory>
#include <string>

#include "mechanisms/mechanism.hpp"
#include "verify/score.hpp"

namespace warner::verify {

/// The adversary's rule, frozen before the trials it is certified on: say D when the score of the release is at least
/// `say_d_from`, say D' when it is at most `say_d_prime_to`, abstain in between (and on NaN).
/// say_d_prime_to < say_d_from; an infinite threshold means that this side never speaks.
struct Strategy {
  Score score;
  double say_d_from = 0;
  double say_d_prime_to = 0;

  /// Of the two directions, D and D', how many are used: 0, 1 or 2. One direction spends only half of delta.
  int directions() const;
};

}  // namespace warner::verify
