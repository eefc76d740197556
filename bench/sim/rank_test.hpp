#pragma once

#include <span>

namespace warner::bench {

/// The Mann-Whitney U test, two-sided and exact: the probability, over all ways to deal the pooled values into two
/// heaps of these sizes, of a rank sum at least as far from its mean as the one seen. Equal values share their mean
/// rank. [MW47]
double rank_test(std::span<double const> a, std::span<double const> b);

}  // namespace warner::bench
