#pragma once

#include "results/audit/fields.hpp"
#include "results/suite/baseline.hpp"

namespace warner::results {

/// What a baseline, and what one of the moves of a comparison is written down as.
Fields<Baseline> const& baseline_fields();
Fields<Move> const& move_fields();

}  // namespace warner::results
