#pragma once

#include <string>
#include <string_view>

#include "mechanisms/external/release/schema.hpp"

namespace warner::mechanisms::external {

/// A schema as a document of JSON, on one line, and read back: it then places releases as before.
/// @throws std::invalid_argument for a text that is no schema.
std::string to_json(Schema const& schema);
Schema schema_from_json(std::string_view text);

}  // namespace warner::mechanisms::external
