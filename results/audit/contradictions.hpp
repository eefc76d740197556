#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/audit/record.hpp"

namespace warner::results {

/// Where a document says something else than the record that follows from it, a line each: "level: recorded 0.9,
/// follows 0.05". Real numbers may differ by 1e-9 of themselves, as machines do.
/// @throws std::invalid_argument when the text is no JSON.
std::vector<std::string> contradictions(std::string_view recorded, Record const& follows);

}  // namespace warner::results
