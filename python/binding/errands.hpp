#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <queue>

namespace warner::python {

/// What one thread does for others, first come, first served. An errand must not throw.
/// Who waits looks for some microseconds before he sleeps: to wake a thread takes as long as many an errand.
class Errands {
 public:
  /// From others: the number of the errand, counted from 0. It is done some time before serve() returns.
  std::uint64_t add(std::function<void()> errand);
  /// From others: returns when that errand is done.
  void wait_for(std::uint64_t number);
  /// From others: whether there are any to do.
  bool has_some() const { return many_ > many_done_; }
  /// From others: no more are coming.
  void end();

  /// Does errands until there are none, and none are coming.
  void serve();

 private:
  std::mutex mutex_;
  std::condition_variable added_, done_;
  std::queue<std::function<void()>> waiting_;
  std::atomic<std::uint64_t> many_{0}, many_done_{0};
  std::atomic<bool> is_over_{false};
};

}  // namespace warner::python
