#pragma once

#include <vector>

#include "bench/sim/contest.hpp"

namespace warner::bench {

/// A search, as long as that of an audit of ten million trials, beside the playing of what it found. A sample is a
/// trial; a ratio of 0.1 says that a trial to search on costs as much as ten that are played.
std::vector<Contestant> search_contestants();

}  // namespace warner::bench
