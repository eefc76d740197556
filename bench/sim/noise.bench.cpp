#include <vector>

#include <benchmark/benchmark.h>

#include "bench/sim/workloads.hpp"

// Samples a second of every law, beside the same law from the standard library and Boost. For ratios see noise_throughput,
// which interleaves what it compares.
namespace warner::bench {
namespace {

void run(benchmark::State& state, Workload const& workload, Draw draw) {
  if (auto const wrong = wrong_with(workload, draw); !wrong.empty()) return state.SkipWithError(wrong.c_str());
  std::vector<double> buffer(buffer_size);
  for (auto _ : state) {
    draw(buffer);
    benchmark::DoNotOptimize(buffer.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(buffer_size));
}

[[maybe_unused]] bool const registered = [] {
  for (auto const& workload : workloads()) {
    benchmark::RegisterBenchmark(("noise/" + workload.name + "/ours").c_str(), [=](benchmark::State& s) { run(s, workload, workload.ours); });
    for (auto const& baseline : workload.baselines)
      benchmark::RegisterBenchmark(("noise/" + workload.name + "/" + baseline.name).c_str(),
                                   [=](benchmark::State& s) { run(s, workload, baseline.draw); });
  }
  return true;
}();

}  // namespace
}  // namespace warner::bench
