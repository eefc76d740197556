#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::broken {

/// k answers, all with one and the same Laplace draw: their differences are exact. Infinite epsilon, delta 1, unless
/// all answers move by the same amount. Flaw: correlation. `restarted` reaches the same by restarting the stream at
/// every coordinate, as a generator copied or reseeded with the same seed does.
class SharedNoise {
 public:
  SharedNoise(double epsilon, std::size_t k, bool restarted);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  double epsilon_;
  std::size_t k_;
  bool restarted_;
  noise::Laplace noise_;
};

Entry shared_noise_entry();
Entry reused_seed_entry();

}  // namespace warner::mechanisms::broken
