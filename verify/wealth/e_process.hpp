#pragma once

#include <optional>
#include <span>
#include <vector>

#include "mechanisms/contract/guarantee.hpp"
#include "verify/bounds/claimed_profile.hpp"
#include "verify/wealth/rounds.hpp"

namespace warner::verify {

/// What a check tries to refute: (epsilon, delta)-DP of the pair, or in its place a whole trade-off function, or what
/// is claimed of Renyi divergences, whose trade-off function (verify/bounds/claimed_divergences.hpp) is then there,
/// too.
struct TestedClaim {
  double epsilon = 0, delta = 0;                     ///< epsilon is bounded at this delta in any case
  std::optional<double> mu{};                        ///< mu-GDP
  std::optional<mechanisms::TradeoffDp> tradeoff{};  ///< statements that all hold at once
  ClaimedDivergences divergences{};
  bool with_others = false;  ///< some of the statements are further claims

  bool whole() const { return mu || tradeoff; }
  /// Whether it is one number of a Renyi claim.
  bool is_a_divergence() const;
};

/// The rounds that a check has seen.
struct SeenRounds {
  std::vector<RoundTally> rounds{};
  /// As many, against a whole trade-off function; none where releases are timed, which can not be drawn again.
  std::vector<NestedRound> nested{};
};

/// The e-process against a claim of any kind: the wealth of stakes that are fixed when it is made.
class EProcess {
 public:
  /// @throws std::invalid_argument when both a mu and a trade-off are claimed, or divergences without their statements.
  EProcess(TestedClaim claim, double level);

  /// ln of its value after these rounds.
  double log_at_claim(SeenRounds const& seen) const;
  /// Whether it has reached 1 / level, with a margin that no rounding of a bisection can lose.
  /// The claim is refuted exactly where its lower bound, below, is above it.
  bool refutes(SeenRounds const& seen) const;
  double epsilon_lower_bound(SeenRounds const& seen) const;
  double mu_lower_bound(SeenRounds const& seen) const;
  /// Of the number that is claimed of a divergence. @throws std::invalid_argument of another claim.
  double divergence_lower_bound(SeenRounds const& seen) const;

  /// The statements of which one is to be refuted; those first that tell most pairs of laws apart.
  std::vector<mechanisms::ApproximateDp> statements() const;

  /// Of claimed divergences, what a quarter of them implies: an event that contradicts nothing of the claim may still
  /// show where the releases do. None of other claims.
  std::vector<mechanisms::ApproximateDp> const& easier_statements() const { return easier_; }

  /// Of a whole trade-off function. @throws std::bad_optional_access of another claim.
  Profile const& profile() const { return profile_.value(); }

 private:
  bool out_of_reach(std::span<RoundTally const> rounds, double needed) const;

  TestedClaim const claim_;
  double const level_;
  std::vector<Stake> const stakes_;
  std::optional<Profile> profile_{};
  std::vector<Line> lines_{};
  std::vector<mechanisms::ApproximateDp> easier_{};
  std::vector<DivergenceLine> divergence_lines_{};  // of one claimed number
};

}  // namespace warner::verify
