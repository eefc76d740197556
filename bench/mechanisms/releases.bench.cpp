#include <stdexcept>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "mechanisms/catalogue/registry.hpp"
#include "sim/address.hpp"
#include "verify/search/search.hpp"

// Releases a second of every mechanism of the catalogue, under its default parameters and the first dataset of its
// default pair, three ways: noise alone (release), the release with a frozen adversary's score and count
// (release+guess), and what a game does (play), which counts from the words where the law allows it and so may be
// faster than the release itself.
namespace warner::bench {
namespace {

using mechanisms::Entry;

enum class Way { release, release_and_guess, play };

void run(benchmark::State& state, Entry const& entry, Way way) try {
  auto const instance = mechanisms::make(entry, {});
  auto const& mechanism = instance.mechanism;
  auto const& pair = instance.pairs.front();
  auto const width = mechanism.columns(pair.d).size();
  auto const strategy =
      way == Way::release
          ? verify::Strategy{verify::Likelihood{}}
          : verify::search(mechanism, pair, {.target = {0, 0.05, 1'000'000}, .trials = 20'000, .seed = 1}).strategy;
  verify::Player player{strategy, mechanism, pair};
  mechanisms::Releases memory;
  auto const batch = memory.shaped(sim::block_size, width);
  auto const key = sim::key_of({1, sim::Purpose::bench});
  std::uint64_t block = 0, guesses = 0;
  for (auto _ : state) {
    sim::Stream stream{key, block++};
    verify::Guesses said;
    if (way == Way::play) said = player.play(true, stream, sim::block_size);
    else {
      mechanism.release(pair.d, stream, batch);
      benchmark::DoNotOptimize(batch.data());
      benchmark::ClobberMemory();
      if (way == Way::release_and_guess) said = player(batch);
    }
    guesses += said.d + said.d_prime;
    if (said.d + said.d_prime > sim::block_size) return state.SkipWithError("more guesses than releases");
  }
  benchmark::DoNotOptimize(guesses);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(sim::block_size));
} catch (std::exception const& problem) {
  state.SkipWithError(problem.what());
}

[[maybe_unused]] bool const registered = [] {
  for (auto const& entry : mechanisms::registry())
    for (auto const& [way, name] :
         {std::pair{Way::release, "release"}, {Way::release_and_guess, "release+guess"}, {Way::play, "play"}})
      benchmark::RegisterBenchmark((entry.name + "/" + name).c_str(), [&entry, as = way](benchmark::State& state) {
        run(state, entry, as);
      })->Unit(benchmark::kMicrosecond);
  return true;
}();

}  // namespace
}  // namespace warner::bench
