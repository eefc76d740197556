#pragma once

#include <cstddef>

#include "mechanisms/contract/mechanism.hpp"

namespace warner::verify {

/// How wide the releases of a pair are, of which the mechanism takes both datasets.
/// Whoever plays with a pair that came from outside asks this first.
/// @throws std::invalid_argument where the mechanism does not take one of the datasets, for its length or its numbers,
/// where nothing is released, and where the widths differ.
std::size_t width_of(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair);

}  // namespace warner::verify
