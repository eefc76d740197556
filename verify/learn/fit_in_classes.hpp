#pragma once

#include "verify/learn/histogram_grid.hpp"
#include "verify/scores/score.hpp"

namespace warner::verify {

/// What the symbols of a release say together, and its numbers in company of these symbols, over what `together` says
/// of them one by one: fitted to what that leaves unexplained, and drawn towards nothing where the releases are few. No
/// classes where there are no symbols.
Conditional fitted_in_classes(Grid const& grid, std::vector<Cell> const& cells, Additive const& together);

}  // namespace warner::verify
