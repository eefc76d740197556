#include "mechanisms/broken/sparse_vector_flags.hpp"

#include <algorithm>

#include "mechanisms/contract/parameter_values.hpp"

namespace warner::mechanisms::broken {
namespace {

using central::SparseVector;

constexpr std::size_t never = 65;  // one more than the most queries

std::vector<Parameter> parameters(bool stops) {
  std::vector<Parameter> takes{{"epsilon", 1, "what is claimed, > 0"},
                               {"n", 10, "how many queries, 1 to 64"},
                               {"threshold", 1, "what queries are compared with"}};
  if (stops) takes.push_back({"c", 1, "flags above before it stops"});
  return takes;
}

/// Scales in units of 1 / epsilon.
Instance make_flags(Given const& given, double rho, double nu, bool stops) {
  auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
  auto const n = whole_or(given, "n", 10, 1, 64), c = whole_or(given, "c", 1, 1, 64);
  auto const threshold = value_or(given, "threshold", 1);
  SparseVector const mechanism{epsilon, n, {{threshold, rho / epsilon, nu / epsilon}, stops ? c : never, false}};
  auto pairs = central::sparse_vector_pairs(n, c);
  if (!stops)
    std::stable_partition(pairs.begin(), pairs.end(), [](Pair const& p) { return p.label == "half and half"; });
  Parameters parameters{{"epsilon", epsilon}, {"n", static_cast<double>(n)}, {"threshold", threshold}};
  if (stops) parameters.emplace_back("c", static_cast<double>(c));
  return {mechanism, parameters, pairs, Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
}

}  // namespace

Entry sparse_vector_4_entry() {
  return {.name = "broken/sparse-vector-4",
          .summary = "flags above a noisy threshold, the query noise forgets the cutoff",
          .release = "{0,1,-1}^n",
          .parameters = parameters(true),
          .flaw = "query noise of scale 4 / (3 epsilon) whatever the cutoff: truly up to (1 + 6 c) epsilon / 4",
          .reference = "LSL17",
          .make = [](Given const& given) { return make_flags(given, 4, 4.0 / 3, true); }};
}

Entry sparse_vector_5_entry() {
  return {.name = "broken/sparse-vector-5",
          .summary = "flags above a noisy threshold, without query noise",
          .release = "{0,1}^n",
          .parameters = parameters(false),
          .flaw = "no query noise, and no stop: some flags are impossible under one dataset",
          .reference = "LSL17",
          .make = [](Given const& given) { return make_flags(given, 2, 0, false); }};
}

Entry sparse_vector_6_entry() {
  return {.name = "broken/sparse-vector-6",
          .summary = "flags above a noisy threshold, as many as asked for",
          .release = "{0,1}^n",
          .parameters = parameters(false),
          .flaw = "never stops: epsilon grows with the number of queries above",
          .reference = "LSL17",
          .make = [](Given const& given) { return make_flags(given, 2, 2, false); }};
}

}  // namespace warner::mechanisms::broken
