#pragma once

#include <vector>

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::central {

/// A dense matrix, row by row.
struct Rows {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values{};

  Rows(std::size_t r, std::size_t c) : rows{r}, columns{c}, values(r * c, 0.0) {}
  double& operator()(std::size_t i, std::size_t j) { return values[i * columns + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values[i * columns + j]; }
  /// Times a vector.
  Dataset operator*(Dataset const& x) const;
};

/// Sums of sums with Laplace noise: nodes z = A x + noise (independent, scales[i] for node i, 0 for none), released is
/// y = B z. Prefix sums, streams of running sums and the matrix mechanism are all of this form.
///
/// Truth:      where B is one-to-one, the release is as good as the nodes: the pair spends the sum of |A (x - x')|_i /
///             scales[i]; everything when a node without noise moves. Where B is not, that is an upper bound, and the
///             truth open.
class LinearLaplace {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, the matrices fit together, and scales are not
  /// negative.
  LinearLaplace(double epsilon, Rows nodes, Rows mixed, std::vector<double> scales);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;
  /// Where B has an inverse and every node noise. @throws std::logic_error elsewhere.
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;

  /// The entry whose column of A weighs most, scales included: where one person spends most.
  std::size_t worst_entry() const;

 private:
  double epsilon_;
  Rows nodes_, mixed_;
  std::optional<Rows> unmixed_;  // the inverse of B, where it has one
  bool one_to_one_;
  double log_determinant_ = 0;  // of the inverse
  std::vector<double> scales_;
};

}  // namespace warner::mechanisms::central
