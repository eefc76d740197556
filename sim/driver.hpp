#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <stdexcept>

#include "sim/replicates.hpp"
#include "sim/tally.hpp"

namespace warner::sim {

class Keeper;

/// How a run is carried out: what must not change a single byte of its result.
struct Execution {
  int threads = 0;  ///< 0: as many as the machine has
  std::function<void(std::uint64_t done, std::uint64_t all)>
      on_progress;  ///< in trials; from any thread, one at a time, ten times a second, and at the end
  std::atomic<bool> const* interrupted = nullptr;  ///< set by a signal handler: the run stops and throws Interrupted
  Keeper* keeper = nullptr;                        ///< of the pieces of reductions (sim/reduction.hpp)
  bool in_order = false;  ///< whether what is drawn depends on the order: blocks are then drawn one after the other
  std::function<int()> busy_elsewhere{};  ///< how many of these threads do other work now; from any thread
};

/// The same for work that draws, and does not go through blocks.
Execution drawing(Execution execution);

/// The run was asked to stop (Ctrl-C). What had been counted is discarded: a part of a range certifies nothing.
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error{"interrupted"} {}
};

/// The work on one block: (block index, trials in it) -> its tally. Called from several threads at once.
using BlockWork = std::function<Tally(std::uint64_t block, std::uint64_t trials)>;

/// Runs every block of the range over the threads and adds up their tallies: the same sum for any number of threads.
Tally run_blocks(Replicates const& range, BlockWork const& work, Execution const& execution);

/// The same dealing of blocks for work that keeps its own result, slot i for the i-th block of the range.
void for_each_block(Replicates const& range,
                    std::function<void(std::uint64_t i, std::uint64_t block, std::uint64_t trials)> const& work,
                    Execution const& execution);

/// work(i) for i below n over the threads, for work that keeps its own result in slot i; it tells of no progress.
void for_each(std::uint64_t n, std::function<void(std::uint64_t i)> const& work, Execution const& execution);

}  // namespace warner::sim
