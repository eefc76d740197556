#include "python/binding/errands.hpp"

#include <chrono>
#include <thread>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace warner::python {
namespace {

/// Lets some hundred nanoseconds pass, which the other thread of this core may use, and then others have the processor:
/// to yield all the time would slow down whom one waits for.
void rest() {
#if defined(__x86_64__)
  for (int k = 0; k < 32; ++k) _mm_pause();
#endif
  std::this_thread::yield();
}

/// Whether that comes true within 300 microseconds; others may have the processor meanwhile.
template <typename Condition>
bool soon(Condition const& is_true) {
  using Clock = std::chrono::steady_clock;
  for (auto const end = Clock::now() + std::chrono::microseconds{300}; Clock::now() < end;)
    if (is_true()) return true;
    else rest();
  return is_true();
}

}  // namespace

std::uint64_t Errands::add(std::function<void()> errand) {
  std::unique_lock lock{mutex_};
  waiting_.push(std::move(errand));
  auto const number = many_++;
  lock.unlock();
  added_.notify_one();
  return number;
}

void Errands::wait_for(std::uint64_t number) {
  if (soon([&] { return many_done_ > number; })) return;
  std::unique_lock lock{mutex_};
  done_.wait(lock, [&] { return many_done_ > number; });
}

void Errands::end() {
  {
    std::scoped_lock const lock{mutex_};
    is_over_ = true;
  }
  added_.notify_one();
}

void Errands::serve() {
  while (true) {
    soon([&] { return is_over_ || many_ > many_done_; });
    std::unique_lock lock{mutex_};
    added_.wait(lock, [&] { return is_over_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    {
      auto const errand = std::move(waiting_.front());
      waiting_.pop();
      lock.unlock();
      errand();
    }
    lock.lock();
    ++many_done_;
    lock.unlock();
    done_.notify_all();
  }
}

}  // namespace warner::python
