#pragma once

#include <cstdint>
#include <string_view>

#include "sim/byte_hash.hpp"

namespace warner::tests {

/// The seed of a test: a hash of its label (FNV-1a), so that no two tests share draws and nobody picks a lucky number.
constexpr std::uint64_t seed_of(std::string_view label) { return sim::hash_of_bytes(label); }

}  // namespace warner::tests
