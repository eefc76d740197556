#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/audit/record.hpp"

namespace warner::results {

/// A fact of a record in words, and what it is a fact about. One without a label goes on with the line before.
struct Line {
  std::string label;  ///< "claim", "decision", "epsilon", "says D when", "in short", "round 2", ..
  std::string text;
};

/// What was audited: the mechanism and every number that it was made from.
std::string title(Record const& record);

/// What came of it, as people read it; of the rounds of a check, those in which somebody spoke.
std::vector<Line> lines(Record const& record);

/// The text of the first line with this label; empty where there is none.
std::string text_of(std::vector<Line> const& lines, std::string_view label);

}  // namespace warner::results
