#include "mechanisms/central/sparse_vector_values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include <fmt/format.h>

#include "mechanisms/central/sparse_vector.hpp"
#include "mechanisms/contract/entry.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {
namespace {

/// The number where all bits of the mask are set, 0 where none is.
double kept(std::uint64_t mask, double x) { return std::bit_cast<double>(mask & std::bit_cast<std::uint64_t>(x)); }

/// One query's answers so far, of each release, and what all its queries have cost.
struct Answered {
  std::span<double> flag, value, cost;
};

/// Answers by this branch where none did so far. Neither jump nor choice: nobody could foresee it.
void decide(privacy::ValueBranch const& branch, std::span<double const> noisy, std::span<double const> bar,
            Answered const& answered) {
  auto const margin = branch.margin, cost = branch.cost, says = branch.flag;
  auto const of_bar = std::uint64_t{0} - std::uint64_t{branch.gap};
  auto const [flags, values, costs] = answered;
  for (std::size_t i = 0; i < noisy.size(); ++i) {
    auto const above = std::uint64_t{noisy[i] - bar[i] >= margin} & std::uint64_t{flags[i] == 0};
    auto const shown = noisy[i] - kept(of_bar, bar[i]), one = static_cast<double>(static_cast<std::int64_t>(above));
    values[i] = std::bit_cast<double>(std::bit_cast<std::uint64_t>(values[i]) |
                                      std::bit_cast<std::uint64_t>(kept(std::uint64_t{0} - above, shown)));
    flags[i] += one * says;
    costs[i] += one * cost;
  }
}

}  // namespace

SparseVectorValues::SparseVectorValues(double epsilon, std::size_t n, Design design)
    : epsilon_{require_positive("epsilon", epsilon, "the noise scales are multiples of 1 / epsilon")},
      n_{n},
      design_{std::move(design)} {
  require_positive("scale", design_.threshold_scale, "of the threshold's noise");
  for (auto const& branch : design_.branches) {
    require_positive("scale", branch.scale, "of the queries' noise");
    require(branch.margin >= 0 && std::isfinite(branch.margin),
            fmt::format("margin: {} is negative or infinite", branch.margin));
  }
  require(std::isfinite(design_.threshold), fmt::format("threshold: {} is not finite", design_.threshold));
  require(n >= 1 && n <= 64, fmt::format("n: {} queries are not 1 to 64", n));
}

std::vector<Column> SparseVectorValues::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  std::vector<Column> columns;
  for (std::size_t j = 0; j < n_; ++j)
    columns.insert(columns.end(), {{"above", Column::Kind::flag}, {"value", Column::Kind::real}});
  return columns;
}

void SparseVectorValues::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const releases = out.releases();
  std::vector<double> memory(3 * releases, 0.0);
  auto const all = std::span{memory};
  auto const cost = all.first(releases), bar = all.subspan(releases, releases), noisy = all.last(releases);
  sim::fill_laplace(stream, design_.threshold, design_.threshold_scale, bar);
  for (std::size_t j = 0; j < n_; ++j) {
    auto const flag = out.column(2 * j), value = out.column(2 * j + 1);
    for (std::size_t i = 0; i < releases; ++i) flag[i] = cost[i] > design_.most_cost ? -1 : 0;
    std::ranges::fill(value, 0.0);
    for (auto const& branch : design_.branches) {
      sim::fill_laplace(stream, dataset[j], branch.scale, noisy);
      decide(branch, noisy, bar, {flag, value, cost});
    }
  }
}

/// Too many noise scales from the threshold for an integral in logarithms to be taken panel by panel.
bool SparseVectorValues::is_far_out(Pair const& pair) const {
  auto const far = [&](double x) { return std::fabs(x - design_.threshold) > 1e4 * design_.threshold_scale; };
  return std::ranges::any_of(pair.d, far) || std::ranges::any_of(pair.d_prime, far);
}

std::optional<double> SparseVectorValues::exact_epsilon(Pair const& pair, double delta) const {
  require_numbers(pair.d, n_);
  require_numbers(pair.d_prime, n_);
  auto const one_is_enough =
      std::ranges::all_of(design_.branches, [&](privacy::ValueBranch const& b) { return b.cost > design_.most_cost; });
  if (delta > 0) return std::nullopt;
  if (auto const ways = largest_losses(pair)) return std::max(ways->there, ways->back);
  if (!one_is_enough || is_far_out(pair)) return std::nullopt;
  return privacy::threshold_value_epsilon(pair.d, pair.d_prime, design_.threshold, design_.threshold_scale,
                                          design_.branches);
}

std::optional<privacy::BothWays> SparseVectorValues::largest_losses(Pair const& pair) const {
  require_numbers(pair.d, n_);
  require_numbers(pair.d_prime, n_);
  auto const& branch = design_.branches.front();
  if (design_.branches.size() != 1 || branch.gap || branch.margin != 0 || branch.cost != 1 || is_far_out(pair))
    return std::nullopt;
  return privacy::threshold_answer_epsilon(pair.d, pair.d_prime, design_.threshold, design_.threshold_scale,
                                           branch.scale, static_cast<std::size_t>(design_.most_cost) + 1);
}

std::vector<Parameter> value_parameters(std::string const& count) {
  std::vector<Parameter> takes{epsilon_parameter("what is claimed, > 0"),
                               {"n", 10, "how many queries, 1 to 64", Whole{1, 64}},
                               {"threshold", 1, "what queries are compared with"}};
  if (count == "N") {
    takes.push_back({"N", 1, "queries above in the middle branch before it stops", Whole{1, 64}});
    takes.push_back({"margin", 16, "how far above the noisy threshold the top branch begins"});
  } else {
    takes.push_back({"c", 1, "queries above before it stops", Whole{1, 64}});
  }
  return takes;
}

Instance make_values(Arguments& values, std::string const& count,
                     SparseVectorValues::Design (*design)(double, double, double)) {
  auto const epsilon = values["epsilon"];
  auto const n = values.whole("n"), c = values.whole(count);
  auto const threshold = values["threshold"], margin = count == "N" ? values["margin"] : 0;
  auto asked = design(epsilon, static_cast<double>(c), margin);
  asked.threshold = threshold;
  return {SparseVectorValues{epsilon, n, std::move(asked)}, sparse_vector_pairs(n, c),
          Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
}

Entry sparse_vector_gap_entry() {
  return {.name = "sparse-vector-gap",
          .summary = "flags above a noisy threshold, with the gap to it",
          .release = "({0,1,-1} x R)^n",
          .parameters = value_parameters("c"),
          .reference = "DWZK19",
          .make = [](Arguments& values) {
            return make_values(values, "c", [](double epsilon, double c, double) {
              return SparseVectorValues::Design{1, 2 / epsilon, {{4 * c / epsilon, 0, true, 1, 1}}, c - 1};
            });
          }};
}

Entry sparse_vector_adaptive_entry() {
  return {.name = "sparse-vector-adaptive",
          .summary = "flags and gaps, queries far above the threshold cost half",
          .release = "({0,1,2,-1} x R)^n",
          .parameters = value_parameters("N"),
          .reference = "DWZK19",
          .make = [](Arguments& values) {
            return make_values(values, "N", [](double epsilon, double n, double margin) {
              return SparseVectorValues::Design{
                  1, 2 / epsilon, {{8 * n / epsilon, margin, true, 2, 1}, {4 * n / epsilon, 0, true, 1, 2}}, 2 * n - 2};
            });
          }};
}

}  // namespace warner::mechanisms::central
