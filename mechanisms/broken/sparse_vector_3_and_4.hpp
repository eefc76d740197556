#pragma once

#include "mechanisms/central/sparse_vector.hpp"
#include "mechanisms/central/sparse_vector_values.hpp"
#include "mechanisms/combinators/compose.hpp"

namespace warner::mechanisms::broken {

/// broken/sparse-vector-3 and broken/sparse-vector-4, one after the other on the same queries [LSL17]. Claims 2
/// epsilon. Flaw: ratio. Release: 2 n columns of flags and values, then n of flags. Truth at delta = 0: the suprema of
/// both, added direction by direction; else open.
class SparseVector3And4 {
 public:
  SparseVector3And4(central::SparseVectorValues three, central::SparseVector four)
      : three_{three}, four_{four}, both_{{three, four}} {}

  std::vector<Column> columns(Dataset const& dataset) const { return both_.columns(dataset); }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const { both_.release(dataset, stream, out); }
  Guarantee guarantee() const { return both_.guarantee(); }
  std::optional<double> exact_epsilon(Pair const& pair, double delta) const;

 private:
  central::SparseVectorValues three_;
  central::SparseVector four_;
  combinators::Compose both_;
};

Entry sparse_vector_3_and_4_entry();

}  // namespace warner::mechanisms::broken
