#pragma once

#include "mechanisms/central/linear_laplace.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::broken {

/// The smart sum (central/streams.hpp) without noise at the ends of blocks [WDKZ20]: the sum at the first block's end
/// is exact. Flaw: disjoint support, delta is 1 as soon as an entry of a complete block moves.
class SmartSum {
 public:
  SmartSum(double epsilon, std::size_t n, std::size_t m);

  std::vector<Column> columns(Dataset const& dataset) const { return stream_.columns(dataset); }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const { stream_.release(dataset, stream, out); }
  Guarantee guarantee() const { return stream_.guarantee(); }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const { return stream_.privacy(pair); }

 private:
  central::LinearLaplace stream_;  // whose density is not: there are atoms
};

Entry smart_sum_entry();

}  // namespace warner::mechanisms::broken
