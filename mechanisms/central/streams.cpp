#include "mechanisms/central/streams.hpp"

#include <algorithm>
#include <bit>

#include "mechanisms/contract/parameter_values.hpp"

namespace warner::mechanisms::central {
namespace {

struct Asked {
  double epsilon;
  std::size_t n;
  Parameters parameters;
};

Asked asked(Given const& given, std::uint64_t n) {
  auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
  auto const length = whole_or(given, "n", n, 1, 1000);
  return {epsilon, length, {{"epsilon", epsilon}, {"n", static_cast<double>(length)}}};
}

/// The entry that spends most moves, up from 0; then the last one.
std::vector<Pair> one_moves(LinearLaplace const& stream, std::size_t n) {
  Dataset const zero(n, 0.0);
  auto const moved = [&](std::size_t at, char const* label) {
    auto other = zero;
    other[at] = 1;
    return Pair{zero, other, Relation::one_differ, label};
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

Entry prefix_sum_entry() {
  return {.name = "prefix-sum",
          .summary = "all prefix sums of n numbers, noise on each number",
          .release = "R^n",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"}, {"n", 10, "how many numbers"}},
          .reference = "WDWKZ19",
          .make = [](Given const& given) -> Instance {
            auto const [epsilon, n, parameters] = asked(given, 10);
            Rows mixed{n, n};
            for (std::size_t j = 0; j < n; ++j) std::fill_n(&mixed(j, 0), j + 1, 1.0);
            LinearLaplace const stream{epsilon, identity(n), mixed, std::vector<double>(n, 1 / epsilon)};
            return {stream, parameters, one_moves(stream, n), Answers{.n = n, .length = "n"}};
          }};
}

Entry smart_sum_entry() {
  return {.name = "smart-sum",
          .summary = "running sums of a stream in blocks (two levels)",
          .release = "R^n",
          .parameters = {{"epsilon", 1, "half of what is claimed, > 0"},
                         {"n", 10, "how many numbers"},
                         {"m", 4, "length of a block"}},
          .reference = "CSS11",
          .make = [](Given const& given) -> Instance {
            auto [epsilon, n, parameters] = asked(given, 10);
            auto const m = whole_or(given, "m", 4, 1, 1000);
            parameters.emplace_back("m", static_cast<double>(m));
            auto const sum = smart_sum(n, m);
            LinearLaplace const stream{2 * epsilon, sum.nodes, sum.mixed, std::vector<double>(n, 1 / epsilon)};
            return {stream, parameters, one_moves(stream, n), Answers{.n = n, .length = "n"}};
          }};
}

Entry binary_tree_sum_entry() {
  return {.name = "binary-tree-sum",
          .summary = "all prefix sums of a stream by a binary tree",
          .release = "R^n",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"}, {"n", 8, "how many numbers"}},
          .reference = "DNPR10",
          .make = [](Given const& given) -> Instance {
            auto const [epsilon, n, parameters] = asked(given, 8);
            Rows nodes{n, n}, mixed{n, n};
            auto const low_bit = [](std::size_t e) { return e & -e; };
            for (std::size_t e = 1; e <= n; ++e) {
              for (auto j = e - low_bit(e) + 1; j <= e; ++j) nodes(e - 1, j - 1) = 1;
              for (auto node = e; node > 0; node -= low_bit(node)) mixed(e - 1, node - 1) = 1;
            }
            LinearLaplace const stream{epsilon, nodes, mixed,
                                       std::vector<double>(n, static_cast<double>(std::bit_width(n)) / epsilon)};
            return {stream, parameters, one_moves(stream, n), Answers{.n = n, .length = "n"}};
          }};
}

}  // namespace warner::mechanisms::central
