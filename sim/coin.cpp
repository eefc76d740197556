#include "sim/coin.hpp"

#include <array>
#include <bit>
#include <span>

#include "sim/require.hpp"
#include "sim/stream.hpp"

namespace warner::sim {

std::uint64_t trials_under_d(Address const& coin, std::uint64_t block, std::uint64_t trials) {
  require(trials <= block_size, "trials: a block has at most 4096 of them");
  std::array<std::uint64_t, block_size / 64> bits;
  Stream stream{coin, block};
  stream.fill(std::span{bits}.first((trials + 63) / 64));
  std::uint64_t ones = 0;
  for (std::size_t i = 0; i < trials / 64; ++i) ones += static_cast<std::uint64_t>(std::popcount(bits[i]));
  if (auto const rest = trials % 64; rest > 0) ones += static_cast<std::uint64_t>(std::popcount(bits[trials / 64] << (64 - rest)));
  return ones;
}

}  // namespace warner::sim
