#pragma once

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::broken {

/// Noise first, then the clipping that should have come before [CSVW22]. Both claim epsilon with Laplace noise of scale
/// 1 / epsilon. Flaw: ratio.
///   clip-after-noise             the sum of records that were never clipped, plus noise, clamped to [0, 1]
///                                (central/clamp_after_noise.hpp): a record of 10 spends 10 epsilon
///   noise-each-record-then-clip  noise on each record, then clipped to [0, 1], and added: a record that moves by d
///                                spends d epsilon, at the atom where every record was clipped to 0
Entry clip_after_noise_entry();
Entry noise_each_record_then_clip_entry();

/// The second. Truth: for one record by quadrature; for several at delta = 0 alone, where an atom of the sum (all
/// clipped to 0, or all to 1) has the whole ratio.
class NoiseEachRecord {
 public:
  NoiseEachRecord(double epsilon, std::size_t n);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{epsilon_}; }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

 private:
  double epsilon_;
  std::size_t n_;
  noise::Laplace noise_;
};

}  // namespace warner::mechanisms::broken
