#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/search/search.hpp"
#include "verify/search/simple_events.hpp"

namespace warner::verify {

/// Releases of datasets that several pairs have in common: they are made once, and count for all of these pairs.
/// All datasets release with the same randomness, so that datasets which release alike can be seen to.
class SharedReleases {
 public:
  /// What is given must outlive this.
  SharedReleases(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                 SearchOptions const& options);

  /// A round: fresh releases of the datasets of these pairs, so many of all together.
  /// A dataset of several pairs makes more than others, by the square root of how many.
  void make(std::vector<std::size_t> const& of_pairs, std::uint64_t releases);

  /// How many every dataset of the round made, at least.
  std::size_t each() const { return each_; }
  /// How many were made since the beginning.
  std::uint64_t made() const { return made_; }

  /// Releases of this round, from the `first` on, under both datasets of a pair.
  Sample sample(std::size_t pair, std::size_t first, std::size_t n) const;

  /// Says of two pairs that all that they released was the same.
  std::pair<std::uint64_t, std::uint64_t> likeness(std::size_t pair) const;

  /// The best bound predicted of a simple event, by the counts of all rounds and searches; -infinity before any.
  double simple_bound(std::size_t pair, double caution) const;

  /// A whole search of each of these pairs, with about so many releases that are new.
  std::vector<Found> searched(std::vector<std::size_t> const& pairs, std::uint64_t releases);

 private:
  /// A dataset, what it released in this round, and the counts of all.
  struct Source {
    mechanisms::Dataset dataset;
    std::size_t pairs = 0;  // of this round
    std::vector<double> released{};
    std::size_t releases = 0;
    std::uint64_t hash = 0;  // of the first releases of every round
    SimpleEvents::Counts counts{};
  };

  mechanisms::ConstBatch released(Source const& source) const {
    return {source.released.data(), source.releases, width_};
  }
  void draw();
  void count();
  std::vector<std::size_t> columns_looked_at() const;

  mechanisms::AnyMechanism const& mechanism_;
  std::span<mechanisms::Pair const> pairs_;
  SearchOptions const& options_;
  std::size_t width_, each_ = 0;
  std::vector<Source> sources_;
  std::map<mechanisms::Dataset, std::size_t> source_of_;
  std::vector<std::array<std::size_t, 2>> of_pair_;  // sources
  std::optional<SimpleEvents> events_{};             // of the columns of the first round
  std::uint64_t made_ = 0, next_block_ = 0;
};

}  // namespace warner::verify
