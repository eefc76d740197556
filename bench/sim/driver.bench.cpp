#include "sim/driver.hpp"

#include <array>
#include <cmath>

#include <benchmark/benchmark.h>

#include "sim/count.hpp"
#include "sim/variates.hpp"

// Laplace releases a second through the parallel driver, by threads. The baseline is one thread; the goal is 0.9 of it
// for each further core.
namespace warner::bench {
namespace {

void laplace_releases(benchmark::State& state) {
  auto const key = sim::key_of({1, sim::Purpose::bench});
  auto const work = [&](std::uint64_t block, std::uint64_t trials) {
    std::array<double, sim::block_size> releases;
    auto const out = std::span{releases}.first(trials);
    sim::Stream stream{key, block};
    sim::fill_laplace(stream, 0, 1, out);
    auto const above = sim::count_at_least(out, 1);
    return sim::Tally{above, trials - above, 0};
  };
  constexpr std::uint64_t trials = 4'000'000;
  sim::Execution const execution{static_cast<int>(state.range(0)), nullptr, nullptr};
  sim::Tally tally;
  for (auto _ : state) tally = sim::run_blocks({0, trials}, work, execution);
  auto const p = std::exp(-1.0) / 2;
  auto const z = (static_cast<double>(tally.right) - p * trials) / std::sqrt(trials * p * (1 - p));
  if (!(std::fabs(z) < 7)) state.SkipWithError("the tally is not that of the Laplace law");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(trials));
}
BENCHMARK(laplace_releases)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Arg(4)
    ->Arg(8)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warner::bench
