#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace warner::sim {

/// A bar on stderr: what runs, how far it is, how fast, how long to go. Five times a second, only on a terminal, silent
/// when the environment has CI set; without colour codes where NO_COLOR asks for it.
class ProgressBar {
 public:
  explicit ProgressBar(std::string what);
  ~ProgressBar() { finish(); }
  ProgressBar(ProgressBar const&) = delete;
  ProgressBar& operator=(ProgressBar const&) = delete;

  /// For Execution::on_progress.
  void operator()(std::uint64_t done, std::uint64_t all);
  /// Wipes the bar away.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  bool shown_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now(), last_{};
};

}  // namespace warner::sim
