#pragma once

#include <cstdint>

#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::external {

/// A mechanism whose releases cost somebody's time: those of an address (arm, stream, block) that was asked for before
/// are not made again.
///
/// Only for releases that are made a block at a time: a block begins its stream.
/// @param most: numbers that are kept at a time; of releases beyond them nothing is kept.
AnyMechanism remembered(AnyMechanism mechanism, std::uint64_t most = std::uint64_t{1} << 25);

}  // namespace warner::mechanisms::external
