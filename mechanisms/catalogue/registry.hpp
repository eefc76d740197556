#pragma once

#include <string_view>
#include <vector>

#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms {

/// Every mechanism, sound ones first, in the order of the catalogue.
std::vector<Entry> const& registry();

/// @throws std::invalid_argument that names the nearest entries when there is none of this name.
Entry const& find(std::string_view name);

/// The entry's mechanism with these values; what is not named has its default. @throws std::invalid_argument "symbol:
/// problem (why)" for names that are not the entry's parameters, for NaN, and for numbers that it does not take.
Instance make(Entry const& entry, ParameterValues const& values);

}  // namespace warner::mechanisms
