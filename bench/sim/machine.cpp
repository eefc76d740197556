#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "bench/sim/noise.hpp"
#include "sim/count.hpp"
#include "sim/driver.hpp"
#include "sim/variates.hpp"

namespace warner::bench {
namespace {

constexpr std::size_t past_all_caches = 16u << 20;  // doubles: 128 MiB

std::vector<double>& memory() {
  static std::vector<double> values(past_all_caches);
  return values;
}

void laplace_to_memory() {
  static std::uint64_t block = 0;
  sim::Stream stream{sim::Address{3, sim::Purpose::bench}, block++};
  sim::fill_laplace(stream, 0, 1, memory());
}

void set_memory() {
  static int byte = 0;
  std::memset(memory().data(), ++byte & 1, memory().size() * sizeof(double));
}

constexpr std::uint64_t trials = 4'000'000;

sim::Tally above_one(int threads) {
  auto const work = [key = sim::key_of({1, sim::Purpose::bench})](std::uint64_t block, std::uint64_t n) {
    std::array<double, sim::block_size> releases;
    auto const out = std::span{releases}.first(n);
    sim::Stream stream{key, block};
    sim::fill_laplace(stream, 0, 1, out);
    auto const above = sim::count_at_least(out, 1);
    return sim::Tally{above, n - above, 0};
  };
  return sim::run_blocks({0, trials}, work, {threads, nullptr, nullptr});
}

/// By the driver. The pin is off meanwhile, and was off when the driver's threads were born.
Turn on_threads(int threads, double milliseconds) {
  unpin();
  auto const tally = above_one(threads);
  pin_to_this_core();
  auto const p = std::exp(-1.0) / 2;
  auto const z = (static_cast<double>(tally.right) - p * trials) / std::sqrt(trials * p * (1 - p));
  if (!(std::fabs(z) < 7)) throw std::runtime_error{"laplace on threads: the tally is not that of the law"};
  return timed(
      [threads] {
        unpin();
        above_one(threads);
        pin_to_this_core();
      },
      trials, milliseconds, Clock::wall);
}

}  // namespace

std::vector<Contestant> machine_contestants() {
  std::vector<Contestant> all{
      {"laplace, to memory", "ours", 0,
       [](double milliseconds) { return timed(laplace_to_memory, past_all_caches, milliseconds); }},
      {"laplace, to memory", "memset", 0.95,
       [](double milliseconds) { return timed(set_memory, past_all_caches, milliseconds); }}};
  if (std::thread::hardware_concurrency() >= 2) {
    all.push_back(
        {"laplace event, two threads", "ours", 0, [](double milliseconds) { return on_threads(2, milliseconds); }});
    all.push_back({"laplace event, two threads", "one thread", 1.8,
                   [](double milliseconds) { return on_threads(1, milliseconds); }});
  }
  return all;
}

}  // namespace warner::bench
