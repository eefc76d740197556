#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/central/sparse_vector.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::central {
namespace {

SparseVector::Design design_of(double epsilon, std::size_t c, double threshold) {
  return {{threshold, 3 / epsilon, 6 * static_cast<double>(c) / epsilon}, c, false};
}

/// A sparse vector that answers the queries above with fresh noise: the threshold has rho of scale 3 / epsilon, the
/// comparison nu of 6 c / epsilon, and a query above is released as x_i + Laplace noise of scale 3 c / epsilon, drawn
/// anew.
///
/// Guarantee:  epsilon-DP where every answer may move by at most 1, a third of epsilon for each noise [WDWKZ19].
/// Release:    a flag (1, 0, -1 not asked any more) and a value (0 unless above) a query.
/// Data:       n numbers, the exact answers.
class SparseVectorNumerical {
 public:
  SparseVectorNumerical(double epsilon, std::size_t n, std::size_t c, double threshold)
      : n_{n}, selection_{epsilon, n, design_of(epsilon, c, threshold)}, noise_{3 * static_cast<double>(c) / epsilon} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, n_);
    std::vector<Column> columns;
    for (std::size_t j = 0; j < n_; ++j)
      columns.insert(columns.end(), {{"above", Column::Kind::flag}, {"value", Column::Kind::real}});
    return columns;
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
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

  Guarantee guarantee() const { return selection_.guarantee(); }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
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

  /// At delta = 0: the largest over the flags of their log ratio and what the values above add. Else open.
  std::optional<double> exact_epsilon(Pair const& pair, double delta) const {
    if (delta > 0) return std::nullopt;
    return selection_.exact_epsilon_with_values(pair, noise_.scale());
  }

 private:
  std::size_t n_;
  SparseVector selection_;
  noise::Laplace noise_;
};

}  // namespace

Entry sparse_vector_numerical_entry() {
  return {.name = "sparse-vector-numerical",
          .summary = "flags above a noisy threshold, with fresh noisy answers",
          .release = "({0,1,-1} x R)^n",
          .parameters = {epsilon_parameter(),
                         {"n", 10, "how many queries, 1 to 64", Whole{1, 64}},
                         {"c", 1, "queries above before it stops", Whole{1, 64}},
                         {"threshold", 1, "what queries are compared with"}},
          .reference = "WDWKZ19",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n"), c = values.whole("c");
            auto const threshold = values["threshold"];
            return {SparseVectorNumerical{epsilon, n, c, threshold}, sparse_vector_pairs(n, c),
                    Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
          }};
}

}  // namespace warner::mechanisms::central
