#pragma once

#include <string_view>

#include "mechanisms/contract/neighbours.hpp"

namespace warner::results {

/// How two datasets are neighbours, as people say it; a record has mechanisms::name_of.
std::string_view in_words(mechanisms::Relation relation);

}  // namespace warner::results
