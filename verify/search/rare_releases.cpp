#include "verify/search/rare_releases.hpp"

#include <algorithm>

#include "sim/bisection.hpp"
#include "sim/stream.hpp"
#include "verify/game/counted_between.hpp"

namespace warner::verify {
namespace {

/// With which probability a release of each group is kept, so that this keeps about `part` of all.
/// It falls with the tail that the group ends, on its side.
std::vector<double> shares_kept(std::vector<Count> const& groups, double part) {
  auto const all = mass_of(groups);
  double below = 0;
  std::vector<double> mass, tail;
  for (auto const& group : groups) {
    mass.push_back((group.d + group.d_prime) / all);
    tail.push_back(std::min(below + mass.back(), 1 - below));
    below += mass.back();
  }
  auto const share = [&](std::size_t g, double scale) { return tail[g] > scale ? scale / tail[g] : 1.0; };
  auto const keeps_enough = [&](double scale) {
    double kept = 0;
    for (std::size_t g = 0; g < mass.size(); ++g) kept += mass[g] * share(g, scale);
    return kept >= part;
  };
  auto const scale = sim::bisected({0, 1}, keeps_enough, {.relative = 1e-6}).high;
  std::vector<double> shares;
  for (std::size_t g = 0; g < mass.size(); ++g) shares.push_back(share(g, scale));
  return shares;
}

/// A number of [0, 1) for each trial, evenly spread over neighbouring ones: multiples of the golden ratio.
double spread(std::uint64_t trial) { return static_cast<double>(trial * 0x9E37'79B9'7F4A'7C15 >> 11) * 0x1p-53; }

std::size_t index_of_arm(sim::Arm arm) { return arm == sim::Arm::d ? 0 : 1; }

}  // namespace

void RareReleases::begin(Candidate const& by, std::size_t many, sim::Replicates const& range) {
  edges_ = sim::Edges{edges_between(by.counts)};
  shares_ = shares_kept(by.counts, static_cast<double>(many) / (2 * static_cast<double>(range.count())));
  earlier_ = blocks_.size();
  first_block_ = range.first_block();
  blocks_.resize(earlier_ + range.blocks());
}

void RareReleases::see(std::uint64_t block, sim::Arm arm, mechanisms::ConstBatch releases,
                       std::span<double const> values) {
  thread_local std::vector<std::int16_t> place;
  place.resize(values.size());
  edges_.places(values, place);
  auto& seen = blocks_[earlier_ + (block - first_block_)];
  for (std::size_t i = 0; i < values.size(); ++i)
    if (spread(block * sim::block_size + i) < shares_[static_cast<std::size_t>(place[i])])
      for (std::size_t j = 0; j < width_; ++j) seen.kept[index_of_arm(arm)].push_back(releases(i, j));
}

std::vector<double> RareReleases::kept(sim::Arm arm) const {
  std::size_t numbers = 0, row = 0;
  for (auto const& block : blocks_) numbers += block.kept[index_of_arm(arm)].size();
  std::vector<double> columns(numbers);
  for (auto const& block : blocks_)
    for (auto at = block.kept[index_of_arm(arm)].begin(); at != block.kept[index_of_arm(arm)].end(); ++row)
      for (std::size_t j = 0; j < width_; ++j) columns[j * (numbers / width_) + row] = *at++;
  return columns;
}

}  // namespace warner::verify
