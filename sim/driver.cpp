#include "sim/driver.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "sim/require.hpp"

namespace warner::sim {
namespace {

/// Tells how far a run is, at most ten times a second, one thread at a time.
class Reporter {
 public:
  Reporter(Execution const& execution, std::uint64_t all) : execution_{execution}, all_{all} {}

  void add(std::uint64_t trials) {
    if (!execution_.on_progress) return;
    auto const done = done_.fetch_add(trials) + trials;
    std::unique_lock const lock{mutex_, std::try_to_lock};
    if (!lock.owns_lock()) return;
    auto const now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds{100}) return;
    last_ = now;
    execution_.on_progress(done, all_);
  }

  /// The last word, when every block is done.
  void finish() const {
    if (execution_.on_progress) execution_.on_progress(all_, all_);
  }

 private:
  Execution const& execution_;
  std::uint64_t all_;
  std::atomic<std::uint64_t> done_{0};
  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_{};
};

/// The first exception of many threads, handed over under a lock: the caller then owns it alone. oneTBB would carry one
/// too, but the thread sanitizer cannot see its hand-over and calls the last free of the exception a race.
class FirstFailure {
 public:
  /// Keeps the exception in flight, if it is the first.
  void keep() {
    std::lock_guard const lock{mutex_};
    if (!first_) first_ = std::current_exception();
  }

  void rethrow_if_any() {
    std::exception_ptr first;
    {
      std::lock_guard const lock{mutex_};
      first.swap(first_);
    }
    if (first) std::rethrow_exception(std::move(first));
  }

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
};

/// Numbers below n, dealt to threads that take the next one when they have done theirs.
class Hands {
 public:
  /// Made by the thread whose work it is, which never pauses.
  Hands(std::uint64_t n, int threads, std::function<int()> const& busy_elsewhere)
      : n_{n}, threads_{threads}, busy_elsewhere_{busy_elsewhere} {}

  /// Does work in one thread. Helpers pause while what is busy elsewhere has need of theirs.
  void deal(std::function<void(std::uint64_t)> const& work) {
    auto const helps = std::this_thread::get_id() != first_;
    at_work_ += helps;
    while (true) {
      if (helps && busy_elsewhere_) give_way();
      auto const i = next_++;
      if (i >= n_) break;
      work(i);
    }
    at_work_ -= helps;
    wake();
  }
  void stop() {
    next_ = n_;
    wake();
  }

 private:
  static constexpr std::chrono::milliseconds look_again{10};

  void give_way() {
    for (auto now = at_work_.load(); next_ < n_ && now + busy_elsewhere_() > threads_; now = at_work_) {
      if (!at_work_.compare_exchange_strong(now, now - 1)) continue;
      std::unique_lock lock{mutex_};
      do over_.wait_for(lock, look_again, [&] { return next_ >= n_; });
      while (next_ < n_ && at_work_ + busy_elsewhere_() >= threads_);
      ++at_work_;
    }
  }
  void wake() {
    std::scoped_lock const lock{mutex_};
    over_.notify_all();
  }

  std::uint64_t n_;
  int threads_;
  std::function<int()> const& busy_elsewhere_;
  std::thread::id first_ = std::this_thread::get_id();
  std::atomic<std::uint64_t> next_{0};
  std::atomic<int> at_work_{1};
  std::mutex mutex_;
  std::condition_variable over_;  // all numbers are taken
};

/// An arena for so many threads, this caller's alone as long as this lives, and then the next one's.
/// oneTBB lets go of an arena only when its last thread has run again: where others have the processors, a process that
/// made one for every call would grow by them.
class Arena {
 public:
  explicit Arena(int threads) {
    {
      std::scoped_lock const lock{mutex};
      arena_ = idle.extract(threads);
    }
    if (arena_.empty()) {
      Idle made;
      arena_ = made.extract(made.emplace(threads, std::make_unique<tbb::task_arena>(threads)));
    }
  }
  ~Arena() {
    std::scoped_lock const lock{mutex};
    idle.insert(std::move(arena_));
  }
  Arena(Arena const&) = delete;
  Arena& operator=(Arena const&) = delete;
  tbb::task_arena& get() const { return *arena_.mapped(); }

 private:
  using Idle = std::multimap<int, std::unique_ptr<tbb::task_arena>>;
  static inline std::mutex mutex;
  static inline Idle idle;  // by their threads
  Idle::node_type arena_;
};

}  // namespace

Execution drawing(Execution execution) {
  if (execution.in_order) execution.threads = 1;
  return execution;
}

void for_each_block(Replicates const& range,
                    std::function<void(std::uint64_t, std::uint64_t, std::uint64_t)> const& work,
                    Execution const& execution) {
  validate(range);
  Reporter reporter{execution, range.count()};
  for_each(
      range.blocks(),
      [&](std::uint64_t i) {
        auto const trials = range.trials_in(i);
        work(i, range.first_block() + i, trials);
        reporter.add(trials);
      },
      drawing(execution));
  reporter.finish();
}

void for_each(std::uint64_t n, std::function<void(std::uint64_t)> const& work, Execution const& execution) {
  require(execution.threads >= 0, "threads: " + std::to_string(execution.threads) + " is negative (0 means all)");
  auto const run = [&](std::uint64_t i) {
    if (execution.interrupted && execution.interrupted->load(std::memory_order_relaxed)) throw Interrupted{};
    work(i);
  };
  if (execution.threads == 1 || n <= 1) {
    for (std::uint64_t i = 0; i < n; ++i) run(i);
    return;
  }
  auto const threads = execution.threads == 0 ? tbb::info::default_concurrency() : execution.threads;
  std::optional<tbb::global_control> more;  // oneTBB keeps to the machine's threads unless told that more are wanted
  if (threads > tbb::info::default_concurrency())
    more.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  Arena const arena{threads};
  FirstFailure failure;
  Hands hands{n, threads, execution.busy_elsewhere};
  auto const take_part = [&](int) {
    try {
      hands.deal(run);
    } catch (...) {
      failure.keep();
      hands.stop();
    }
  };
  arena.get().execute([&] { tbb::parallel_for(0, threads, take_part, tbb::simple_partitioner{}); });
  failure.rethrow_if_any();
}

Tally run_blocks(Replicates const& range, BlockWork const& work, Execution const& execution) {
  tbb::enumerable_thread_specific<Tally> tallies;
  for_each_block(
      range, [&](std::uint64_t, std::uint64_t block, std::uint64_t trials) { tallies.local() += work(block, trials); },
      execution);
  return tallies.combine([](Tally const& a, Tally const& b) { return a + b; });
}

}  // namespace warner::sim
