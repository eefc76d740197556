#pragma once

namespace warner::sim {

/// An interval at whose lower end a condition does not hold, and at whose upper end it does.
struct Bracket {
  double low = 0, high = 1;
};

/// When a bisection ends: at a width of so much of the upper end, or after so many steps.
struct Precision {
  double relative = 0;
  int steps = 1 << 12;
};

/// Halves a bracket until it is as narrow as asked, or its ends are neighbouring doubles.
template <class Holds>
Bracket bisected(Bracket bracket, Holds const& holds, Precision const& asked = {}) {
  auto& [low, high] = bracket;
  for (int i = 0; i < asked.steps && high - low > asked.relative * high; ++i) {
    auto const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (holds(middle) ? high : low) = middle;
  }
  return bracket;
}

}  // namespace warner::sim
