#pragma once

#include <string>

#include "results/suite/run.hpp"

namespace warner::results {

/// A line of the list that people watch: verdict, name, claim, certified bound, trials and seconds; ends with a
/// newline.
/// @param width: that of the longest name.
std::string line_of(Outcome const& outcome, std::size_t width);

/// Of an outcome that did not pass, what somebody needs who has to look at it; of others nothing.
std::string block_of(Outcome const& outcome);

/// How many claims hold, what that took, and how often a build is red by chance.
std::string summary_of(Run const& run);

/// How often builds of sound mechanisms are red by chance, in a sentence: one of them, and ten a day for a year.
std::string false_alarms(double level);

/// The whole run: a line a case, a block for each that did not pass, the summary.
std::string to_text(Run const& run);

}  // namespace warner::results
