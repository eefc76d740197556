#pragma once

#include <string_view>
#include <vector>

#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms {

/// Every mechanism, sound ones first, in the order of the catalogue.
std::vector<Entry> const& registry();

/// @throws std::invalid_argument that names the nearest entries when there is none of this name.
Entry const& find(std::string_view name);

/// entry.make(given), after refusing names that are not the entry's parameters, and NaN.
/// @throws std::invalid_argument "symbol: problem (why)".
Instance make(Entry const& entry, Given const& given);

}  // namespace warner::mechanisms
