#pragma once

// What is kept, as JSON: the entries of journals, and parts of parts. Private to the room's sources, as JSON is.

#include "results/audit/json.hpp"
#include "results/journal/ledger.hpp"

namespace warner::results {

Json json_of(RunName const& run);
RunName run_from(JsonReader const& json);

Json json_of(std::string const& name, std::string const& text);
Json json_of(sim::Reduction const& reduction, sim::Piece const& piece);
/// Adds a text or a piece. @throws std::invalid_argument that says what is missing or wrong.
void add_entry(Kept& kept, JsonReader const& json);

}  // namespace warner::results
