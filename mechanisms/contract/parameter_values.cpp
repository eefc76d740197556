#include "mechanisms/contract/parameter_values.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::mechanisms {

double value_or(Given const& given, std::string_view name, double default_value) {
  auto const found = given.find(name);
  return found == given.end() ? default_value : found->second;
}

std::uint64_t whole_or(Given const& given, std::string_view name, std::uint64_t default_value, std::uint64_t least,
                       std::uint64_t most) {
  auto const value = value_or(given, name, static_cast<double>(default_value));
  require(value == std::floor(value) && value >= static_cast<double>(least) && value <= static_cast<double>(most),
          fmt::format("{}: {} is not a whole number from {} to {}", name, value, least, most));
  return static_cast<std::uint64_t>(value);
}

double epsilon_from(Given const& given, double default_epsilon, std::vector<Alternative> const& alternatives) {
  double epsilon = default_epsilon;
  std::string_view said_by;
  for (auto const& [name, to_epsilon] : alternatives) {
    auto const found = given.find(name);
    if (found == given.end()) continue;
    auto const follows = to_epsilon(found->second);
    require(said_by.empty() || std::fabs(follows - epsilon) <= 1e-9 * std::fabs(epsilon),
            fmt::format("{}: {} makes epsilon {}, but {} makes it {} (give one of them)", name, found->second, follows,
                        said_by, epsilon));
    if (!said_by.empty()) continue;  // the first one given counts, so that resolved parameters resolve to themselves
    epsilon = follows;
    said_by = name;
  }
  return require_positive("epsilon", epsilon, "a privacy parameter such as 1");
}

double require_positive(std::string_view name, double value, std::string_view why) {
  require(value > 0 && std::isfinite(value), fmt::format("{}: {} is not positive and finite ({})", name, value, why));
  return value;
}

}  // namespace warner::mechanisms
