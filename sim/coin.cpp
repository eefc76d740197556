#include "sim/coin.hpp"

#include <array>
#include <bit>
#include <functional>
#include <numeric>
#include <span>

#include "sim/require.hpp"
#include "sim/stream.hpp"

namespace warner::sim {

std::uint64_t all_heads(Address const& coin, std::uint64_t block, std::uint64_t trials, int throws) {
  require(trials <= block_size, "trials: a block has at most 4096 of them");
  require(throws >= 1 && throws <= most_throws, "throws: between 1 and 4 of them");
  auto const each = static_cast<std::size_t>(throws);
  std::array<std::uint64_t, block_size / 64 * most_throws> bits;
  Stream stream{coin, block};
  stream.fill(std::span{bits}.first((trials + 63) / 64 * each));
  auto const heads = [&](std::size_t i) {
    return std::accumulate(&bits[i * each], &bits[i * each] + each, ~std::uint64_t{0}, std::bit_and{});
  };
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < trials / 64; ++i) all += static_cast<std::uint64_t>(std::popcount(heads(i)));
  if (auto const rest = trials % 64; rest > 0)
    all += static_cast<std::uint64_t>(std::popcount(heads(trials / 64) << (64 - rest)));
  return all;
}

}  // namespace warner::sim
