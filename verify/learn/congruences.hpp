#pragma once

#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Weighted sums of the first 64 columns of whole numbers and flags that are always the same modulo a small prime under
/// one dataset, and not under the other: check digits, parities, shares of a secret.
/// They are what is orthogonal, modulo the prime, to all of some releases and 1.
std::vector<Feature> congruences(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                                 mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
