#pragma once

#include <cstdint>
#include <string_view>

namespace warner::sim {

/// 64-bit FNV-1a. Tells bytes apart that differ by accident, not by an adversary's hand.
constexpr std::uint64_t hash_of_bytes(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (auto const byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  return hash;
}

}  // namespace warner::sim
