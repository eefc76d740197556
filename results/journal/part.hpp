#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "results/journal/ledger.hpp"

namespace warner::results {

/// A share of a run, computed: what `warner shard` writes, and, without any blocks, `warner search`.
struct Part {
  RunName run;
  Share share{};
  Kept kept{};
};

std::string to_json(Part const& part);
/// @throws std::invalid_argument that says what is missing or wrong.
Part part_from_json(std::string_view text);

/// Whether every reduction that was begun has all trials of the share, and a strategy is there.
bool is_finished(Part const& part);

/// What all parts have together, each with the name of its file.
/// @throws std::invalid_argument that names the files, and the trials: where they are of several runs, have different
/// strategies, overlap, or leave trials out.
Kept merged(std::vector<std::pair<std::string, Part>> const& parts);

}  // namespace warner::results
