#include "sim/dealer.hpp"

#include <algorithm>
#include <string>

#include "sim/require.hpp"

namespace warner::sim {
namespace {

constexpr double short_piece = 0.25, long_piece = 1;  // seconds

std::uint64_t trials_of(std::vector<Replicates> const& ranges) {
  std::uint64_t trials = 0;
  for (auto const& range : ranges) trials += range.count();
  return trials;
}

}  // namespace

std::string words(Replicates const& range) {
  return "[" + std::to_string(range.first) + ", " + std::to_string(range.last) + ")";
}

std::vector<Replicates> missing_of(Replicates const& range, std::vector<Piece> const& pieces) {
  std::vector<Replicates> there;
  for (auto const& piece : pieces) there.push_back(piece.range);
  std::ranges::sort(there, {}, &Replicates::first);
  std::vector<Replicates> missing;
  auto at = range.first;
  for (auto const& piece : there) {
    auto const whole = piece.first % block_size == 0 && (piece.last % block_size == 0 || piece.last == range.last);
    require(piece.first < piece.last && piece.first >= range.first && piece.last <= range.last && whole,
            "trials " + words(piece) + ": are no whole blocks of " + words(range));
    require(piece.first >= at, "trials " + words({piece.first, std::min(at, piece.last)}) + ": are there twice");
    if (piece.first > at) missing.push_back({at, piece.first});
    at = piece.last;
  }
  if (at < range.last) missing.push_back({at, range.last});
  return missing;
}

Dealer::Dealer(Reduction const& reduction, Execution const& execution, int workers)
    : reduction_{reduction},
      execution_{execution},
      workers_{static_cast<std::uint64_t>(workers)},
      sums_(reduction.counters) {
  std::vector<Piece> pieces;
  auto share = reduction.range;
  if (execution.keeper) {
    if (reduction.towards.empty()) share = execution.keeper->share_of(reduction.range);
    pieces = execution.keeper->begin(reduction);
  }
  for (auto const& piece : pieces) {
    require(piece.sums.size() == sums_.size(), "trials " + words(piece.range) + ": have " +
                                                   std::to_string(piece.sums.size()) + " counters, not " +
                                                   std::to_string(sums_.size()));
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += piece.sums[i];
  }
  for (auto const& range : missing_of(reduction.range, pieces)) {
    Replicates const wanted{std::max(range.first, share.first), std::min(range.last, share.last)};
    if (wanted.first < wanted.last) missing_.push_back(wanted);
  }
  std::ranges::reverse(missing_);
  missing_trials_ = trials_of(missing_);
  for (auto const& piece : pieces) done_trials_ += piece.range.count();
}

std::optional<Replicates> Dealer::next() {
  std::lock_guard const lock{mutex_};
  if (missing_.empty()) return std::nullopt;
  auto& front = missing_.back();
  auto const even = missing_trials_ / block_size / (2 * workers_) + 1;  // nobody waits long for the last piece
  auto const last =
      front.first + std::min(front.count(), (workers_ == 1 ? blocks_ : std::min(blocks_, even)) * block_size);
  Replicates const piece{front.first, last};
  missing_trials_ -= piece.count();
  front.first = last;
  if (front.first == front.last) missing_.pop_back();
  return piece;
}

Sums Dealer::sums() const {
  auto sums = sums_;
  sums.push_back(reduction_.range.count() - done_trials_);
  return sums;
}

void Dealer::done(Piece const& piece, double seconds) {
  std::lock_guard const lock{mutex_};
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += piece.sums.at(i);
  if (execution_.keeper) execution_.keeper->keep(reduction_, piece);
  if (seconds < short_piece && piece.range.blocks() >= blocks_)
    blocks_ = std::min<std::uint64_t>(2 * blocks_, std::uint64_t{1} << 40);
  if (seconds > long_piece) blocks_ = std::max<std::uint64_t>(blocks_ / 2, 1);
  done_trials_ += piece.range.count();
  if (execution_.on_progress) execution_.on_progress(done_trials_, reduction_.range.count());
}

}  // namespace warner::sim
