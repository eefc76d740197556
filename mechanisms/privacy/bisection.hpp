#pragma once

namespace warner::mechanisms::privacy {

/// Two ends between which a condition ceases to hold: it does at `low`, not at `high`.
struct Bracket {
  double low, high;
};

/// A bracket in [low, high], halved until it is no wider than `relative` of its upper end, or no double lies inside.
template <class Holds>
Bracket bisected(double low, double high, double relative, Holds const& holds) {
  while (high - low > relative * high) {
    auto const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (holds(middle) ? low : high) = middle;
  }
  return {low, high};
}

}  // namespace warner::mechanisms::privacy
