#pragma once

#include <cstdint>

#include "sim/address.hpp"

namespace warner::sim {

/// A range [first, last) of trials. Ranges meet at multiples of the block size, so that the tallies of disjoint
/// ranges add up to the tally of the whole, whoever ran them.
struct Replicates {
  std::uint64_t first = 0, last = 0;

  constexpr std::uint64_t count() const { return last - first; }
  constexpr std::uint64_t first_block() const { return first / block_size; }
  constexpr std::uint64_t blocks() const { return count() == 0 ? 0 : (last - 1) / block_size + 1 - first_block(); }

  /// Trials of the i-th block of the range: block_size, but for the last.
  constexpr std::uint64_t trials_in(std::uint64_t i) const {
    auto const begin = first + i * block_size;
    return last - begin < block_size ? last - begin : block_size;
  }
  friend constexpr bool operator==(Replicates const&, Replicates const&) = default;
};

/// @throws std::invalid_argument when first > last, or first is no multiple of the block size.
void validate(Replicates const& range);

}  // namespace warner::sim
