#pragma once

#include <optional>
#include <string>

#include "mechanisms/contract/guarantee.hpp"

namespace warner::cli {

/// A claim as typed: --claim-epsilon, --claim-delta, --claim-mu, --claim-tradeoff.
struct ClaimOptions {
  std::optional<std::string> epsilon, delta, mu, tradeoff;
};

/// The numbers that were given. @throws std::invalid_argument.
std::optional<double> claimed_epsilon(ClaimOptions const& options);
std::optional<double> claimed_delta(ClaimOptions const& options);

/// @throws std::invalid_argument where more than one of epsilon, mu and trade-off function is claimed.
void require_one_claim(ClaimOptions const& options);

/// What is claimed in place of the mechanism's own guarantee, if anything is; an epsilon is at the delta of the audit.
/// A claim to be as private as a composition is composed, and takes seconds.
/// @throws std::invalid_argument that says what was wrong.
std::optional<mechanisms::Guarantee> claim_from(ClaimOptions const& options);

/// A trade-off function as people claim it: points "epsilon:delta,epsilon:delta", all of which hold at once, or
/// releases in the grammar of `warner compose`, which it is as private as.
/// @throws std::invalid_argument that says what was wrong.
mechanisms::TradeoffDp tradeoff_from(std::string const& text);

}  // namespace warner::cli
