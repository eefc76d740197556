#pragma once

#include <vector>

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::broken {

/// A number plus Laplace noise from a generator that is seeded anew for every release, with one of `pool` seeds (a
/// clock in seconds, a process number, a byte): the noise takes `pool` values in all. Flaw: reused seed. The releases
/// look right in every histogram, yet those of two answers share hardly a value: delta is about 1, epsilon infinite.
class SeedPool {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite and pool >= 1.
  SeedPool(double epsilon, std::size_t pool);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  /// By enumeration of the values.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  double epsilon_;
  std::vector<double> noise_;  // of each seed
};

Entry reused_seed_pool_entry();

}  // namespace warner::mechanisms::broken
