#pragma once

#include "results/audit/record.hpp"

namespace warner::cli {

/// An audit as people read it, on standard output.
void print(results::Record const& record);

}  // namespace warner::cli
