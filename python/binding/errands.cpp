#include "python/binding/errands.hpp"

#include <utility>

namespace warner::python {

std::uint64_t Errands::add(std::function<void()> errand) {
  std::unique_lock lock{mutex_};
  waiting_.push(std::move(errand));
  auto const number = many_++;
  lock.unlock();
  added_.notify_one();
  return number;
}

void Errands::wait_for(std::uint64_t number) {
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
  std::unique_lock lock{mutex_};
  while (true) {
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
    done_.notify_all();
  }
}

}  // namespace warner::python
