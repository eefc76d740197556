#pragma once

#include <iosfwd>

#include "results/utility/utility_record.hpp"

namespace warner::cli {

/// What one measurement of accuracy says, for people.
void print(results::UtilityRecord const& record, std::ostream& out);

}  // namespace warner::cli
