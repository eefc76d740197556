#pragma once

#include "mechanisms/central/truncated_geometric.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::broken {

/// The truncated geometric mechanism (central/truncated_geometric.hpp) with U = (word mod d) + 1, words of w bits, in
/// the place of rejection: the first 2^w mod d values come up once more than the rest. Claims ln(1 + 2^-k). Flaw:
/// sampler bias; at n = 2, k = 2, w = 6 the pair (1, 2) spends ln 1.4 where ln 1.25 is claimed, the pair (0, 1) no more
/// than that. With w too few for d, outputs vanish. Truth: by counting words.
class ModuloBiasedGeometric {
 public:
  /// @throws std::invalid_argument unless w is in 1, .., 62.
  ModuloBiasedGeometric(std::size_t n, std::size_t k, std::size_t w);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{steps_.epsilon()}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  std::vector<double> masses(std::size_t x) const;

 private:
  central::GeometricSteps steps_;
  std::size_t w_;
};

Entry modulo_biased_geometric_entry();

}  // namespace warner::mechanisms::broken
