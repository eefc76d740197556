#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace warner {

/// Refuses a caller's mistake, in every build. The message reads "symbol: problem (why)", for example
/// "epsilon: -1 is not positive and finite (a scale of noise follows from it)".
///
/// @throws std::invalid_argument with that message when the condition does not hold.
inline void require(bool condition, std::string_view message) {
  if (!condition) [[unlikely]]
    throw std::invalid_argument{std::string{message}};
}

}  // namespace warner
