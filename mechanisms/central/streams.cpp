#include "mechanisms/central/streams.hpp"

#include <algorithm>
#include <bit>

#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::central {
namespace {

/// The entry that spends most moves, up from 0; then the last one.
std::vector<Pair> one_moves(LinearLaplace const& stream, std::size_t n) {
  Dataset const zero(n, 0.0);
  auto const moved = [&](std::size_t at, char const* label) {
    auto other = zero;
    other[at] = 1;
    return Pair{zero, other, Relation::one_differs, label};
  };
  std::vector<Pair> pairs{moved(stream.worst_entry(), "worst entry")};
  if (stream.worst_entry() != n - 1) pairs.push_back(moved(n - 1, "last entry"));
  return pairs;
}

Rows identity(std::size_t n) {
  Rows matrix{n, n};
  for (std::size_t i = 0; i < n; ++i) matrix(i, i) = 1;
  return matrix;
}

}  // namespace

SmartSum smart_sum(std::size_t n, std::size_t m) {
  SmartSum sum{{n, n}, {n, n}};
  for (std::size_t i = 1; i <= n; ++i) {
    auto const ends = i % m == 0;
    for (auto j = ends ? i - m + 1 : i; j <= i; ++j) sum.nodes(i - 1, j - 1) = 1;
    for (std::size_t j = 1; j <= i; ++j)
      if (j % m == 0 || j > i / m * m) sum.mixed(i - 1, j - 1) = 1;  // complete blocks, and the entries since
  }
  return sum;
}

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
Entry prefix_sum_entry() {
  return {.name = "prefix-sum",
          .summary = "all prefix sums of n numbers, noise on each number",
          .release = "R^n",
          .parameters = {epsilon_parameter(), {"n", 10, "how many numbers", Whole{1, 1000}}},
          .reference = "WDWKZ19",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            Rows mixed{n, n};
            for (std::size_t j = 0; j < n; ++j) std::fill_n(&mixed(j, 0), j + 1, 1.0);
            LinearLaplace const stream{epsilon, identity(n), mixed, std::vector<double>(n, 1 / epsilon)};
            return {stream, one_moves(stream, n), Answers{.n = n, .length = "n"}};
          }};
}

Entry smart_sum_entry() {
  return {.name = "smart-sum",
          .summary = "running sums of a stream in blocks (two levels)",
          .release = "R^n",
          .parameters = {epsilon_parameter("half of what is claimed, > 0"),
                         {"n", 10, "how many numbers", Whole{1, 1000}},
                         {"m", 4, "length of a block", Whole{1, 1000}}},
          .reference = "CSS11",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n"), m = values.whole("m");
            auto const sum = smart_sum(n, m);
            LinearLaplace const stream{2 * epsilon, sum.nodes, sum.mixed, std::vector<double>(n, 1 / epsilon)};
            return {stream, one_moves(stream, n), Answers{.n = n, .length = "n"}};
          }};
}

Entry binary_tree_sum_entry() {
  return {.name = "binary-tree-sum",
          .summary = "all prefix sums of a stream by a binary tree",
          .release = "R^n",
          .parameters = {epsilon_parameter(), {"n", 8, "how many numbers", Whole{1, 1000}}},
          .reference = "DNPR10",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            Rows nodes{n, n}, mixed{n, n};
            auto const low_bit = [](std::size_t e) { return e & -e; };
            for (std::size_t e = 1; e <= n; ++e) {
              for (auto j = e - low_bit(e) + 1; j <= e; ++j) nodes(e - 1, j - 1) = 1;
              for (auto node = e; node > 0; node -= low_bit(node)) mixed(e - 1, node - 1) = 1;
            }
            LinearLaplace const stream{epsilon, nodes, mixed,
                                       std::vector<double>(n, static_cast<double>(std::bit_width(n)) / epsilon)};
            return {stream, one_moves(stream, n), Answers{.n = n, .length = "n"}};
          }};
}

}  // namespace warner::mechanisms::central
