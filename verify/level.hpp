#pragma once

#include <string>

namespace warner::verify {

/// The least level of a statement: shares of a smaller one, and their quantiles, are out of a double's reach.
inline constexpr double least_level = 1e-300;

/// @param name: of the value, for the message.
/// @return the level. @throws std::invalid_argument "name: problem" unless it is in [1e-300, 1).
double checked_level(std::string const& name, double level);

}  // namespace warner::verify
