#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/address.hpp"
#include "verify/scores/hash_table.hpp"
#include "verify/scores/score.hpp"

namespace warner::verify {

/// Kinds of releases that are counted whole, at most.
inline constexpr std::size_t most_atoms = std::size_t{1} << 20;

/// The releases seen more than once, the most frequent first. Empty where releases do not repeat.
Atoms learn_atoms(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime);

/// How often each release came under each dataset: all that trials say of a mechanism whose releases are few.
class AtomCounts {
 public:
  /// @param most: kinds of releases, from which on nothing more is counted.
  AtomCounts(std::size_t width, std::size_t most) : width_{width}, most_{most} {}

  /// Counts the releases of one arm. From several threads at once.
  void add(sim::Arm arm, mechanisms::ConstBatch releases);

  /// Whether there were more kinds than may be counted, so that counts are not whole.
  bool too_many() const { return kinds_ > most_; }

  /// Whether so many more releases may be expected not to bring too many kinds.
  /// A further one is new with the probability that one so far is the only one of its kind [G53].
  bool has_room_for(std::uint64_t more) const;

  /// The releases seen more than once, the most frequent first.
  Atoms atoms() const;

 private:
  struct Kind {
    std::uint64_t d = 0, d_prime = 0;
    std::uint32_t row = 0;
  };
  struct Shard {
    std::mutex mutex{};
    HashTable<Kind> kinds{8};
    std::vector<double> rows{};  ///< row by row
  };
  static constexpr std::size_t shards = 64;

  std::size_t width_, most_;
  std::array<Shard, shards> shards_{};
  std::atomic<std::size_t> kinds_ = 0;
};

}  // namespace warner::verify
