#pragma once

#include "results/audit/json.hpp"
#include "verify/scores/strategy.hpp"

namespace warner::results {

/// A frozen strategy, whole: what comes back plays the same guesses.
Json to_json(verify::Strategy const& strategy);
/// @throws std::invalid_argument when something is missing or does not fit together.
verify::Strategy strategy_from_json(JsonReader const& json);

}  // namespace warner::results
