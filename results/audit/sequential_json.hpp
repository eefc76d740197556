#pragma once

#include "results/audit/json.hpp"
#include "results/audit/record.hpp"

namespace warner::results {

/// A check, whole: its rounds with their strategies, and what comes back plays the same trials.
Json to_json(Sequential const& sequential);
/// @throws std::invalid_argument when something is missing or does not fit together.
Sequential sequential_from_json(JsonReader const& json);

/// Where the replicates of its last look end; 0 when there was none.
std::uint64_t last_of(verify::Check const& check);

}  // namespace warner::results
