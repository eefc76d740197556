#pragma once

#include <string>
#include <vector>

#include "mechanisms/catalogue/pair_law.hpp"

namespace warner::cli {

/// Mechanisms with their parameters, xK repeats, ';' separates: "gaussian sigma=1 x1000; laplace epsilon=0.1 x10".
/// @throws std::invalid_argument that says what was wrong with which word.
std::vector<mechanisms::privacy::Repeated> composition_from(std::string const& text);

}  // namespace warner::cli
