#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/privacy/threshold_answer_law.hpp"
#include "mechanisms/privacy/threshold_value_law.hpp"

namespace warner::mechanisms::central {

/// Sparse vectors that release, beside the flag of a query above, how far above it is: the gap to the noisy threshold.
/// The gap is free, because the threshold's noise hides it [DWZK19].
///
/// Guarantee:  epsilon-DP where every answer may move by at most 1.
///   sparse-vector-gap       rho of scale 2 / epsilon, nu of 4 c / epsilon, stops after c above
///   sparse-vector-adaptive  a top branch with noise of scale 8 N / epsilon and a margin costs half of the middle
///                           branch with 4 N / epsilon; it stops when less than what the middle branch costs is left:
///                           for N = 1 after the first above
/// Release:    a flag and a value a query. Flags are 1 above (in the middle branch), 2 in the top branch, 0 below, -1
///             not asked any more; the value is 0 unless above.
/// Data:       n numbers, the exact answers.
class SparseVectorValues {
 public:
  struct Design {
    double threshold = 1, threshold_scale = 1;
    std::vector<privacy::ValueBranch> branches;  ///< tried in order
    double most_cost = 0;                        ///< it stops once the cost is above
  };

  /// @throws std::invalid_argument unless epsilon and the scales are positive and finite, and 1 <= n <= 64.
  SparseVectorValues(double epsilon, std::size_t n, Design design);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  /// At delta = 0 where the first query above is the last, or where there is one branch, which releases noisy answers;
  /// else open.
  std::optional<double> exact_epsilon(Pair const& pair, double delta) const;
  /// The suprema of the log ratio in both directions, where there is one branch, without a margin, that releases noisy
  /// answers at a cost of 1; else open.
  std::optional<privacy::BothWays> largest_losses(Pair const& pair) const;

 private:
  bool is_far_out(Pair const& pair) const;

  double epsilon_;
  std::size_t n_;
  Design design_;
};

/// What the entries, sound and broken, share: the parameters epsilon, n, threshold and the one that counts ("c", "N"),
/// and the pairs.
std::vector<Parameter> value_parameters(std::string const& count);
Instance make_values(Arguments& values, std::string const& count,
                     SparseVectorValues::Design (*design)(double epsilon, double count, double margin));

}  // namespace warner::mechanisms::central
