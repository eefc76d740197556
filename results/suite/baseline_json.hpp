#pragma once

#include <string>
#include <utility>

namespace warner::results {

/// A baseline as JSON, and a list of moves: schema, and the table of their fields.
std::pair<std::string, std::string> baseline_format();
std::pair<std::string, std::string> diff_format();

}  // namespace warner::results
