#pragma once

#include "results/record.hpp"

namespace warner::cli {

/// An audit as people read it, on standard output.
void print(results::Record const& record);

}  // namespace warner::cli
