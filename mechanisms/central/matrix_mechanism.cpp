#include "mechanisms/central/matrix_mechanism.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

#include "mechanisms/contract/entry.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The rows of the tree over [from, to), parents first.
void add_tree(Strategy strategy, std::size_t k, std::size_t from, std::size_t to, std::vector<Dataset>& rows) {
  auto const middle = from + (to - from + 1) / 2;
  if (strategy == Strategy::hierarchical) {
    rows.emplace_back(k, 0.0);
    std::fill(rows.back().begin() + static_cast<std::ptrdiff_t>(from),
              rows.back().begin() + static_cast<std::ptrdiff_t>(to), 1.0);
  }
  if (to - from == 1) return;
  if (strategy == Strategy::haar) {
    rows.emplace_back(k, 0.0);
    for (auto j = from; j < to; ++j) rows.back()[j] = j < middle ? 1 : -1;
  }
  add_tree(strategy, k, from, middle, rows);
  add_tree(strategy, k, middle, to, rows);
}

}  // namespace

Rows strategy_matrix(Strategy strategy, std::size_t k) {
  require(k >= 1, "k: 0 counts have no sums");
  std::vector<Dataset> rows;
  if (strategy == Strategy::identity)
    for (std::size_t i = 0; i < k; ++i) rows.emplace_back(k, 0.0)[i] = 1;
  else {
    if (strategy == Strategy::haar) rows.emplace_back(k, 1.0);
    add_tree(strategy, k, 0, k, rows);
  }
  Rows matrix{rows.size(), k};
  for (std::size_t i = 0; i < rows.size(); ++i) std::ranges::copy(rows[i], &matrix(i, 0));
  return matrix;
}

LinearLaplace matrix_mechanism(double epsilon, Strategy strategy, std::size_t k) {
  require_positive("epsilon", epsilon, "privacy parameter");
  auto const measured = strategy_matrix(strategy, k);
  double largest = 0;
  for (std::size_t j = 0; j < k; ++j) {
    double norm = 0;
    for (std::size_t i = 0; i < measured.rows; ++i) norm += std::fabs(measured(i, j));
    largest = std::max(largest, norm);
  }
  Eigen::Map<Matrix const> const a{measured.values.data(), static_cast<Eigen::Index>(measured.rows),
                                   static_cast<Eigen::Index>(k)};
  Matrix workload = Matrix::Zero(a.cols(), a.cols());
  workload.triangularView<Eigen::Lower>().setOnes();
  Matrix const answers = workload * Matrix{Eigen::MatrixXd{a}.completeOrthogonalDecomposition().pseudoInverse()};
  Rows mixed{k, measured.rows};
  // Entries that are zero but for rounding are zero: the release then depends on no library's last bit.
  for (std::size_t i = 0; i < mixed.values.size(); ++i)
    mixed.values[i] = std::round(answers.data()[i] * 0x1p40) * 0x1p-40;
  return {epsilon, measured, mixed, std::vector<double>(measured.rows, largest / epsilon)};
}

Entry matrix_mechanism_entry() {
  return {.name = "matrix-mechanism",
          .summary = "all prefix sums of k counts, answered from a strategy's noisy measurements",
          .release = "R^k",
          .parameters = {epsilon_parameter(),
                         {"k", 4, "how many counts", Whole{1, 256}},
                         {"strategy", 0, "0: Haar wavelet, 1: identity, 2: hierarchical", Whole{0, 2}}},
          .reference = "LMHMR15",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const k = values.whole("k"), strategy = values.whole("strategy");
            auto const mechanism = matrix_mechanism(epsilon, static_cast<Strategy>(strategy), k);
            Dataset const ones(k, 1.0);
            auto two = ones, last = ones;
            two[mechanism.worst_entry()] = last[k - 1] = 2;
            Instance instance{mechanism, {{ones, two, Relation::one_differs, "worst count"}}};
            instance.domain = Answers{.n = k, .integers = true, .least = 0, .length = "k"};
            if (two != last) instance.pairs.push_back({ones, last, Relation::one_differs, "last count"});
            return instance;
          }};
}

}  // namespace warner::mechanisms::central
