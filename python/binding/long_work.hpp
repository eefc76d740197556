#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include <nanobind/nanobind.h>

namespace warner::python {

/// Long work for a caller from Python, in the caller's own thread and without the interpreter's lock, so that other
/// threads of Python go on. What needs Python takes the lock again: functions that are audited, progress.
///
/// Ctrl-C:  where the caller is the main thread, the first SIGINT also asks the work to end, beside what Python does
///          about it. Work that was asked to end throws sim::Interrupted within milliseconds.
/// Raised:  what Python raises meanwhile ends the work, and comes out of run() as it was raised.
class LongWork {
 public:
  /// @param progress: called with (done, all), in trials, ten times a second; None: nothing is.
  explicit LongWork(nanobind::object progress);
  ~LongWork();
  LongWork(LongWork const&) = delete;
  LongWork& operator=(LongWork const&) = delete;

  /// Runs the work. @throws what Python raised; else what the work threw; nanobind::python_error of KeyboardInterrupt.
  void run(std::function<void()> const& work);

  /// From the work, in the caller's thread or another: does something with Python.
  /// @throws sim::Interrupted where that raised.
  void call(std::function<void()> const& python);

  /// What the work looks at, to know that it is to end.
  std::atomic<bool> const& interrupted() const { return *interrupted_; }
  /// From the work, from any thread.
  void note_progress(std::uint64_t done, std::uint64_t all);

 private:
  nanobind::object progress_;
  std::atomic<bool> own_{false};
  std::atomic<bool>* interrupted_ = &own_;  // or one that a signal may set
  bool hears_signals_ = false;
  std::optional<nanobind::python_error> raised_;
};

}  // namespace warner::python
