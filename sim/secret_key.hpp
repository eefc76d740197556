#pragma once

#include "sim/stream.hpp"

namespace warner::sim {

/// A key of the generator aes from the operating system's entropy, getrandom(2). Streams of it can not be played again:
/// nothing writes the key down, and nothing here ever prints one. For those who draw noise that must be kept secret;
/// audits and figures take their keys from a seed, and so does `--generator aes`.
///
///     auto const key = sim::secret_key();
///     sim::Stream stream{key, block};  // a block for each stream, never the same twice
///
/// @throws std::system_error when the operating system has no entropy to give.
Key secret_key();

}  // namespace warner::sim
