#pragma once

#include <cstdint>

namespace warner::sim {

/// What a stream is for. Two purposes never share a draw, so that trials searched on can not be certified on.
/// A number is never reused for another meaning: that would be value-breaking.
enum class Purpose : std::uint32_t {
  certify_coin = 1,  ///< the coin of the game, certifying trials
  certify = 2,       ///< releases of the certifying trials
  search_coin = 3,   ///< the fair coin of the game, search trials
  search = 4,        ///< releases of the search trials
  reject = 5,        ///< what rejection and ties draw on top
  permute = 6,       ///< random orders
  census = 7,        ///< the synthetic census
  experiment = 8,    ///< the simulations behind figures
  test = 9,          ///< the test suite
  bench = 10,        ///< benchmarks
  try_out = 11,      ///< what is asked of another program before an audit, to learn what its releases look like
  sample = 12,       ///< noise and releases that a caller draws for purposes of their own
};

/// Which of the two neighbouring datasets a stream serves; `none` where there is only one.
enum class Arm : std::uint32_t { none = 0, d = 1, d_prime = 2 };

/// The function that turns (key, counter) into bits. Another generator is another stream, and the record says which.
enum class Generator : std::uint32_t { ars = 0, philox = 1, aes = 2 };

/// The name of a family of streams; one more number, the block, names a stream (sim/stream.hpp).
struct Address {
  std::uint64_t seed = 0;
  Purpose purpose = Purpose::test;
  Arm arm = Arm::none;
  Generator generator = Generator::ars;
};

/// Trials are dealt in blocks of this many: the unit of work of the driver, of ranges, shards and checkpoints.
inline constexpr std::uint64_t block_size = 4096;

}  // namespace warner::sim
