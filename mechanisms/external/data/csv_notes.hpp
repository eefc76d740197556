#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/external/data/table.hpp"

namespace warner::mechanisms::external {

/// What a table that was read from CSV may not be meant as, a sentence each: bytes that are no UTF-8; one column whose
/// lines have semicolons or tabs, all as many; a first line that would be a header, were its first field not empty; a
/// column of text of which most cells are numbers.
std::vector<std::string> notes_of_csv(std::string_view text, std::string const& name, Table const& table);

}  // namespace warner::mechanisms::external
