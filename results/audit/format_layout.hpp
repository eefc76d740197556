#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/audit/field_types.hpp"

namespace warner::results {

/// A schema as people read it: lines of at most 120 characters, where that can be.
std::string laid_out_schema(Json const& schema);

/// Fields as a table in Markdown; and its rows alone, with what stands before each path.
std::string table_of(std::vector<Row> const& rows);
std::string rows_of_table(std::vector<Row> const& rows, std::string_view before = "");

}  // namespace warner::results
