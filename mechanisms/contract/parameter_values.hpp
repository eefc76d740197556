#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms {

/// The value given for a parameter, or its default.
double value_or(Given const& given, std::string_view name, double default_value);

/// The same for a whole number in [least, most]. @throws std::invalid_argument otherwise.
std::uint64_t whole_or(Given const& given, std::string_view name, std::uint64_t default_value, std::uint64_t least,
                       std::uint64_t most);

/// One number under several names: each alternative says how epsilon follows from it. Given none: the default epsilon.
/// Given several: they must agree to 1e-9 relative. @throws std::invalid_argument when they are at odds.
struct Alternative {
  std::string_view name;
  std::function<double(double)> to_epsilon;
};
double epsilon_from(Given const& given, double default_epsilon, std::vector<Alternative> const& alternatives);

/// @throws std::invalid_argument "name: value is not positive and finite (why)".
double require_positive(std::string_view name, double value, std::string_view why);

}  // namespace warner::mechanisms
