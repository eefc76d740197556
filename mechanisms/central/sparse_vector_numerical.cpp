#include "mechanisms/central/sparse_vector_numerical.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/contract/parameter_values.hpp"

namespace warner::mechanisms::central {
namespace {

SparseVector::Design design_of(double epsilon, std::size_t c, double threshold) {
  return {{threshold, 3 / epsilon, 6 * static_cast<double>(c) / epsilon}, c, false};
}

}  // namespace

SparseVectorNumerical::SparseVectorNumerical(double epsilon, std::size_t n, std::size_t c, double threshold)
    : n_{n}, selection_{epsilon, n, design_of(epsilon, c, threshold)}, noise_{3 * static_cast<double>(c) / epsilon} {}

std::vector<Column> SparseVectorNumerical::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  std::vector<Column> columns;
  for (std::size_t j = 0; j < n_; ++j)
    columns.insert(columns.end(), {{"above", Column::Kind::flag}, {"value", Column::Kind::real}});
  return columns;
}

void SparseVectorNumerical::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const releases = out.releases();
  selection_.release(dataset, stream, {out.data(), releases, n_});  // into the first half, and then apart
  for (auto j = n_; j-- > 0;)
    if (j > 0) std::ranges::copy(out.column(j), out.column(2 * j).begin());
  for (std::size_t j = 0; j < n_; ++j) {
    auto const flag = out.column(2 * j), value = out.column(2 * j + 1);
    noise_.fill(stream, dataset[j], value);
    for (std::size_t i = 0; i < releases; ++i) value[i] = flag[i] == 1 ? value[i] : 0;
  }
}

void SparseVectorNumerical::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  std::vector<double> flags;
  for (std::size_t j = 0; j < n_; ++j)
    flags.insert(flags.end(), releases.column(2 * j).begin(), releases.column(2 * j).end());
  selection_.log_density(dataset, {flags.data(), releases.releases(), n_}, out);
  for (std::size_t j = 0; j < n_; ++j) {
    auto const flag = releases.column(2 * j), value = releases.column(2 * j + 1);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] += flag[i] == 1    ? noise_.log_pdf(value[i] - dataset[j])
                : value[i] == 0 ? 0
                                : -std::numeric_limits<double>::infinity();
  }
}

std::optional<double> SparseVectorNumerical::exact_epsilon(Pair const& pair, double delta) const {
  if (delta > 0) return std::nullopt;
  return selection_.exact_epsilon_with_values(pair, noise_.scale());
}

Entry sparse_vector_numerical_entry() {
  return {.name = "sparse-vector-numerical",
          .summary = "flags above a noisy threshold, with fresh noisy answers",
          .release = "({0,1,-1} x R)^n",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"},
                         {"n", 10, "how many queries, 1 to 64"},
                         {"c", 1, "queries above before it stops"},
                         {"threshold", 1, "what queries are compared with"}},
          .reference = "WDWKZ19",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 10, 1, 64), c = whole_or(given, "c", 1, 1, 64);
            auto const threshold = value_or(given, "threshold", 1);
            return {SparseVectorNumerical{epsilon, n, c, threshold},
                    {{"epsilon", epsilon},
                     {"n", static_cast<double>(n)},
                     {"c", static_cast<double>(c)},
                     {"threshold", threshold}},
                    sparse_vector_pairs(n, c),
                    Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
          }};
}

}  // namespace warner::mechanisms::central
