#pragma once

#include <cstdint>

#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::external {

/// The same mechanism, which keeps its releases: an address (arm, stream, block) asked for again gets them again.
///
/// For mechanisms whose releases are slow, and made a block at a time: a block begins its stream.
/// @param most: how many numbers are kept; releases beyond them are not.
AnyMechanism remembered(AnyMechanism mechanism, std::uint64_t most = std::uint64_t{1} << 25);

}  // namespace warner::mechanisms::external
