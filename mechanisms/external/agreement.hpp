#pragma once

#include <cstdint>
#include <span>

namespace warner::mechanisms::external {

/// ln of the probability that two independent processes of one law say the same n releases in the same order, given the
/// multiset of all 2 n.
///
/// Statistic:  given the multiset, every order is equally likely: an exact permutation test. With value i k_i times in
///             each half, n! / prod k_i! of the (2 n)! / prod (2 k_i)! orders repeat their first half.
/// Reading:    0 where all releases are the same; far below otherwise: -58 for a hundred answers, 73 of them yes.
/// @param said: hashes of the n releases that both said.
double log_chance_of_agreement(std::span<std::uint64_t const> said);

}  // namespace warner::mechanisms::external
