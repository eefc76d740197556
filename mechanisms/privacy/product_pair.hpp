#pragma once

#include <optional>
#include <span>

#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::privacy {

/// Independent releases of several pairs, one after the other: the exact truth of their composition, where it is one.
///   Gaussian pairs compose to one, Laplace pairs to the product of their noises, and pairs of finitely many outcomes
///   to one of those, by convolution: losses that agree to 1e-12 are one outcome. A finite pair and one other that is
///   its own mirror image: delta(t) is the sum over outcomes of p times the other's delta at t - loss. Else, if all but
///   one are their own mirror images, delta = 0 alone: the sum of their largest losses.
/// Empty where that fails, and above 200'000 outcomes.
std::optional<PairPrivacy> product_pair(std::span<PairPrivacy const> pairs);

/// Whether (Q, P) has the same privacy as (P, Q), as far as the pair says.
bool mirrors(PairPrivacy const& pair);

/// The outcomes of a pair that has finitely many, P against Q; else empty.
std::optional<FiniteLaw> finite_law_of(PairPrivacy const& pair);

/// H at any real epsilon of a pair that is its own mirror image: 1 - e^t + e^t delta(-t) below 0.
double delta_at_any(PairPrivacy const& pair, double epsilon);

/// A pair of finitely many outcomes and, given outcome i, releases[i], all their own mirror images: the sum over
/// outcomes of p times delta of releases[i] at t - loss. What the second release is may depend on the first.
std::optional<PairPrivacy> mixed_pair(std::vector<Outcome> const& first, std::span<PairPrivacy const> releases);

}  // namespace warner::mechanisms::privacy
