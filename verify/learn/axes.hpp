#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/driver.hpp"

namespace warner::verify {

/// The bins of one coordinate, some of which are those of symbols. The others lie in one range of neighbours.
struct Axis {
  std::vector<double> edges;
  std::vector<std::optional<double>> symbol;  ///< edges.size() + 1: the value, where a bin holds but one
  std::vector<std::size_t> range() const;     ///< the other bins
};

/// Chooses the bins of every coordinate on some releases.
///
///   1. Every value that keeps coming back is a symbol, and has a bin of its own.
///   2. The other numbers of a coordinate have about `many` bins, even in mass, finer into the tails.
///   3. Where numbers lie elsewhere in another context, each context adds about as many.
///      A context is the symbol that stands in another column.
std::vector<Axis> axes_of(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime, std::size_t many,
                          sim::Execution const& execution);

}  // namespace warner::verify
