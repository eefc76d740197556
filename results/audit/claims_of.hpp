#pragma once

#include <vector>

#include "results/audit/record.hpp"

namespace warner::results {

/// What a record's question claims, all at once, so that it can be asked of something else.
std::vector<mechanisms::Guarantee> claims_of(Record const& record);

}  // namespace warner::results
