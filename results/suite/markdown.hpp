#pragma once

#include <string>

#include "results/suite/run.hpp"

namespace warner::results {

/// A summary in Markdown, as GitHub's step summary shows it: the counts, what did not pass with its explanation, a
/// table of all. Below 1 MiB, which is what a step may write: what does not fit is counted.
std::string to_markdown(Run const& run);

}  // namespace warner::results
