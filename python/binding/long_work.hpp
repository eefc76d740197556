#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include <nanobind/nanobind.h>

#include "python/binding/errands.hpp"

namespace warner::python {

/// Long work for a caller from Python, without the interpreter's lock, so that other threads of Python go on. What
/// needs Python takes the lock again: functions that are audited, progress.
///
/// Thread:  the caller's own; or one beside it, and what needs Python is done in the caller's, in turn.
/// Ctrl-C:  where the caller is the main thread, the first SIGINT also asks the work to end, beside what Python does
///          about it. Work that was asked to end throws sim::Interrupted within milliseconds.
/// Raised:  what Python raises meanwhile ends the work, and comes out of run() as it was raised.
class LongWork {
 public:
  /// @param progress: called with (done, all), in trials, ten times a second; None: nothing is.
  /// @param is_beside: the work has a thread of its own.
  explicit LongWork(nanobind::object progress, bool is_beside = false);
  ~LongWork();
  LongWork(LongWork const&) = delete;
  LongWork& operator=(LongWork const&) = delete;

  /// Runs the work. @throws what Python raised; else what the work threw; nanobind::python_error of KeyboardInterrupt.
  void run(std::function<void()> const& work);

  /// From the work, in the caller's thread or another: does something with Python.
  /// @throws sim::Interrupted where that raised.
  void call(std::function<void()> const& python);

  /// From work beside the caller's thread: lets something be done in that one, later, and goes on at once. Where the
  /// work is to end it is left out. What it raises ends nothing, if it is an Exception of Python's.
  /// @return its number, for wait_for(); `failed` is true after that where it raised, or was left out.
  std::uint64_t call_later(std::function<void()> python, std::shared_ptr<bool> failed);
  /// @throws sim::Interrupted where the work is to end.
  void wait_for(std::uint64_t number);

  /// What the work looks at, to know that it is to end.
  std::atomic<bool> const& interrupted() const { return *interrupted_; }
  /// From the work, from any thread: how many threads beside it do what it asked for.
  int busy() const { return is_beside_ && errands_.has_some() ? 1 : 0; }
  /// From the work, from any thread.
  void note_progress(std::uint64_t done, std::uint64_t all);

 private:
  void do_now(std::function<void()> const& python);

  nanobind::object progress_;
  bool is_beside_;
  Errands errands_;
  std::atomic<bool> own_{false};
  std::atomic<bool>* interrupted_ = &own_;  // or one that a signal may set
  bool hears_signals_ = false;
  std::optional<nanobind::python_error> raised_;
};

}  // namespace warner::python
