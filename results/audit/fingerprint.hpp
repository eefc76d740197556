#pragma once

#include <string>
#include <string_view>

namespace warner::results {

/// 64-bit FNV-1a as 16 hexadecimal digits. Tells files apart that changed by accident, not by an adversary's hand.
std::string fingerprint(std::string_view bytes);

}  // namespace warner::results
