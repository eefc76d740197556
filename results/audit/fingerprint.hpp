#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warner::results {

/// 64-bit FNV-1a as 16 hexadecimal digits. Tells files apart that changed by accident, not by an adversary's hand.
std::string fingerprint(std::string_view bytes);
/// Of a hash that was taken before.
std::string fingerprint(std::uint64_t hash);

}  // namespace warner::results
