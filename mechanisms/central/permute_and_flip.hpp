#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::central {

/// Permute and flip: visits the answers in random order and releases the first index that its coin accepts, with
/// probability e^(epsilon (x_i - max) / 2) [MS20].
///
/// Guarantee:  epsilon-DP when every answer may move by at most 1; reached. The law is that of report noisy max with
///             exponential noise.
/// Sampling:   a random order is the order of uniform keys, so the first accepted is the accepted one with the least
///             key: two words an answer.
/// Data:       n numbers, the exact answers.
class PermuteAndFlip {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, and n >= 1.
  PermuteAndFlip(double epsilon, std::size_t n);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  double exact_epsilon(Pair const& pair, double delta) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  double epsilon_;
  std::size_t n_;
};

Entry permute_and_flip_entry();

}  // namespace warner::mechanisms::central
