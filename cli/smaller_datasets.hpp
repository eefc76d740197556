#pragma once

#include <string>
#include <vector>

#include "mechanisms/external/requests.hpp"

namespace warner::cli {

/// Neighbours that are simpler than these, those first that leave out most: in every list that stands at the same
/// place of both, what both have is left out, in halves, quarters, .., single items; and what is left becomes like the
/// first of what both have. What tells the datasets apart stays as it is, so they are neighbours as before.
/// @param pair: JSON.
std::vector<mechanisms::external::WrittenPair> simpler_pairs(mechanisms::external::WrittenPair const& pair);

}  // namespace warner::cli
