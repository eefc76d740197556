#pragma once

#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/scores/score.hpp"

namespace warner::verify {

/// What follows what: of runs of columns with few values, the log ratio of each value given the one before, learned at
/// all places together, and summed. Of chains drawn from one table of transitions it is the log ratio.
///
/// Places need not be alike: what stands there is given. One score for each run in which transitions differ beyond
/// chance.
std::vector<Score> learn_transitions(std::vector<mechanisms::Column> const& columns, mechanisms::ConstBatch under_d,
                                     mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
