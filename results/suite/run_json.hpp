#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "results/suite/run.hpp"

namespace warner::results {

/// One JSON document, keys in a fixed order, an outcome a line: docs/formats/run.md, run.schema.json. No newline at the
/// end.
std::string to_json(Run const& run);

/// @throws std::invalid_argument that says what is missing or wrong.
Run run_from_json(std::string_view text);

/// Whether a document says of itself that it is a run, of whatever version.
bool is_run(std::string_view text);

/// docs/formats/run.schema.json, and the table of docs/formats/run.md.
std::pair<std::string, std::string> run_format();

}  // namespace warner::results
