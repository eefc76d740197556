#pragma once

#include <functional>
#include <string>

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/discrete_laplace.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms {

/// Some answers to a question about records, each plus independent Laplace noise of one scale (two-sided geometric
/// noise of ratio e^(-1 / scale), where the answers are integers). What most counts, sums and means are; the broken
/// ones among them ask with too small a scale, or forget to clip.
///
/// Truth:      L1 distance of the answers / scale, in closed form.
class LaplaceAnswers {
 public:
  using Query = std::function<Dataset(Dataset const&)>;
  using Check = std::function<void(Dataset const&)>;

  /// `answers` gives as many for every dataset; `check` refuses data that are none. @throws std::invalid_argument
  /// unless epsilon and scale are positive and finite.
  LaplaceAnswers(double epsilon, double scale, Query answers, Check check, bool integers = false);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;
  /// For a single answer.
  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const;

 private:
  double epsilon_;
  bool integers_;
  Query answers_;
  Check check_;
  noise::Laplace real_;
  noise::DiscreteLaplace integer_;
};

/// Refuses what is not n finite numbers; what is not finite numbers, however many.
LaplaceAnswers::Check numbers(std::size_t n);
LaplaceAnswers::Check any_numbers();

}  // namespace warner::mechanisms
