#include "bench/sim/contest.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <sched.h>
#include <time.h>

#include "sim/stream.hpp"

namespace warner::bench {
namespace {

cpu_set_t all_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  sched_getaffinity(0, sizeof cores, &cores);
  return cores;
}
cpu_set_t const at_start = all_cores();

}  // namespace

double nanoseconds_by(Clock clock) {
  timespec time{};
  clock_gettime(clock == Clock::thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

Turn timed(std::function<void()> work, double samples, double milliseconds, Clock clock) {
  work();
  auto const start = nanoseconds_by(clock);
  auto once = 0.0;
  for (int calls = 1; calls <= 32 && (calls == 1 || once * calls < 1e6 * milliseconds / 4); ++calls) {
    work();
    once = (nanoseconds_by(clock) - start) / calls;
  }
  auto const calls = static_cast<std::uint64_t>(std::max(1.0, std::round(1e6 * milliseconds / once)));
  return [=] {
    auto const from = nanoseconds_by(clock);
    for (std::uint64_t i = 0; i < calls; ++i) work();
    return (nanoseconds_by(clock) - from) / (static_cast<double>(calls) * samples);
  };
}

void compete(std::vector<Contestant>& contestants, int rounds, double milliseconds) {
  for (auto& contestant : contestants) contestant.turn = contestant.get_ready(milliseconds);
  std::vector<std::size_t> order(contestants.size());
  std::iota(order.begin(), order.end(), 0);
  sim::Stream stream{sim::Address{2, sim::Purpose::bench}, 0};
  for (int round = 0; round < rounds; ++round) {
    for (auto i = order.size(); i > 1; --i) std::swap(order[i - 1], order[stream.word() % i]);
    for (auto const i : order) contestants[i].nanoseconds.push_back(contestants[i].turn());
  }
}

void pin_to_this_core() {
  static auto const core = static_cast<unsigned>(std::max(0, sched_getcpu()));
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  sched_setaffinity(0, sizeof cores, &cores);
}

void unpin() { sched_setaffinity(0, sizeof at_start, &at_start); }

std::string processor() {
  std::ifstream file{"/proc/cpuinfo"};
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.size(), line.find(':') + 2));
  return "unknown processor";
}

}  // namespace warner::bench
