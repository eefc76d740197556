#pragma once

#include "results/audit/fields.hpp"
#include "results/suite/run.hpp"

namespace warner::results {

/// Every member of a run, and of an outcome, in its order.
Fields<Run> const& run_fields();
Fields<Outcome> const& outcome_fields();

}  // namespace warner::results
