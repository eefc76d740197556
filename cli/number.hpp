#pragma once

#include <cstdint>
#include <string>

namespace warner::cli {

/// A real number as people type it: "1", "0.5", "1e-6", "inf". @throws std::invalid_argument that names the option.
double real_from(std::string const& option, std::string const& text);

/// A level as people type it. @throws std::invalid_argument as verify::checked_level.
double level_from(std::string const& option, std::string const& text);

/// A count as people type it: "1000000", "1e6", "2.5e7". @throws std::invalid_argument unless it is whole and in [0,
/// 2^53].
std::uint64_t count_from(std::string const& option, std::string const& text);
/// The same, and 0 is refused.
std::uint64_t positive_count_from(std::string const& option, std::string const& text);

/// Seconds as people type a time: "90", "90s", "1.5m", "2h", "1h30m". @throws std::invalid_argument unless it is above
/// 0.
double seconds_from(std::string const& option, std::string const& text);

/// 64 bits, every digit of them. @throws std::invalid_argument.
std::uint64_t seed_from(std::string const& option, std::string const& text);

}  // namespace warner::cli
