#pragma once

#include <string>
#include <vector>

#include "results/audit/lines.hpp"
#include "results/suite/run.hpp"

namespace warner::results {

/// A problem of several lines by its first and its last one.
std::string in_short(std::string const& problem);

/// What came of a case, in one sentence without its name: "epsilon = 1 is refuted: epsilon is at least 1.05409". No
/// line breaks.
std::string sentence(Outcome const& outcome);

/// What somebody needs who has to look at it: claim, bound, witness, neighbours, and the commands that show it again
/// and that make a smaller example. Labels may come twice.
std::vector<Line> explanation(Outcome const& outcome);

/// The same, as a block: a label and its text a line, texts of several lines indented.
std::string as_block(std::vector<Line> const& lines, std::size_t indent = 2);

}  // namespace warner::results
