#include "mechanisms/broken/sparse_vector_3_and_4.hpp"

#include <algorithm>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::broken {

std::optional<double> SparseVector3And4::exact_epsilon(Pair const& pair, double delta) const {
  if (delta > 0) return std::nullopt;
  auto const three = three_.largest_losses(pair);
  auto const four = four_.privacy(pair);
  if (!three || !four) return std::nullopt;
  auto const ways = four->losses();  // P against Q, Q against P
  if (ways.size() != 2) return std::nullopt;
  auto const largest = [](privacy::LossLaw const& law) {
    long double most = 0;
    for (auto const& atom : law.atoms) most = std::max(most, atom.loss);
    return static_cast<double>(most);
  };
  return std::max(three->there + largest(ways[0]), three->back + largest(ways[1]));
}

Entry sparse_vector_3_and_4_entry() {
  return {
      .name = "broken/sparse-vector-3-and-4",
      .summary = "both of them on the same queries",
      .release = "({0,1,-1} x R)^n x {0,1,-1}^n",
      .parameters = {{"epsilon", 0.1, "what each claims, > 0"},
                     {"n", 10, "how many queries, 1 to 64"},
                     {"threshold", 1, "what queries are compared with"},
                     {"c", 2, "queries above before each stops"}},
      .flaw = "neither keeps its claim, and both together do not keep twice it",
      .reference = "LSL17",
      .out_of_reach = "both violations are in rare releases: fifty million trials refute it, ten million do not always",
      .budget = 5e7,
      .make = [](Given const& given) -> Instance {
        auto const epsilon = epsilon_from(given, 0.1, {{"epsilon", [](double e) { return e; }}}),
                   threshold = value_or(given, "threshold", 1);
        auto const n = whole_or(given, "n", 10, 1, 64), c = whole_or(given, "c", 2, 1, 64);
        auto const cutoff = static_cast<double>(c);
        central::SparseVectorValues const three{
            epsilon, n, {threshold, 2 / epsilon, {{2 * cutoff / epsilon, 0, false, 1, 1}}, cutoff - 1}};
        central::SparseVector const four{epsilon, n, {{threshold, 4 / epsilon, 4 / (3 * epsilon)}, c, false}};
        return {SparseVector3And4{three, four},
                {{"epsilon", epsilon}, {"n", static_cast<double>(n)}, {"threshold", threshold}, {"c", cutoff}},
                central::sparse_vector_pairs(n, c),
                Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
      }};
}

}  // namespace warner::mechanisms::broken
