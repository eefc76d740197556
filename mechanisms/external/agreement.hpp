#pragma once

#include <cstdint>
#include <span>

namespace warner::mechanisms::external {

/// ln of the probability that two processes which draw independently from one law say the same n releases in the same
/// order, given what the 2 n are.
///
/// Statistic:  given the multiset of all 2 n, every order of them is equally likely. Of the (2 n)! / prod (2 k_i)!
///             orders, n! / prod k_i! repeat their first half, where value i comes k_i times in it: an exact
///             permutation test.
/// Reading:    0 where all are the same, far below where there are many values or a few that are common: -58 for a
///             hundred answers, 73 of them yes.
/// @param said: hashes of the n releases that both said.
double log_chance_of_agreement(std::span<std::uint64_t const> said);

}  // namespace warner::mechanisms::external
