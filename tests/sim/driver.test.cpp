#include "sim/driver.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "sim/stream.hpp"
#include "tests/support/catch.hpp"

using namespace warner::sim;

namespace {

Tally work(std::uint64_t block, std::uint64_t trials) {
  Stream stream{Address{11}, block};
  auto const right = stream.word() % (trials + 1);
  return {right, trials - right, 0};
}

}  // namespace

TEST_CASE("tallies are the same for 1, 2, 3, 7 threads, and ranges add", "[sim][same-bytes]") {
  Replicates const whole{0, 1000 * block_size + 17};
  auto const one = run_blocks(whole, work, {1, nullptr, nullptr});
  CHECK(one.trials() == whole.count());
  for (auto const threads : {0, 2, 3, 7}) CHECK(run_blocks(whole, work, {threads, nullptr, nullptr}) == one);
  CHECK(run_blocks({0, 300 * block_size}, work, {2, nullptr, nullptr}) +
            run_blocks({300 * block_size, whole.last}, work, {3, nullptr, nullptr}) ==
        one);
}

TEST_CASE("blocks of a range", "[sim]") {
  CHECK(Replicates{0, 0}.blocks() == 0);
  CHECK(Replicates{0, 1}.blocks() == 1);
  CHECK(Replicates{0, block_size}.blocks() == 1);
  CHECK(Replicates{0, block_size + 1}.blocks() == 2);
  CHECK(Replicates{block_size, block_size + 1}.trials_in(0) == 1);
  CHECK_THROWS_AS(validate(Replicates{1, 2}), std::invalid_argument);
  CHECK_THROWS_AS(validate(Replicates{block_size, 0}), std::invalid_argument);
}

TEST_CASE("an exception in a block, and Ctrl-C, end the run", "[sim]") {
  auto const fails = [](std::uint64_t block, std::uint64_t trials) {
    if (block == 50) throw std::domain_error{"no"};
    return Tally{trials, 0, 0};
  };
  std::atomic<bool> const interrupted{true};
  for (auto const threads : {1, 3}) {
    CHECK_THROWS_AS(run_blocks({0, 100 * block_size}, fails, {threads, nullptr, nullptr}), std::domain_error);
    CHECK_THROWS_AS(run_blocks({0, 100 * block_size}, work, {threads, nullptr, &interrupted}), Interrupted);
  }
  CHECK_THROWS_AS(run_blocks({0, 1}, work, {-1, nullptr, nullptr}), std::invalid_argument);
}

TEST_CASE("threads are left to what is busy elsewhere, and taken when it is done", "[sim]") {
  struct Used {
    std::atomic<int> now{0}, most{0}, done{0};
  };
  auto const use = [](Used& used, int threads, std::function<int()> const& busy, std::atomic<bool> const* stop) {
    for_each(300,
             [&](std::uint64_t) {
               auto const now = ++used.now;
               for (auto most = used.most.load(); now > most && !used.most.compare_exchange_weak(most, now);) continue;
               std::this_thread::sleep_for(std::chrono::microseconds{100});
               ++used.done, --used.now;
             },
             {threads, {}, stop, nullptr, false, busy});
  };
  for (auto const& [threads, busy] : {std::pair{2, 1}, {4, 2}, {4, 3}, {4, 9}}) {
    Used used;
    use(
        used, threads, [busy = busy] { return busy; }, nullptr);
    CHECK(used.done == 300);
    CHECK(used.most <= std::max(1, threads - busy));
  }
  Used used;
  use(
      used, 2, [&] { return used.done < 20 ? 1 : 0; }, nullptr);
  CHECK(used.done == 300);
  CHECK(used.most == 2);
  std::atomic<bool> const stop{true};
  CHECK_THROWS_AS(use(
                      used, 4, [] { return 3; }, &stop),
                  Interrupted);  // whoever pauses hears of it
}

TEST_CASE("progress comes one at a time, now and then, and ends at the end", "[sim]") {
  for (auto const threads : {1, 3}) {
    std::atomic<int> inside{0};
    std::uint64_t last = 0, calls = 0;
    bool alone = true;
    Execution const execution{threads,
                              [&](std::uint64_t done, std::uint64_t all) {
                                alone = alone && inside.fetch_add(1) == 0 && done <= all;
                                last = done;
                                ++calls;
                                --inside;
                              },
                              nullptr};
    run_blocks({0, 640 * block_size + 5}, work, execution);
    CHECK(alone);
    CHECK(last == 640 * block_size + 5);
    CHECK(calls < 64);  // ten a second, not one a block
  }
}

TEST_CASE("the block function is called once for every block of the range", "[sim]") {
  std::vector<std::atomic<int>> calls(50);
  for_each_block({7 * block_size, 57 * block_size},
                 [&](std::uint64_t i, std::uint64_t block, std::uint64_t) { calls[i] += block == i + 7; },
                 {5, nullptr, nullptr});
  for (auto const& count : calls) CHECK(count == 1);
}

TEST_CASE("work by index is done once each, on any number of threads, and stops when asked", "[sim]") {
  for (auto const threads : {1, 2, 7}) {
    std::vector<int> done(100, 0);
    for_each(done.size(), [&](std::uint64_t i) { ++done[i]; }, {threads, {}, nullptr});
    CHECK(done == std::vector<int>(100, 1));
  }
  std::atomic<bool> const stop{true};
  CHECK_THROWS_AS(for_each(3, [](std::uint64_t) {}, {1, {}, &stop}), Interrupted);
}
