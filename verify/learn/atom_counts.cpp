#include "verify/learn/atom_counts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "verify/learn/learned_scores.hpp"
#include "verify/scores/release_hash.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

/// The hashes of all releases, those under D first.
std::vector<std::uint64_t> hashes_of(ConstBatch under_d, ConstBatch under_d_prime) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(under_d.releases() + under_d_prime.releases());
  for (auto const& batch : {under_d, under_d_prime})
    for (std::size_t i = 0; i < batch.releases(); ++i) hashes.push_back(hash_of(batch, i));
  return hashes;
}

/// Hashes that may come more than once: all that do, and a few others.
/// Most releases of a continuous mechanism need no further look.
std::vector<std::uint64_t> perhaps_repeated(std::vector<std::uint64_t> const& hashes) {
  constexpr int address_bits = 23;
  std::vector<std::uint64_t> seen((std::size_t{1} << address_bits) / 64), again;
  for (auto const hash : hashes) {
    auto const address = hash >> (64 - address_bits);
    auto& word = seen[address / 64];
    auto const bit = std::uint64_t{1} << address % 64;
    if (word & bit) again.push_back(hash);
    word |= bit;
  }
  return again;
}

/// How often a kind of release was seen under each dataset.
struct Seen {
  double d = 0, d_prime = 0;
  std::size_t first = 0;  // one release of the kind
};

/// The table of kinds that were seen more than once.
/// @param number(first, j): of the release that a kind was first seen as.
template <class Number>
Atoms table_of(std::size_t width, std::vector<Seen> kinds, Number const& number) {
  std::erase_if(kinds, [](Seen const& kind) { return kind.d + kind.d_prime < 2; });
  auto const before = [&](Seen const& a, Seen const& b) {  // the same order everywhere
    if (a.d + a.d_prime != b.d + b.d_prime) return a.d + a.d_prime > b.d + b.d_prime;
    for (std::size_t j = 0; j < width; ++j)
      if (auto const one = bits_of(number(a.first, j)), other = bits_of(number(b.first, j)); one != other)
        return one < other;
    return false;
  };
  std::ranges::sort(kinds, before);
  if (kinds.size() > most_atoms) kinds.resize(most_atoms);
  Atoms atoms{width, {}, {}};
  atoms.releases.reserve(kinds.size() * width);
  for (auto const& kind : kinds) {
    for (std::size_t j = 0; j < width; ++j)
      atoms.releases.push_back(std::bit_cast<double>(bits_of(number(kind.first, j))));
    atoms.log_ratio.push_back(shrunk(smoothed_log_ratio(kind.d, kind.d_prime), kind.d, kind.d_prime));
  }
  return atoms;
}

}  // namespace

Atoms learn_atoms(ConstBatch under_d, ConstBatch under_d_prime) {
  auto const of_d = under_d.releases();
  auto const hashes = hashes_of(under_d, under_d_prime);
  HashTable<Seen> seen;
  for (auto const hash : perhaps_repeated(hashes)) seen.try_emplace(hash);
  for (std::size_t i = 0; i < hashes.size(); ++i)
    if (auto* kind = seen.find(hashes[i])) {
      if (kind->d + kind->d_prime == 0) kind->first = i;
      ++(i < of_d ? kind->d : kind->d_prime);
    }
  std::vector<Seen> kinds;
  seen.each([&](std::uint64_t, Seen const& kind) { kinds.push_back(kind); });
  return table_of(under_d.width(), std::move(kinds),
                  [&](std::size_t i, std::size_t j) { return i < of_d ? under_d(i, j) : under_d_prime(i - of_d, j); });
}

void AtomCounts::add(sim::Arm arm, ConstBatch releases) {
  if (too_many()) return;
  thread_local std::array<std::vector<std::pair<std::uint64_t, std::size_t>>, shards> dealt;
  for (auto& some : dealt) some.clear();
  for (std::size_t i = 0; i < releases.releases(); ++i) {
    auto const hash = hash_of(releases, i);
    dealt[hash % shards].emplace_back(hash, i);
  }
  for (std::size_t s = 0; s < shards; ++s) {
    if (dealt[s].empty()) continue;
    auto& shard = shards_[s];
    std::scoped_lock const lock{shard.mutex};
    auto const before = shard.kinds.size();
    for (auto const& [hash, i] : dealt[s]) {
      auto const [kind, is_new] = shard.kinds.try_emplace(hash);
      ++(arm == sim::Arm::d ? kind.d : kind.d_prime);
      if (!is_new) continue;
      kind.row = static_cast<std::uint32_t>(shard.kinds.size() - 1);
      for (std::size_t j = 0; j < width_; ++j) shard.rows.push_back(releases(i, j));
    }
    kinds_ += shard.kinds.size() - before;
  }
}

bool AtomCounts::has_room_for(std::uint64_t more) const {
  if (too_many()) return false;
  double all = 0, once = 0;
  for (auto const& shard : shards_)
    shard.kinds.each([&](std::uint64_t, Kind const& kind) {
      all += static_cast<double>(kind.d + kind.d_prime);
      once += kind.d + kind.d_prime == 1;
    });
  return static_cast<double>(kinds_) + once / std::max(all, 1.0) * static_cast<double>(more) <=
         static_cast<double>(most_);
}

Atoms AtomCounts::atoms() const {
  std::vector<Seen> kinds;
  for (std::size_t s = 0; s < shards; ++s)
    shards_[s].kinds.each([&](std::uint64_t, Kind const& kind) {
      kinds.push_back({static_cast<double>(kind.d), static_cast<double>(kind.d_prime), kind.row * shards + s});
    });
  return table_of(width_, std::move(kinds), [&](std::size_t first, std::size_t j) {
    return shards_[first % shards].rows[first / shards * width_ + j];
  });
}

}  // namespace warner::verify
