#include "python/binding/calling_thread.hpp"

#include <chrono>
#include <exception>
#include <thread>

#include "sim/driver.hpp"

namespace warner::python {
namespace {

constexpr std::chrono::milliseconds between_ticks{50};

}  // namespace

template <class Python>
void CallingThread::guarded(Python const& python) {
  try {
    python();
  } catch (nanobind::python_error& error) {
    if (!raised_) raised_.emplace(std::move(error));
    interrupted_ = true;
  }
}

void CallingThread::tick() {
  guarded([&] {
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error{};
    if (auto const done = done_.load(); !progress_.is_none() && done != shown_) {
      shown_ = done;
      progress_(done, all_.load());
    }
  });
}

void CallingThread::run(std::function<void()> const& work) {
  std::exception_ptr failed;
  std::thread worker{[&] {
    try {
      work();
    } catch (...) {
      failed = std::current_exception();
    }
    std::scoped_lock const lock{mutex_};
    ended_ = true;
    for_caller_.notify_one();
  }};
  auto next_tick = std::chrono::steady_clock::now() + between_ticks;
  for (auto ended = false; !ended;) {
    Job* job = nullptr;
    {
      nanobind::gil_scoped_release const released;
      std::unique_lock lock{mutex_};
      for_caller_.wait_until(lock, next_tick, [&] { return ended_ || !jobs_.empty(); });
      ended = ended_ && jobs_.empty();
      if (!jobs_.empty()) job = jobs_.front(), jobs_.pop_front();
    }
    if (job) {
      if (!raised_) guarded(*job->what);
      std::scoped_lock const lock{mutex_};
      job->is_done = true;
      for_work_.notify_all();
    }
    if (auto const now = std::chrono::steady_clock::now(); now >= next_tick) {
      if (!raised_) tick();
      next_tick = now + between_ticks;
    }
  }
  worker.join();
  if (!raised_ && !failed) tick();  // the end of a bar; a Ctrl-C that came last
  if (raised_) throw *std::move(raised_);
  if (failed) std::rethrow_exception(failed);
}

void CallingThread::call(std::function<void()> const& what) {
  Job job{&what};
  std::unique_lock lock{mutex_};
  jobs_.push_back(&job);
  for_caller_.notify_one();
  for_work_.wait(lock, [&] { return job.is_done; });
  if (interrupted_) throw sim::Interrupted{};
}

}  // namespace warner::python
