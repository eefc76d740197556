#pragma once

#include <cstdint>
#include <stdexcept>

namespace warner::sim {

/// The sum of two counts. @throws std::invalid_argument where it is more than 2^64 - 1.
constexpr std::uint64_t added(std::uint64_t a, std::uint64_t b) {
  if (b > ~a) throw std::invalid_argument{"tally: counts add up to more than 2^64 - 1"};
  return a + b;
}

/// How the trials of the distinguishing game ended: the sufficient statistic of every audit. Tallies of disjoint
/// trial ranges add, where the coin was the same.
struct Tally {
  std::uint64_t right = 0, wrong = 0, abstained = 0;
  /// Trials in which a guess would be wrong, for each in which it would be right: 1 for the fair coin.
  /// More only where one of the two guesses is never made.
  std::uint64_t coin_odds = 1;

  constexpr std::uint64_t spoke() const { return added(right, wrong); }
  constexpr std::uint64_t trials() const { return added(spoke(), abstained); }

  /// @throws std::invalid_argument when the coins of two that are not empty differ, or the counts are too many.
  constexpr Tally& operator+=(Tally const& other) {
    if (other.trials() == 0) return *this;
    if (trials() == 0) coin_odds = other.coin_odds;
    if (coin_odds != other.coin_odds) throw std::invalid_argument{"tally: trials of different coins do not add"};
    Tally const sum{added(right, other.right), added(wrong, other.wrong), added(abstained, other.abstained), coin_odds};
    static_cast<void>(sum.trials());
    return *this = sum;
  }
  friend constexpr Tally operator+(Tally a, Tally const& b) { return a += b; }
  friend constexpr bool operator==(Tally const&, Tally const&) = default;
};

}  // namespace warner::sim
