#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::central {

/// Releases one of its n records, each alike: nobody calls that private, yet it is (0, 1/n)-DP. Why delta must be far
/// below 1 / n [DR14, section 2.3].
///
/// Guarantee:  (0, 1/n)-DP, tight where the replaced record is unique: delta(t) = 1 / n for every t.
/// Data:       n numbers.
class NameAndShame {
 public:
  /// @throws std::invalid_argument unless 1 <= n <= 2^20.
  explicit NameAndShame(std::size_t n);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return ApproximateDp{0, 1 / static_cast<double>(n_)}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  std::size_t n_;
};

Entry name_and_shame_entry();

}  // namespace warner::mechanisms::central
