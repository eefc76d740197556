#pragma once

#include <cstdint>
#include <stdexcept>

namespace warner::sim {

/// How the trials of the distinguishing game ended: the sufficient statistic of every audit. Tallies of disjoint
/// trial ranges add, where the coin was the same.
struct Tally {
  std::uint64_t right = 0, wrong = 0, abstained = 0;
  /// Trials in which a guess would be wrong, for each in which it would be right: 1 for the fair coin.
  /// More only where one of the two guesses is never made.
  std::uint64_t coin_odds = 1;

  constexpr std::uint64_t spoke() const { return right + wrong; }
  constexpr std::uint64_t trials() const { return right + wrong + abstained; }

  /// @throws std::invalid_argument when the coins of two that are not empty differ.
  constexpr Tally& operator+=(Tally const& other) {
    if (other.trials() == 0) return *this;
    if (trials() == 0) coin_odds = other.coin_odds;
    if (coin_odds != other.coin_odds) throw std::invalid_argument{"tally: trials of different coins do not add"};
    right += other.right;
    wrong += other.wrong;
    abstained += other.abstained;
    return *this;
  }
  friend constexpr Tally operator+(Tally a, Tally const& b) { return a += b; }
  friend constexpr bool operator==(Tally const&, Tally const&) = default;
};

}  // namespace warner::sim
