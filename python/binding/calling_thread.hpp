#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include <nanobind/nanobind.h>

namespace warner::python {

/// Runs long work beside the thread that called from Python, which meanwhile does what needs Python: it runs functions
/// of the caller's, shows progress, and hears of Ctrl-C within a twentieth of a second.
///
/// All Python code thus runs in the caller's own thread, as it would without Warner. What it raises ends the work, and
/// comes out of run() as it was raised.
class CallingThread {
 public:
  /// @param progress: called with (done, all), in trials; None: nothing is.
  explicit CallingThread(nanobind::object progress) : progress_{std::move(progress)} {}

  /// Runs work on a thread of its own. @throws what Python raised; else what the work threw.
  void run(std::function<void()> const& work);

  /// From the work: has the calling thread do something, and waits for it. @throws sim::Interrupted where that raised.
  void call(std::function<void()> const& job);

  /// What the work looks at, to know that it is to end.
  std::atomic<bool> const& interrupted() const { return interrupted_; }
  /// From the work, from any thread.
  void note_progress(std::uint64_t done, std::uint64_t all) { done_ = done, all_ = all; }

 private:
  struct Job {
    std::function<void()> const* what;
    bool is_done = false;
  };

  /// Whatever it raises is kept, and ends the work.
  template <class Python>
  void guarded(Python const& python);
  void tick();

  nanobind::object progress_;
  std::mutex mutex_;
  std::condition_variable for_caller_, for_work_;
  std::deque<Job*> jobs_;
  bool ended_ = false;
  std::atomic<bool> interrupted_{false};
  std::atomic<std::uint64_t> done_{0}, all_{0};
  std::uint64_t shown_ = 0;
  std::optional<nanobind::python_error> raised_;
};

}  // namespace warner::python
