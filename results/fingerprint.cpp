#include "results/fingerprint.hpp"

#include <cstdint>

#include <fmt/format.h>

namespace warner::results {

std::string fingerprint(std::string_view bytes) {
  auto hash = std::uint64_t{0xcbf29ce484222325};
  for (auto const byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

}  // namespace warner::results
