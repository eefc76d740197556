#pragma once

#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::combinators {

/// n people answer by the same local mechanism, and their answers are released in random order: the shuffle model
/// [EFMRTT19].
///
/// Guarantee:  the local claim, for each person: an order that the data do not touch is post-processing. What the order
///             hides is in delta.
/// Truth:      exact for a mechanism with answers 0 and 1 on values 0 and 1, whose shuffled answers say how many are
///             ones and nothing else; else open.
/// Data:       n values. Release: n answers.
class Shuffle {
 public:
  /// @throws std::invalid_argument unless the mechanism releases one column and 1 <= n <= 10'000.
  Shuffle(AnyMechanism local, std::size_t n);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return local_.guarantee(); }
  bool has_density() const { return binary(); }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  /// Pr[k of the answers are 1], k = 0, .., n, where answers are binary.
  std::vector<long double> count_law(Dataset const& dataset) const;

 private:
  bool binary() const;
  double log_mass(double value, double answer) const;
  long double mass(double value, double answer) const;
  AnyMechanism local_;
  std::size_t n_;
};

}  // namespace warner::mechanisms::combinators
