#include "verify/game/past_trials.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sim/coin.hpp"
#include "verify/game/arms.hpp"

namespace warner::verify {
namespace {

/// A block as it was played: how many releases fell to either dataset, and where they go in the list of all.
struct Block {
  std::uint64_t index, under_d, under_d_prime, first_d, first_d_prime;
};

std::vector<Block> blocks_of(std::span<sim::Replicates const> ranges, std::uint64_t most, sim::Address const& coin) {
  std::vector<Block> blocks;
  std::uint64_t d = 0, d_prime = 0;
  for (auto const& range : ranges)
    for (std::uint64_t i = 0; i < range.blocks() && d + d_prime < most; ++i) {
      auto const block = range.first_block() + i, trials = range.trials_in(i);
      auto const under_d = sim::trials_under_d(coin, block, trials);
      blocks.push_back({block, under_d, trials - under_d, d, d_prime});
      d += under_d;
      d_prime += trials - under_d;
    }
  return blocks;
}

/// Puts row i of the list into row i of the first sample or, from its end on, of the second.
/// Rows beyond both are dropped.
void place(mechanisms::ConstBatch releases, std::uint64_t first, std::pair<Sample, Sample>& halves,
           std::vector<double> Sample::*arm) {
  auto const half = halves.first.per_arm;
  for (std::size_t j = 0; j < releases.width(); ++j) {
    auto const column = releases.column(j);
    for (std::size_t i = 0; i < column.size(); ++i) {
      auto const row = first + i;
      if (row < half) (halves.first.*arm)[j * half + row] = column[i];
      else if (row < 2 * half) (halves.second.*arm)[j * half + row - half] = column[i];
    }
  }
}

}  // namespace

std::pair<Sample, Sample> past_trials(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                                      std::span<sim::Replicates const> ranges, std::uint64_t most, std::uint64_t seed,
                                      sim::Generator generator, sim::Execution const& execution) {
  auto const width = mechanism.columns(pair.d).size();
  auto const blocks = blocks_of(ranges, most, {seed, sim::Purpose::certify_coin, sim::Arm::none, generator});
  std::pair<Sample, Sample> halves;
  if (blocks.empty()) return halves;
  auto const& last = blocks.back();
  auto const half = std::min(last.first_d + last.under_d, last.first_d_prime + last.under_d_prime) / 2;
  halves.first = halves.second = {width, half, std::vector<double>(half * width), std::vector<double>(half * width)};

  Arms const arms{mechanism, pair, sim::Purpose::certify, seed, generator};
  auto const draw = [&](std::uint64_t i, std::uint64_t, std::uint64_t) {
    auto const& block = blocks[i];
    mechanisms::Releases memory;
    arms.release(block.index, block.under_d, block.under_d_prime, memory,
                 [&](sim::Arm arm, mechanisms::ConstBatch releases) {
                   if (arm == sim::Arm::d) place(releases, block.first_d, halves, &Sample::d);
                   else place(releases, block.first_d_prime, halves, &Sample::d_prime);
                 });
  };
  sim::for_each_block({0, blocks.size() * sim::block_size}, draw, execution);
  return halves;
}

}  // namespace warner::verify
