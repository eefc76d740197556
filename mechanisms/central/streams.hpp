#pragma once

#include "mechanisms/central/linear_laplace.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::central {

/// Sums of a stream x_1, .., x_n, released after every entry; one entry may move by at most 1.
///   prefix-sum        noise Lap(1 / epsilon) on every entry, added up. Spends epsilon on one entry; n epsilon when all
///                     move.
///   smart-sum         blocks of m entries [CSS11]: a block that is complete counts by its sum with noise of its own,
///                     entries of the last block one by one. Claims 2 epsilon, which an entry inside a complete block
///                     spends; at a block's end, or in the last block, epsilon.
///   binary-tree-sum   node e is the sum of the lowbit(e) entries that end at e, with noise Lap(L / epsilon), L =
///                     floor(log2 n) + 1 [DNPR10]; a prefix is the sum of its nodes. Entry i is in as many nodes as i
///                     -> i + lowbit(i) has steps inside 1..n: the first in L.
/// All are one-to-one images of independent noises, so that their privacy is a closed form.
Entry prefix_sum_entry();
Entry smart_sum_entry();
Entry binary_tree_sum_entry();

/// A and B of the smart sum: node i is the block's sum where m divides i, else entry i.
struct SmartSum {
  Rows nodes, mixed;
};
SmartSum smart_sum(std::size_t n, std::size_t m);

}  // namespace warner::mechanisms::central
