#pragma once

#include <string>
#include <string_view>

#include "sim/address.hpp"

namespace warner::sim {

/// "ars", "philox" or "aes".
std::string generator_name(Generator generator);

/// @throws std::invalid_argument "symbol: 'name' is unknown (ars, philox or aes)".
Generator generator_named(std::string_view symbol, std::string_view name);

}  // namespace warner::sim
