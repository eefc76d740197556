#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/privacy/threshold_noise_law.hpp"

namespace warner::mechanisms::central {

/// The sparse vector technique: queries are asked in order, and each is answered by a flag that says whether it is
/// above a threshold, x_i + nu_i >= T + rho. After `cutoff` flags above, no more are asked. One noise rho serves for
/// the threshold, every query has its own noise nu. The number of queries below costs nothing, which is the point
/// [LSL17].
///
/// Guarantee:  that of its scales, which the entries state; every answer may move by at most 1.
///   sparse-vector-1         rho of scale 2 / epsilon, nu of 4 c / epsilon: epsilon-DP [LSL17, Alg. 1]
///   sparse-vector-2         rho of scale 2 c / epsilon, redrawn after each flag above, nu of 4 c / epsilon: epsilon-DP
///                           [DR14; LSL17, Alg. 2]
///   sparse-vector-monotone  rho of scale 2 / epsilon, nu of 2 c / epsilon: epsilon-DP for answers that all move the
///                           same way [LSL17]
/// Tightness:  within a per cent or so of the claim with ten queries and c = 1, where all but the last answer rise and
///             the last falls.
/// Release:    a flag a query: 1 above, 0 below, -1 not asked any more.
/// Data:       n numbers, the exact answers.
class SparseVector {
 public:
  struct Design {
    privacy::ThresholdNoise noise;
    std::size_t cutoff = 1;  ///< flags above before it stops; more than n: never
    bool redraw = false;     ///< a new rho after each flag above
  };

  /// @throws std::invalid_argument unless epsilon and the threshold's scale are positive and finite, 1 <= n <= 64 and
  /// cutoff >= 1.
  SparseVector(double epsilon, std::size_t n, Design const& design);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  /// From the law of the flags, by quadrature over rho. Open where there are more than 20'000 outcomes of different
  /// mass, and where a redrawn rho meets a cutoff above 1.
  std::optional<double> exact_epsilon(Pair const& pair, double delta) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;
  /// The same at delta = 0 when every query above is also answered, with Laplace noise of `value_scale` of its own: the
  /// largest over the flags of |log ratio| plus |x_i - x_i'| / value_scale for each flag above.
  std::optional<double> exact_epsilon_with_values(Pair const& pair, double value_scale) const;

 private:
  struct FlagLaws {
    std::vector<std::pair<double, double>> answers;  // of each class, under D and under D'
    std::vector<privacy::FlagOutcome> outcomes;
    std::vector<double> p, q;
    std::vector<double> log_p, log_q;  // NaN where no double holds the mass, and its logarithm takes too long
    bool beyond_doubles = false;       // there are outcomes whose masses no double holds

    /// |ln(p / q)| of an outcome; 0 of an impossible one, NaN where it is not known.
    double loss(std::size_t i) const;
  };
  std::optional<FlagLaws> flag_laws(Pair const& pair) const;
  void add_logarithms(FlagLaws& laws, std::span<double const> there, std::span<double const> back) const;

  double epsilon_;
  std::size_t n_;
  Design design_;
};

/// The eight patterns and "rest above last c below"; the last first, except at length 1.
std::vector<Pair> sparse_vector_pairs(std::size_t n, std::size_t c);

}  // namespace warner::mechanisms::central
