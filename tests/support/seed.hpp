#pragma once

#include <cstdint>
#include <string_view>

namespace warner::tests {

/// The seed of a test: a hash of its label (FNV-1a), so that no two tests share draws and nobody picks a lucky number.
constexpr std::uint64_t seed_of(std::string_view label) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (auto const c : label) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

}  // namespace warner::tests
