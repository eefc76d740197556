#pragma once

#include <cstddef>

#include "mechanisms/contract/mechanism.hpp"

namespace warner::verify {

/// How wide the releases of a pair are: as wide on both datasets, and the mechanism takes both. Whoever plays with a
/// pair that came from outside asks this first.
/// @throws std::invalid_argument where one of the datasets is too short, too long, or of numbers that the mechanism
/// does not take, where nothing is released, and where the widths differ.
std::size_t width_of(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair);

}  // namespace warner::verify
