#pragma once

#include <string>
#include <vector>

#include "bench/sim/contest.hpp"
#include "bench/sim/quartiles.hpp"

namespace warner::bench {

/// Ours against one baseline. A ratio is that of the two times of one round: above 1, ours is faster.
struct Row {
  std::string workload, baseline;
  Quartiles ratio;
  double ratio_of_minima;
  Quartiles ours, theirs;  ///< nanoseconds a sample
  double goal;
};
std::vector<Row> rows_of(std::vector<Contestant> const& contestants);

/// How the contest was held.
struct Conditions {
  int rounds = 21;
  double milliseconds = 5;
  std::string numpy{};  ///< its version; empty when there was none
};

std::string table_of(std::vector<Row> const& rows, Conditions const& conditions);
/// Schema warner/noise-throughput/2: conditions, the rows, and the time of every turn.
std::string json_of(std::vector<Row> const& rows, std::vector<Contestant> const& contestants,
                    Conditions const& conditions);

}  // namespace warner::bench
