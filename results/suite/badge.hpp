#pragma once

#include <string>

#include "results/suite/run.hpp"

namespace warner::results {

/// "20 claims hold", "2 of 20 claims refuted", "1 of 20 leak not found", "1 of 20 not tested", "3 of 20 inconclusive":
/// the worst that is true.
std::string badge_text(Run const& run);

/// An image that says so, for a README: an SVG that fetches nothing, with the same words for those who do not see it.
/// Blue, red and grey are told apart without colour vision as well, and the words say it without any.
std::string badge(Run const& run);

}  // namespace warner::results
