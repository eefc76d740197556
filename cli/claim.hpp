#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mechanisms/contract/guarantee.hpp"

namespace warner::cli {

/// Claims as typed: --claim-epsilon, --claim-delta, --claim-mu, --claim-rho, --claim-rdp, --claim-tradeoff.
struct ClaimOptions {
  std::optional<std::string> epsilon, delta, mu, rho, tradeoff;
  std::vector<std::string> rdp;
};

/// The numbers that were given. @throws std::invalid_argument.
std::optional<double> claimed_epsilon(ClaimOptions const& options);
std::optional<double> claimed_delta(ClaimOptions const& options);

/// What is claimed in place of the mechanism's own guarantee, all of it at once; an epsilon is at the delta of the
/// audit. A claim to be as private as a composition is composed, and takes seconds.
/// @throws std::invalid_argument that says what was wrong.
std::vector<mechanisms::Guarantee> claims_from(ClaimOptions const& options);

/// A trade-off function as people claim it: points "epsilon:delta,epsilon:delta", all of which hold at once, or
/// releases in the grammar of `warner compose`, which it is as private as.
/// @throws std::invalid_argument that says what was wrong.
mechanisms::TradeoffDp tradeoff_from(std::string const& text);

}  // namespace warner::cli
