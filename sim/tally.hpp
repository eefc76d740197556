#pragma once

#include <cstdint>

namespace warner::sim {

/// How the trials of the distinguishing game ended: the sufficient statistic of every audit. Tallies of disjoint
/// trial ranges add.
struct Tally {
  std::uint64_t right = 0, wrong = 0, abstained = 0;

  constexpr std::uint64_t spoke() const { return right + wrong; }
  constexpr std::uint64_t trials() const { return right + wrong + abstained; }

  constexpr Tally& operator+=(Tally const& other) {
    right += other.right;
    wrong += other.wrong;
    abstained += other.abstained;
    return *this;
  }
  friend constexpr Tally operator+(Tally a, Tally const& b) { return a += b; }
  friend constexpr bool operator==(Tally const&, Tally const&) = default;
};

}  // namespace warner::sim
