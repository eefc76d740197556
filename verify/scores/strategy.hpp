#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/scores/score.hpp"

namespace warner::verify {

enum class Guess { d, d_prime, none };

/// An event of one feature, and how often it came in the search trials: what a strategy comes to in few words.
struct PlainEvent {
  Bins bins;                                          ///< 1 where it happens, 0 elsewhere
  bool says_d = true;                                 ///< whether it is more frequent under D
  double probability_d = 0, probability_d_prime = 0;  ///< estimates
};

/// The adversary's rule, frozen before the trials it is certified on.
/// It says D when the score of the release is at least `say_d_from`, D' when it is at most `say_d_prime_to`.
/// In between, and on NaN, it abstains. say_d_prime_to < say_d_from.
/// A threshold that no score reaches, +inf of D or -inf of D', means that this side never speaks.
struct Strategy {
  Score score;
  double say_d_from = 0;
  double say_d_prime_to = 0;
  /// Of the coin that it is played with (sim::Tally): 1; or 3, 7 or 15 where it speaks in one direction only.
  std::uint64_t coin_odds = 1;
  std::optional<PlainEvent> plain{};  ///< says nothing in the game
  bool coin_odds_are_possible() const;

  Guess guess(double score) const;
  bool names_d() const;        ///< there are scores of which it says D
  bool names_d_prime() const;  ///< likewise
  /// Of the two directions, how many are used: 0, 1 or 2.
  int directions() const;
  /// What of delta the strategy can spend in (G).
  /// For each direction used it is as much as there are trials in which that guess would be right.
  double share_of(double delta) const { return delta * directions() / static_cast<double>(1 + coin_odds); }
};

/// What a strategy said of a batch.
struct Guesses {
  std::uint64_t d = 0, d_prime = 0;
};

/// Plays one strategy on many batches; one a thread.
class Player {
 public:
  /// All three must outlive the player.
  Player(Strategy const& strategy, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair);

  /// What it says of releases that were drawn.
  Guesses operator()(mechanisms::ConstBatch releases);

  /// Whether what it says of releases follows from the scores that the other gave them.
  bool reads_scores_of(Player const& other) const;
  /// What it says of the releases that the other saw last, whose scores it reads.
  Guesses after(Player const& other) const { return of_scores(other.scores_); }

  /// What it says of the next n releases of D (or of D').
  /// They are not drawn where bins can be counted from the words; the guesses are the same.
  Guesses play(bool under_d, sim::Stream& stream, std::size_t n);

 private:
  Guesses from_counts(std::uint64_t n) const;
  Guesses of_scores(std::span<double const> scores) const;

  Strategy const& strategy_;
  mechanisms::AnyMechanism const& mechanism_;
  mechanisms::Pair const& pair_;
  Bins const* bins_;                 // of a strategy with few enough bins to count by comparisons
  std::optional<sim::Edges> edges_;  // theirs
  std::optional<sim::WordCounter> counter_d_, counter_d_prime_;
  Evaluator evaluate_;
  mechanisms::Releases memory_;
  std::size_t width_;
  std::vector<double> scratch_;
  std::span<double const> scores_;      // of the last batch, where they were computed
  std::vector<std::uint64_t> reached_;  // how many releases are at or above each edge
};

/// Bins that the thresholds do not tell apart, joined: the same guesses from as few edges as can be.
Strategy simplified(Strategy strategy);

/// Without the atoms of which it says what it says of all other releases: the same guesses from as few as can be.
Strategy without_idle_atoms(Strategy strategy);

/// Of its coin: "fair", "to D once in 8 trials".
std::string coin_of(Strategy const& strategy);

}  // namespace warner::verify
