#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace warner::verify {

/// Values by 64-bit hashes of their keys, in open addressing with linear probing.
/// Keys are not kept: two that share a hash, as happens once in 2^64, share a value unless find_if tells them apart.
template <class Value>
class HashTable {
 public:
  /// With room for so many values before it grows.
  explicit HashTable(std::size_t room = 512) { make_room(room); }

  std::size_t size() const { return used_; }

  /// The value of a hash, made anew where there is none; and whether it was.
  std::pair<Value&, bool> try_emplace(std::uint64_t hash) {
    auto const at = slot_of(hash);
    if (slots_[at].used) return {slots_[at].value, false};
    return {emplace_at(at, hash), true};
  }

  /// Adds a value, whether or not there are others of this hash; these are found first.
  void add(std::uint64_t hash, Value value) { emplace_at(free_slot(hash), hash) = std::move(value); }

  /// The first value of a hash; null where there is none.
  Value* find(std::uint64_t hash) {
    auto const at = slot_of(hash);
    return slots_[at].used ? &slots_[at].value : nullptr;
  }

  /// The first value of a hash that is the one meant; null where there is none.
  template <class IsMeant>
  Value const* find_if(std::uint64_t hash, IsMeant const& is_meant) const {
    for (auto at = first_slot(hash); slots_[at].used; at = next(at))
      if (slots_[at].hash == hash && is_meant(slots_[at].value)) return &slots_[at].value;
    return nullptr;
  }

  /// Calls use(hash, value) for each, in an order that nothing may depend on.
  template <class Use>
  void each(Use const& use) const {
    for (auto const& slot : slots_)
      if (slot.used) use(slot.hash, slot.value);
  }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    bool used = false;
    Value value{};
  };

  // The high bits of a product depend on all bits of the hash.
  std::size_t first_slot(std::uint64_t hash) const { return hash * 0x9E3779B97F4A7C15u >> shift_; }
  std::size_t next(std::size_t at) const { return at + 1 == slots_.size() ? 0 : at + 1; }

  /// The first one with this hash, or a free one.
  std::size_t slot_of(std::uint64_t hash) const {
    auto at = first_slot(hash);
    while (slots_[at].used && slots_[at].hash != hash) at = next(at);
    return at;
  }
  std::size_t free_slot(std::uint64_t hash) const {
    auto at = first_slot(hash);
    while (slots_[at].used) at = next(at);
    return at;
  }

  Value& emplace_at(std::size_t at, std::uint64_t hash) {
    if (2 * (used_ + 1) > slots_.size()) {
      make_room(2 * slots_.size());
      at = free_slot(hash);
    }
    ++used_;
    slots_[at].hash = hash;
    slots_[at].used = true;
    return slots_[at].value;
  }

  void make_room(std::size_t room) {
    shift_ = 63;
    while ((std::size_t{1} << (64 - shift_)) < 2 * room) --shift_;
    auto before = std::exchange(slots_, std::vector<Slot>(std::size_t{1} << (64 - shift_)));
    for (auto& slot : before)
      if (slot.used) slots_[free_slot(slot.hash)] = std::move(slot);
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  int shift_ = 63;
};

}  // namespace warner::verify
