#include "results/figures/experiments/simulation.hpp"

#include <algorithm>
#include <string>

#include "sim/normal.hpp"
#include "sim/reduction.hpp"

namespace warner::results::experiments {

Counts Simulation::run(std::uint64_t blocks, std::size_t cells,
                       std::function<void(std::uint64_t, sim::Stream&, std::span<std::uint64_t>)> const& work) {
  auto const first = row_ << 56 | calls_++ << 40;
  auto const key = sim::key_of({.seed = options_.seed, .purpose = sim::Purpose::experiment});
  return sim::reduce(
      {"experiment " + std::to_string(first), {0, blocks * sim::block_size}, cells},
      [&](std::uint64_t block, std::uint64_t, std::span<std::uint64_t> counts) {
        sim::Stream stream{key, first + block};
        work(block, stream, counts);
      },
      options_.execution);
}

Counts Simulation::releases(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
                            std::uint64_t trials, std::size_t cells,
                            std::function<void(mechanisms::ConstBatch, std::span<std::uint64_t>)> const& count) {
  auto const width = mechanism.columns(dataset).size();
  auto const blocks = (trials + sim::block_size - 1) / sim::block_size;
  return run(blocks, cells, [&](std::uint64_t block, sim::Stream& stream, std::span<std::uint64_t> counts) {
    thread_local mechanisms::Releases memory;
    auto const n = std::min(sim::block_size, trials - block * sim::block_size);
    auto const batch = memory.shaped(n, width);
    mechanism.release(dataset, stream, batch);
    count(batch, counts);
  });
}

mechanisms::AnyMechanism mechanism(std::string_view name, mechanisms::ParameterValues const& values) {
  return mechanisms::make(mechanisms::find(name), values).mechanism;
}

std::uint64_t answers(mechanisms::AnyMechanism const& local, double value, double answer, std::uint64_t people,
                      sim::Stream& stream) {
  thread_local mechanisms::Releases memory;
  std::uint64_t found = 0;
  for (std::uint64_t asked = 0; asked < people; asked += sim::block_size) {
    auto const batch = memory.shaped(std::min(sim::block_size, people - asked), 1);
    local.release({value}, stream, batch);
    found += static_cast<std::uint64_t>(std::ranges::count(batch.column(0), answer));
  }
  return found;
}

double gaussian_quantile_above(double tail) { return -sim::normal_quantile(tail); }

}  // namespace warner::results::experiments
