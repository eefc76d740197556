#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/sim/workloads.hpp"
#include "mechanisms/noise/discrete_gaussian.hpp"
#include "mechanisms/noise/exact.hpp"
#include "mechanisms/noise/poisson_binomial.hpp"
#include "sim/bits.hpp"
#include "sim/variates.hpp"

// Samples a second of every law, beside the same law from the standard library and Boost. For ratios see
// noise_throughput, which interleaves what it compares.
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

/// A law of mechanisms/noise by its fill: samples a second, and the mean of a million within seven standard errors.
template <class Law>
void fill(benchmark::State& state, Law const& law) {
  std::vector<double> buffer(buffer_size);
  auto const key = sim::key_of({1, sim::Purpose::bench});
  std::uint64_t block = 0;
  double sum = 0;
  for (; block < 256; ++block) {
    sim::Stream stream{key, block};
    law.fill(stream, 0, buffer);
    for (auto const x : buffer) sum += x;
  }
  constexpr auto n = 256.0 * buffer_size;
  if (std::fabs(sum / n - law.mean()) > 7 * std::sqrt(law.variance() / n))
    return state.SkipWithError("the mean is off");
  for (auto _ : state) {
    sim::Stream stream{key, block++};
    law.fill(stream, 0, buffer);
    benchmark::DoNotOptimize(buffer.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(buffer_size));
}

/// Coins counted: 65,536 a time, of probability 0.3.
void count(benchmark::State& state, std::uint64_t (*count_coins)(sim::Stream&, std::uint64_t, std::uint64_t)) {
  constexpr std::uint64_t n = 65'536;
  auto const threshold = sim::bernoulli_threshold(0.3);
  auto const key = sim::key_of({1, sim::Purpose::bench});
  sim::Stream first{key, 0};
  auto const ones = static_cast<double>(count_coins(first, threshold, n));
  if (std::fabs(ones - 0.3 * n) > 7 * std::sqrt(0.21 * n)) return state.SkipWithError("the count is off");
  std::uint64_t block = 0;
  for (auto _ : state) {
    sim::Stream stream{key, block++};
    benchmark::DoNotOptimize(count_coins(stream, threshold, n));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n));
}

/// A sum of 64 coins, coin by coin: what the table of PoissonBinomial stands beside.
struct CoinByCoin {
  mechanisms::noise::PoissonBinomial law;
  std::vector<std::uint64_t> thresholds;
  double mean() const { return law.mean(); }
  double variance() const { return law.variance(); }
  void fill(sim::Stream& stream, double location, std::span<double> out) const {
    std::array<std::uint64_t, 64> words;
    for (auto& sum : out) {
      stream.fill(words);
      std::uint64_t ones = 0;
      for (std::size_t i = 0; i < words.size(); ++i) ones += words[i] < thresholds[i];
      sum = location + static_cast<double>(ones);
    }
  }
};

[[maybe_unused]] bool const discrete_registered = [] {
  using namespace mechanisms::noise;
  using benchmark::RegisterBenchmark;
  RegisterBenchmark("noise/coins, counted/bit-sliced", [](benchmark::State& s) { count(s, sim::count_bits); });
  RegisterBenchmark("noise/coins, counted/one word a coin",
                    [](benchmark::State& s) { count(s, sim::count_bernoulli); });
  RegisterBenchmark("noise/discrete gaussian/table", [](benchmark::State& s) { fill(s, DiscreteGaussian{10}); });
  RegisterBenchmark("noise/discrete gaussian/exact integers", [](benchmark::State& s) {
    fill(s, DiscreteGaussianExact{{100, 1}});
  });
  RegisterBenchmark("noise/discrete laplace/exact integers", [](benchmark::State& s) {
    fill(s, DiscreteLaplaceExact{{10, 1}});
  });
  RegisterBenchmark("noise/poisson binomial of 64/table", [](benchmark::State& s) {
    std::vector<double> p;
    for (int i = 1; i <= 64; ++i) p.push_back(i / 65.0);
    fill(s, PoissonBinomial{p});
  });
  RegisterBenchmark("noise/poisson binomial of 64/coin by coin", [](benchmark::State& s) {
    std::vector<double> p;
    std::vector<std::uint64_t> thresholds;
    for (int i = 1; i <= 64; ++i) p.push_back(i / 65.0), thresholds.push_back(sim::bernoulli_threshold(i / 65.0));
    fill(s, CoinByCoin{PoissonBinomial{p}, thresholds});
  });
  return true;
}();

[[maybe_unused]] bool const registered = [] {
  for (auto const& workload : workloads()) {
    benchmark::RegisterBenchmark(("noise/" + workload.name + "/ours").c_str(),
                                 [=](benchmark::State& s) { run(s, workload, workload.ours); });
    for (auto const& baseline : workload.baselines)
      benchmark::RegisterBenchmark(("noise/" + workload.name + "/" + baseline.name).c_str(),
                                   [=](benchmark::State& s) { run(s, workload, baseline.draw); });
  }
  return true;
}();

}  // namespace
}  // namespace warner::bench
