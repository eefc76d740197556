#pragma once

#include <cstddef>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/scores/bins.hpp"

namespace warner::verify {

/// The bins of one coordinate, whose log ratios are not known yet.
struct Axis {
  Bins bins;
  std::vector<std::size_t> range{};  ///< the bins of numbers, in order; the others hold one symbol each
};

/// Chooses the bins of every coordinate on some releases, without regard to which dataset they are of.
///
///   1. Every value that keeps coming back is a symbol, and has a bin of its own.
///   2. The other numbers of a coordinate have about `many` bins, even in mass, finer into the tails.
///   3. Where numbers lie elsewhere in another context, each context adds about as many.
///      A context is the symbol that stands in another column.
std::vector<Axis> axes_of(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime, std::size_t many);

}  // namespace warner::verify
