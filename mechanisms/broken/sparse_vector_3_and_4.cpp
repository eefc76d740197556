#include <algorithm>

#include "mechanisms/central/sparse_vector.hpp"
#include "mechanisms/central/sparse_vector_values.hpp"
#include "mechanisms/combinators/compose.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::broken {
namespace {

/// broken/sparse-vector-3 and broken/sparse-vector-4, one after the other on the same queries [LSL17]. Claims 2
/// epsilon. Flaw: ratio. Release: 2 n columns of flags and values, then n of flags. Truth at delta = 0: the suprema of
/// both, added direction by direction; else open.
class SparseVector3And4 {
 public:
  SparseVector3And4(central::SparseVectorValues three, central::SparseVector four)
      : three_{three}, four_{four}, both_{{three, four}} {}
  std::vector<Column> columns(Dataset const& dataset) const { return both_.columns(dataset); }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const { both_.release(dataset, stream, out); }
  Guarantee guarantee() const { return both_.guarantee(); }

  std::optional<double> exact_epsilon(Pair const& pair, double delta) const {
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

 private:
  central::SparseVectorValues three_;
  central::SparseVector four_;
  combinators::Compose both_;
};

}  // namespace

Entry sparse_vector_3_and_4_entry() {
  return {.name = "broken/sparse-vector-3-and-4",
          .summary = "both of them on the same queries",
          .release = "({0,1,-1} x R)^n x {0,1,-1}^n",
          .parameters = {epsilon_parameter("what each claims, > 0", 0.1),
                         {"n", 10, "how many queries, 1 to 64", Whole{1, 64}},
                         {"threshold", 1, "what queries are compared with"},
                         {"c", 2, "queries above before each stops", Whole{1, 64}}},
          .flaw = "neither keeps its claim, and both together do not keep twice it",
          .reference = "LSL17",
          .out_of_reach = "both violations are in rare releases: 2e7 trials refute it, 1e7 do not always",
          .budget = 2e7,
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"], threshold = values["threshold"];
            auto const n = values.whole("n"), c = values.whole("c");
            auto const cutoff = static_cast<double>(c);
            central::SparseVectorValues const three{
                epsilon, n, {threshold, 2 / epsilon, {{2 * cutoff / epsilon, 0, false, 1, 1}}, cutoff - 1}};
            central::SparseVector const four{epsilon, n, {{threshold, 4 / epsilon, 4 / (3 * epsilon)}, c, false}};
            return {SparseVector3And4{three, four}, central::sparse_vector_pairs(n, c),
                    Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
          }};
}

}  // namespace warner::mechanisms::broken
