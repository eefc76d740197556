#include "mechanisms/central/sparse_vector_values.hpp"

#include <algorithm>

#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::broken {

using Design = central::SparseVectorValues::Design;

namespace {

/// With the pair first that ordinary budgets refute most clearly; others spend more, but in values that are rarer.
Instance first(Instance instance, std::string const& label) {
  std::stable_partition(instance.pairs.begin(), instance.pairs.end(), [&](Pair const& p) { return p.label == label; });
  return instance;
}

}  // namespace

/// Sparse vectors that release a noisy answer which their threshold's noise does not hide. A value far down pins rho
/// below it, and then every query below before it contributes its whole shift: epsilon grows with the number of
/// queries. Flaw: ratio, in a tail of the values; each claims epsilon.
///   3         x + nu, nu of scale 2 c / epsilon: n epsilon / (2 c), beyond the claim from length 3 on [LSL17, Alg. 3]
///   gap       x + nu in the place of the gap: n epsilon / 4 for c = 1, from length 5 on [WDKZ20]
///   adaptive  x + nu in the top branch: (3 n - 2) epsilon / 8 for N = 1, from length 4 on [WDKZ20]
Entry sparse_vector_3_entry() {
  return {.name = "broken/sparse-vector-3",
          .summary = "flags above a noisy threshold, with the noisy answers compared",
          .release = "({0,1,-1} x R)^n",
          .parameters = central::value_parameters("c"),
          .flaw = "releases the noisy answers that were compared: truly n epsilon / (2 c)",
          .reference = "LSL17",
          .make = [](Arguments& values) {
            return first(
                central::make_values(values, "c",
                                     [](double epsilon, double c, double) {
                                       return Design{1, 2 / epsilon, {{2 * c / epsilon, 0, false, 1, 1}}, c - 1};
                                     }),
                "X shape");
          }};
}

Entry sparse_vector_gap_entry() {
  return {.name = "broken/sparse-vector-gap",
          .summary = "flags above a noisy threshold, with noisy answers in the place of gaps",
          .release = "({0,1,-1} x R)^n",
          .parameters = central::value_parameters("c"),
          .flaw = "the noisy answer, not its gap to the threshold: truly n epsilon / 4 for c = 1",
          .reference = "WDKZ20",
          .out_of_reach =
              "the violation is in a tail of the values: flags below, then a small value, once in thousands of "
              "releases: ten million trials refute it, a million do not",
          .make = [](Arguments& values) {
            return central::make_values(values, "c", [](double epsilon, double c, double) {
              return Design{1, 2 / epsilon, {{4 * c / epsilon, 0, false, 1, 1}}, c - 1};
            });
          }};
}

Entry sparse_vector_adaptive_entry() {
  return {.name = "broken/sparse-vector-adaptive",
          .summary = "the adaptive sparse vector, with noisy answers in its top branch",
          .release = "({0,1,2,-1} x R)^n",
          .parameters = central::value_parameters("N"),
          .flaw = "the top branch releases the noisy answer, not its gap: truly (3 n - 2) epsilon / 8 for N = 1",
          .reference = "WDKZ20",
          .out_of_reach =
              "the violation is in a tail of the values: flags below, then a small value of the top branch, once in "
              "ten thousands of releases: a hundred million trials refute it, ten million do not",
          .budget = 1e8,
          .make = [](Arguments& values) {
            return first(central::make_values(values, "N",
                                              [](double epsilon, double n, double margin) {
                                                return Design{1,
                                                              2 / epsilon,
                                                              {{8 * n / epsilon, margin, false, 2, 1},
                                                               {4 * n / epsilon, 0, true, 1, 2}},
                                                              2 * n - 2};
                                              }),
                         "all above");
          }};
}

}  // namespace warner::mechanisms::broken
