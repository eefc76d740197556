#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/sim/contest.hpp"

namespace warner::bench {

/// The times of one way's turns, as a --json file has them.
struct Turns {
  std::string workload, way;
  std::vector<double> nanoseconds;  ///< a sample; not empty
};
/// @throws std::invalid_argument when the file can not be read or is something else.
std::vector<Turns> earlier_turns(std::filesystem::path const& file);

/// What has become faster or slower since: for every way that both contests had, a Mann-Whitney U test on the times of
/// its turns, at level 0.01 shared out over all of them. The baselines are judged as well: where they moved, the
/// machine did.
std::string against(std::vector<Turns> const& earlier, std::vector<Contestant> const& contestants);

}  // namespace warner::bench
