#pragma once

#include "mechanisms/central/laplace_answers.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::central {

/// n counts, each plus independent Laplace noise of scale s / epsilon, or two-sided geometric noise of that scale
/// [DMNS06]. s = 1 when a person comes or goes, 2 when one is replaced and so leaves one bin for another.
///
/// Guarantee:  epsilon-DP, reached.
/// Data:       the n counts.
Entry histogram_entry();

}  // namespace warner::mechanisms::central
