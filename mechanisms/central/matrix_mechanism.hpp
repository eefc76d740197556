#pragma once

#include "mechanisms/central/linear_laplace.hpp"

namespace warner::mechanisms::central {

/// What is measured in the place of the workload.
enum class Strategy {
  haar,      ///< the total, and for every split of a balanced binary tree the difference of its halves: k measurements
  identity,  ///< every count
  hierarchical,  ///< every node of the tree: 2 k - 1 measurements, so that the pseudoinverse averages
};
Rows strategy_matrix(Strategy strategy, std::size_t k);

/// The matrix mechanism [LMHMR15]: all prefix sums of k counts, W x with W the lower triangle, by a strategy A: y = A x
/// + Lap(D / epsilon), D the largest L1 norm of a column of A; released is W A^+ y.
///
/// Guarantee:  epsilon-DP for counts of which one moves by at most 1.
/// Truth:      for a square A the pair in column j spends |A e_j| epsilon / D: with the Haar strategy and k a power of
///             two every column reaches epsilon. For the hierarchical one, at most epsilon: what averaging hides is
///             open.
LinearLaplace matrix_mechanism(double epsilon, Strategy strategy, std::size_t k);

}  // namespace warner::mechanisms::central
