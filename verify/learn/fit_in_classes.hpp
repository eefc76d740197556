#pragma once

#include "verify/learn/histogram_grid.hpp"
#include "verify/scores/score.hpp"

namespace warner::verify {

/// What the symbols of a release say together, and its numbers in the context of these symbols.
/// It is fitted to what `together`, which reads them one by one, leaves unexplained.
/// Where releases are few it is drawn towards nothing. No classes where there are no symbols.
Conditional fitted_in_classes(HistogramGrid const& grid, std::vector<Cell> const& cells, Additive const& together);

}  // namespace warner::verify
