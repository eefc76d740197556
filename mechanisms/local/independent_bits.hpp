#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/bernoulli.hpp"

namespace warner::mechanisms::local {

/// Reports bits, each by its own coin: a 1 is reported as 1 with probability p, a 0 with probability q. Unary encodings
/// and RAPPOR are this and differ in p, q and in whether a person holds a category or a filter.
///
/// Guarantee:  the caller's word; `largest_loss` says what a pair of bit strings spends. Bits that both strings share
///             spend nothing; a bits only in the one and b only in the other spend a l1 + b l0, or b l1 + a l0, with l1
///             = ln(p / q) and l0 = ln((1 - q) / (1 - p)).
/// Data:       one category in {0, .., m - 1}, encoded as the string with a 1 in its place; or m bits.
class IndependentBits {
 public:
  enum class Data { category, bits };
  /// @throws std::invalid_argument unless p and q are in (0, 1) and 1 <= m <= 4096.
  IndependentBits(double p, double q, std::size_t m, Data data, Guarantee const& claim);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  /// By enumeration of how many of the differing bits are reported as 1. Open where that is more than 100'000 outcomes.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  double one_from_one() const { return one_.probability(); }    ///< p
  double one_from_zero() const { return zero_.probability(); }  ///< q

 private:
  bool bit(Dataset const& dataset, std::size_t j) const {
    return data_ == Data::bits ? dataset[j] == 1 : dataset[0] == static_cast<double>(j);
  }
  std::size_t m_;
  Data data_;
  Guarantee claim_;
  noise::Bernoulli one_, zero_;
};

/// The largest privacy loss of strings of which a bits are only in the one and b only in the other.
double largest_loss(double p, double q, double a, double b);

}  // namespace warner::mechanisms::local
