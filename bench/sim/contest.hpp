#pragma once

#include <functional>
#include <string>
#include <vector>

// A contest between ways to do the same: in every round each way takes one turn, in random order, on one pinned core. A
// machine that is busy with other things then slows both sides of a ratio alike.
namespace warner::bench {

/// Processor time of this thread, which waits for others do not count towards; or the clock on the wall, for work on
/// several threads.
enum class Clock { thread, wall };
double nanoseconds_by(Clock clock);

/// Takes a turn and tells how many nanoseconds a sample it took.
using Turn = std::function<double()>;

/// A turn that repeats `work`, which makes `samples` samples, as often as takes about so many milliseconds.
Turn timed(std::function<void()> work, double samples, double milliseconds, Clock clock = Clock::thread);

/// One way to do a workload. Those of a workload share its name; ours is called "ours".
struct Contestant {
  std::string workload, name;
  double goal = 0;  ///< of a baseline: how many times faster ours is meant to be; 0: no goal
  std::function<Turn(double milliseconds)> get_ready;  ///< checks its result once, too: @throws std::runtime_error
  Turn turn{};
  std::vector<double> nanoseconds{};  ///< a sample, by round
};

/// Everybody gets ready, then so many rounds are held.
void compete(std::vector<Contestant>& contestants, int rounds, double milliseconds);

/// Keeps this thread on the core it was on when it was first kept there, which is numpy's, too; or gives it back all
/// that the program was started with.
void pin_to_this_core();
void unpin();

/// "model name" of the first processor, where the system tells.
std::string processor();

}  // namespace warner::bench
