#pragma once

#include <iosfwd>

#include "results/audit/record.hpp"

namespace warner::cli {

/// An audit as people read it.
void print(results::Record const& record, std::ostream& out);

}  // namespace warner::cli
