#pragma once

#include <cstdint>
#include <span>

namespace warner::sim {

/// How many bits are set in both, of equally many words. The same on every instruction set.
std::uint64_t ones_in_both(std::span<std::uint64_t const> a, std::span<std::uint64_t const> b);

}  // namespace warner::sim
