#pragma once

#include <cstdint>
#include <stdexcept>

namespace warner::sim {

/// How the trials of the distinguishing game ended: the sufficient statistic of every audit. Tallies of disjoint
/// trial ranges add, where the coin was the same.
struct Tally {
  std::uint64_t right = 0, wrong = 0, abstained = 0;
  /// The coin's: for each trial in which a guess would be right, so many are expected in which it would be wrong. 1 for
  /// the fair coin; more only where one of the two guesses is never made, so that "a guess" is the other one.
  std::uint64_t odds = 1;

  constexpr std::uint64_t spoke() const { return right + wrong; }
  constexpr std::uint64_t trials() const { return right + wrong + abstained; }

  /// @throws std::invalid_argument when the odds of two that are not empty differ.
  constexpr Tally& operator+=(Tally const& other) {
    if (other.trials() == 0) return *this;
    if (trials() == 0) odds = other.odds;
    if (odds != other.odds) throw std::invalid_argument{"tally: trials of different coins do not add"};
    right += other.right;
    wrong += other.wrong;
    abstained += other.abstained;
    return *this;
  }
  friend constexpr Tally operator+(Tally a, Tally const& b) { return a += b; }
  friend constexpr bool operator==(Tally const&, Tally const&) = default;
};

}  // namespace warner::sim
