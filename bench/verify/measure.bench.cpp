// One whole audit: search, game, bound. Goal: a trial of a scalar mechanism costs little more than its noise.

#include "verify/measure.hpp"

#include <stdexcept>

#include <benchmark/benchmark.h>

#include "mechanisms/central/laplace.hpp"
#include "mechanisms/local/randomised_response.hpp"

namespace {

using namespace warner;

void measure(benchmark::State& state, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair) {
  verify::MeasureOptions options;
  options.budget = static_cast<std::uint64_t>(state.range(0));
  options.execution.threads = static_cast<int>(state.range(1));
  if (!(verify::measure(mechanism, pair, options).epsilon_lower_bound > 0.9))
    throw std::logic_error{"the bound is far from 1"};
  for (auto _ : state) {
    auto result = verify::measure(mechanism, pair, options);
    benchmark::DoNotOptimize(result);
  }
  state.counters["trials"] =
      benchmark::Counter(static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate);
}

void measure_laplace(benchmark::State& state) {
  measure(state, mechanisms::central::Laplace{1}, {{0}, {1}, mechanisms::Relation::substitute, {}});
}
void measure_randomised_response(benchmark::State& state) {
  measure(state, mechanisms::local::response_from_epsilon(1), {{1}, {0}, mechanisms::Relation::value, {}});
}

BENCHMARK(measure_laplace)
    ->ArgNames({"budget", "threads"})
    ->Args({1'000'000, 1})
    ->Args({100'000'000, 1})
    ->Args({100'000'000, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(measure_randomised_response)
    ->ArgNames({"budget", "threads"})
    ->Args({1'000'000, 1})
    ->Args({100'000'000, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
