#include <algorithm>

#include "mechanisms/central/sparse_vector.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::broken {

using central::SparseVector;

namespace {

constexpr std::size_t never = 65;  // one more than the most queries

std::vector<Parameter> parameters(bool stops) {
  std::vector<Parameter> takes{epsilon_parameter("what is claimed, > 0"),
                               {"n", 10, "how many queries, 1 to 64", Whole{1, 64}},
                               {"threshold", 1, "what queries are compared with"}};
  if (stops) takes.push_back({"c", 1, "flags above before it stops", Whole{1, 64}});
  return takes;
}

/// Scales in units of 1 / epsilon.
Instance make_flags(Arguments& values, double rho, double nu, bool stops) {
  auto const epsilon = values["epsilon"];
  auto const n = values.whole("n"), c = stops ? values.whole("c") : 1;
  auto const threshold = values["threshold"];
  SparseVector const mechanism{epsilon, n, {{threshold, rho / epsilon, nu / epsilon}, stops ? c : never, false}};
  auto pairs = central::sparse_vector_pairs(n, c);
  if (!stops)
    std::stable_partition(pairs.begin(), pairs.end(), [](Pair const& p) { return p.label == "half and half"; });
  return {mechanism, pairs, Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
}

}  // namespace

/// Sparse vectors that release flags only and go wrong in their noise [LSL17, Alg. 4, 5, 6]; each claims epsilon.
///   4  nu has scale 4 / (3 epsilon) whatever the cutoff c, rho has 4 / epsilon: (1 + 6 c) epsilon / 4 is proved and
///      nearly reached. Flaw: ratio.
///   5  the queries have no noise, and it never stops: flags in the wrong order are impossible under one dataset. Flaw:
///      support; infinite.
///   6  nu has scale 2 / epsilon and it never stops: epsilon grows with the number of queries. Flaw: ratio.
Entry sparse_vector_4_entry() {
  return {.name = "broken/sparse-vector-4",
          .summary = "flags above a noisy threshold, the query noise forgets the cutoff",
          .release = "{0,1,-1}^n",
          .parameters = parameters(true),
          .flaw = "query noise of scale 4 / (3 epsilon) whatever the cutoff: truly up to (1 + 6 c) epsilon / 4",
          .reference = "LSL17",
          .make = [](Arguments& values) { return make_flags(values, 4, 4.0 / 3, true); }};
}

Entry sparse_vector_5_entry() {
  return {.name = "broken/sparse-vector-5",
          .summary = "flags above a noisy threshold, without query noise",
          .release = "{0,1}^n",
          .parameters = parameters(false),
          .flaw = "no query noise, and no stop: some flags are impossible under one dataset",
          .reference = "LSL17",
          .make = [](Arguments& values) { return make_flags(values, 2, 0, false); }};
}

Entry sparse_vector_6_entry() {
  return {.name = "broken/sparse-vector-6",
          .summary = "flags above a noisy threshold, as many as asked for",
          .release = "{0,1}^n",
          .parameters = parameters(false),
          .flaw = "never stops: epsilon grows with the number of queries above",
          .reference = "LSL17",
          .make = [](Arguments& values) { return make_flags(values, 2, 2, false); }};
}

}  // namespace warner::mechanisms::broken
