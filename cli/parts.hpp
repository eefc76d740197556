#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warner::cli {

/// "5, 20" -> "5" and "20"; what is between two commas, or after the last, may be empty.
std::vector<std::string> parts_of(std::string_view list, char between = ',');

}  // namespace warner::cli
