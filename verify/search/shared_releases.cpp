#include "verify/search/shared_releases.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>

#include "sim/byte_hash.hpp"
#include "sim/stream.hpp"
#include "verify/learn/telling_columns.hpp"
#include "verify/scores/feature.hpp"

namespace warner::verify {
namespace {

constexpr double most_weight = 6;  // times the releases of others that a dataset of many pairs makes

/// The same mechanism, whose releases are overheard.
class Overheard {
 public:
  /// Called from several threads at once, with the stream before the releases.
  using Take = std::function<void(mechanisms::Dataset const&, sim::Stream const&, mechanisms::ConstBatch)>;

  Overheard(mechanisms::AnyMechanism const& mechanism, Take take) : mechanism_{&mechanism}, take_{std::move(take)} {}

  std::vector<mechanisms::Column> columns(mechanisms::Dataset const& d) const { return mechanism_->columns(d); }
  mechanisms::Guarantee guarantee() const { return mechanism_->guarantee(); }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    auto const before = stream;
    mechanism_->release(d, stream, out);
    take_(d, before, out);
  }

 private:
  mechanisms::AnyMechanism const* mechanism_;
  Take take_;
};

double weight_of(std::size_t pairs) { return std::min(std::sqrt(static_cast<double>(pairs)), most_weight); }

}  // namespace

SharedReleases::SharedReleases(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                               SearchOptions const& options)
    : mechanism_{mechanism}, pairs_{pairs}, options_{options}, width_{mechanism.columns(pairs.front().d).size()} {
  auto const index_of = [&](mechanisms::Dataset const& dataset) {
    auto const [at, is_new] = source_of_.try_emplace(dataset, sources_.size());
    if (is_new) sources_.push_back({dataset});
    return at->second;
  };
  for (auto const& pair : pairs) of_pair_.push_back({index_of(pair.d), index_of(pair.d_prime)});
}

void SharedReleases::make(std::vector<std::size_t> const& of_pairs, std::uint64_t releases) {
  for (auto& source : sources_) source.pairs = 0;
  for (auto const i : of_pairs)
    for (auto const s : of_pair_[i]) ++sources_[s].pairs;
  double all = 0;
  for (auto const& source : sources_) all += weight_of(source.pairs);
  auto const unit = static_cast<double>(std::min<std::uint64_t>(releases, most_numbers_kept / width_)) / all;
  each_ = static_cast<std::size_t>(unit);
  for (auto& source : sources_)
    source.releases = static_cast<std::size_t>(weight_of(source.pairs) * static_cast<double>(each_));
  draw();
  count();
}

void SharedReleases::draw() {
  std::vector<std::pair<std::size_t, std::size_t>> blocks;  // of sources
  std::size_t most = 0;
  for (std::size_t s = 0; s < sources_.size(); ++s) {
    auto& source = sources_[s];
    source.released.resize(source.releases * width_);
    made_ += source.releases;
    auto const many = (source.releases + sim::block_size - 1) / sim::block_size;
    for (std::size_t block = 0; block < many; ++block) blocks.emplace_back(s, block);
    most = std::max(most, many);
  }
  auto const key = sim::key_of({options_.seed, sim::Purpose::search, sim::Arm::none, options_.generator});
  auto const ask = [&](std::uint64_t i) {
    auto const [s, block] = blocks[i];
    auto& source = sources_[s];
    auto const first = block * sim::block_size;
    mechanisms::Releases memory;
    auto const batch = memory.shaped(std::min<std::size_t>(source.releases - first, sim::block_size), width_);
    sim::Stream stream{key, next_block_ + block};
    mechanism_.release(source.dataset, stream, batch);
    for (std::size_t j = 0; j < width_; ++j)
      std::ranges::copy(batch.column(j),
                        source.released.begin() + static_cast<std::ptrdiff_t>(j * source.releases + first));
  };
  sim::for_each(blocks.size(), ask, sim::drawing(options_.execution));
  next_block_ += most;
}

void SharedReleases::count() {
  if (!events_) {
    std::vector<mechanisms::ConstBatch> all;
    for (auto const& source : sources_)
      if (source.releases > 0) all.push_back(released(source));
    events_.emplace(all, columns_looked_at());
  }
  for (auto& source : sources_) {
    if (source.releases == 0) continue;
    events_->add(released(source), source.counts);
    for (std::size_t j = 0; j < width_; ++j) {
      auto const bytes = std::as_bytes(released(source).column(j).first(each_));
      source.hash = 31 * source.hash + sim::hash_of_bytes({reinterpret_cast<char const*>(bytes.data()), bytes.size()});
    }
  }
}

/// All of them, or those that differ most between the first dataset and the others.
std::vector<std::size_t> SharedReleases::columns_looked_at() const {
  if (width_ <= most_single_columns) {
    std::vector<std::size_t> all(width_);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }
  auto const others = std::span{sources_}.subspan(1);
  std::vector<double> pooled;
  for (std::size_t j = 0; j < width_; ++j)
    for (auto const& source : others) {
      auto const column = released(source).column(j);
      pooled.insert(pooled.end(), column.begin(), column.end());
    }
  return telling_columns(released(sources_.front()), {pooled.data(), pooled.size() / width_, width_},
                         most_single_columns, options_.execution);
}

Sample SharedReleases::sample(std::size_t pair, std::size_t first, std::size_t n) const {
  auto const& [d, d_prime] = of_pair_[pair];
  return {width_, n, part_of(released(sources_[d]), first, n), part_of(released(sources_[d_prime]), first, n)};
}

std::pair<std::uint64_t, std::uint64_t> SharedReleases::likeness(std::size_t pair) const {
  auto const& [d, d_prime] = of_pair_[pair];
  return {sources_[d].hash, sources_[d_prime].hash};
}

double SharedReleases::simple_bound(std::size_t pair, double caution) const {
  auto const& [d, d_prime] = of_pair_[pair];
  return events_ ? events_->best_bound(sources_[d].counts, sources_[d_prime].counts, options_.target, caution)
                 : -std::numeric_limits<double>::infinity();
}

std::vector<Found> SharedReleases::searched(std::vector<std::size_t> const& pairs, std::uint64_t releases) {
  std::set<std::pair<std::size_t, std::size_t>> arms;  // a dataset on either side has streams of its own
  for (auto const i : pairs)
    for (std::size_t side = 0; side < 2; ++side) arms.emplace(of_pair_[i][side], side);
  std::mutex mutex;
  std::set<std::tuple<std::size_t, std::uint64_t, std::uint64_t, std::uint64_t>> known;
  auto const take = [&](mechanisms::Dataset const& dataset, sim::Stream const& stream, mechanisms::ConstBatch batch) {
    auto const s = source_of_.at(dataset);
    std::scoped_lock const lock{mutex};
    if (!known.emplace(s, stream.key().low, stream.key().high, stream.block()).second) return;
    made_ += batch.releases();
    if (events_) events_->add(batch, sources_[s].counts);
  };
  mechanisms::AnyMechanism const overheard{Overheard{mechanism_, take}};
  auto const how = within(options_, 2 * releases / arms.size());
  std::vector<Found> found(pairs.size());
  auto const look = [&](std::size_t k) { found[k] = search(overheard, pairs_[pairs[k]], how); };
  sim::for_each(pairs.size(), look, sim::drawing(options_.execution));
  return found;
}

}  // namespace warner::verify
