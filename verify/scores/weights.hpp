#pragma once

#include <string>
#include <vector>

#include "verify/scores/score.hpp"

namespace warner::verify {

/// What a score of many features reads most, in words: "y[3], y[0] and 5 more"; of rows those of a row, "row[1]".
/// A feature weighs as much as its cuts move the score, all bins and leaves alike: it says where to look, no more.
/// Empty of scores whose rule says what they read.
/// @param columns: what the columns of a release are called.
std::string reads_most(Score const& score, std::vector<mechanisms::Column> const& columns = {});

}  // namespace warner::verify
