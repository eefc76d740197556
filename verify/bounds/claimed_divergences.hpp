#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mechanisms/contract/guarantee.hpp"

namespace warner::verify {

/// Claims about Renyi divergences, in both directions of a pair, all at once.
struct ClaimedDivergences {
  std::optional<double> rho{};               ///< of every order, at most rho times the order [BS16]
  std::vector<mechanisms::RenyiDp> renyi{};  ///< of one order each [M17], orders rising

  bool empty() const { return !rho && renyi.empty(); }
  /// Whether it is one number that is claimed, for which a lower bound can stand.
  bool is_one_number() const { return rho.has_value() + renyi.size() == 1; }
  double number() const { return rho ? *rho : renyi.front().epsilon; }
  ClaimedDivergences with_number(double number) const;

  /// What they allow the divergence of an order >= 1 to be, the Kullback-Leibler divergence being that of order 1.
  /// Divergences rise with their order [EH14, theorem 3]. Infinite where they say nothing.
  double at(double order) const;

  /// Orders at which to look for a violation.
  std::vector<double> orders() const;

  friend bool operator==(ClaimedDivergences const& a, ClaimedDivergences const& b);
};

/// @throws std::invalid_argument unless rho, and each epsilon, is in (0, 100], and each alpha in (1, 10000].
void validate(ClaimedDivergences const& claim);

/// (e^((order - 1) x) - 1) / (order - 1), which is x at order 1.
double scaled_power(double order, double x);

/// A supporting line of the region that a divergence of one order leaves to an event.
///
/// With the ratio e^inside in the event, and e^outside beside it, the variational form of the divergence says
///     order (S(inside) - S(outside)) P(A) - (T(inside) - T(outside)) Q(A) <= S(divergence) - order S(outside) +
///     T(outside),
/// S being scaled_power and T(x) = e^(order x) - 1: a statement about (epsilon, delta) of every pair that keeps the
/// claim. It touches the region where these ratios are those of an event on its boundary.
struct DivergenceLine {
  double order = 1, inside = 0, outside = 0;  ///< outside < inside

  double epsilon() const;
  double delta(double divergence) const;  ///< rises with it; rounded up
};

/// Lines along the boundary of the events that the claims allow, from type I errors that equal type II errors on down.
/// Those before say nothing more, by symmetry [KOV15].
std::vector<DivergenceLine> lines_of(ClaimedDivergences const& claim);

/// "rho = 0.1 (zero-concentrated DP) and (alpha, epsilon) = (2, 0.3) (Renyi DP)".
std::string describe(ClaimedDivergences const& claim);

/// What the claims imply about events: the statements of their lines at once.
/// No event whose two probabilities contradict a claim satisfies all statements, but for what lies between two lines.
mechanisms::TradeoffDp implied_by(ClaimedDivergences const& claim);

/// Four of the statements that a quarter of every number implies, evenly picked; none where nothing is claimed.
/// Whoever looks for a strategy may look for one that contradicts them: of the claim itself two guesses may contradict
/// nothing, although the releases do.
std::vector<mechanisms::ApproximateDp> implied_by_a_quarter(ClaimedDivergences claim);

/// Several claims: those about divergences, and the others.
struct ClaimsAtOnce {
  ClaimedDivergences divergences{};
  std::vector<mechanisms::Guarantee> others{};
  std::string words{};
};

/// @throws std::invalid_argument on numbers out of range.
ClaimsAtOnce at_once(std::vector<mechanisms::Guarantee> const& claims);

/// All their statements: of the others, and those that the divergences imply.
mechanisms::TradeoffDp statements_of(ClaimsAtOnce const& claims);

}  // namespace warner::verify
