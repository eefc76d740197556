#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/bernoulli.hpp"

namespace warner::mechanisms::local {

/// Hadamard response [ASZ19]: K is the least power of two above k. Row v + 1 of the K x K Hadamard matrix (Sylvester's:
/// entry (i, j) is -1 to the number of ones that i and j share) has K / 2 columns with +1 and as many with -1. Released
/// is the index of a column of +1 with probability e^epsilon / (1 + e^epsilon), else of one of -1, each alike.
///
/// Guarantee:  epsilon-DP for one person's value, tight; two rows agree on half of the columns, so delta(t) is half of
///             randomised response's.
/// Data:       one category in {0, .., k - 1}.
class HadamardResponse {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite and 2 <= k < 2^20.
  HadamardResponse(double epsilon, std::size_t k);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  std::size_t order() const { return order_; }  ///< K

 private:
  double epsilon_;
  std::size_t k_, order_;
  noise::Bernoulli truth_;
};

Entry hadamard_response_entry();

}  // namespace warner::mechanisms::local
