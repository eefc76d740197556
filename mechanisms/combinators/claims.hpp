#pragma once

#include <cstddef>
#include <span>

#include "mechanisms/contract/guarantee.hpp"

namespace warner::mechanisms::combinators {

/// What follows from claims. Pure and approximate ones mix; the others go with their own kind only.
/// @throws std::invalid_argument "claim: .." where nothing is known to follow.

/// All releases at once: epsilons and deltas add [DR14], mu by squares [DRS19], Renyi divergences of one order and rho
/// add [M17, BS16].
Guarantee sum_of(std::span<Guarantee const> claims);

/// One of the releases, whichever: the largest epsilon and the largest delta.
Guarantee largest_of(std::span<Guarantee const> claims);

/// Datasets `size` records apart: (size epsilon, delta (e^(size epsilon) - 1) / (e^epsilon - 1)), size mu, size^2 rho
/// [DR14, DRS19, BS16].
Guarantee group_of(Guarantee const& claim, std::size_t size);

/// On a Poisson sample at rate q: (ln(1 + q (e^epsilon - 1)), q delta) [BBG18].
Guarantee subsampled_of(Guarantee const& claim, double q);

}  // namespace warner::mechanisms::combinators
