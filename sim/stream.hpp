#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/address.hpp"
#include "sim/aes.hpp"

namespace warner::sim {

/// The 128-bit key of an address, by one Philox4x32-10 block: counter (purpose, arm, generator, 0), key = seed.
/// A bijection for each seed, so two (purpose, arm) never share a key. Philox, whose key has 64 bits, takes the seed
/// itself: purpose and arm stand in its counter (position, 256 purpose + arm, block), and a block has 2^32 counters.
struct Key {
  std::uint64_t low = 0, high = 0;
  Generator generator = Generator::ars;
  AesKeys aes{};  ///< the expanded key, for Generator::aes only
};
Key key_of(Address const& address);

/// The key of the generator aes from its 128 bits.
Key aes_key(Word128 key);

/// One stream of 64-bit words, a pure function of (seed, purpose, arm, block, position).
///
/// The words stand in rows of eight lanes. ARS4x32-7: lane j of row r is half (j & 1) of the counter
/// (4 r + (j >> 1), block), and so it is for AES-128 in counter mode. Philox4x32-10: counters 8 i .. 8 i + 7 give rows
/// 2 i (words 0, 1) and 2 i + 1 (words 2, 3). Every instruction set reproduces these rows bit for bit. [SMDS11,
/// FIPS197]
class Stream {
 public:
  Stream(Address const& address, std::uint64_t block) : Stream{key_of(address), block} {}
  Stream(Key const& key, std::uint64_t block) : key_{key}, block_{block} {}

  /// The next word.
  std::uint64_t word();

  /// The next words, from the start of the next whole row of eight on: the fast way, by vector instructions.
  void fill(std::span<std::uint64_t> words);

  /// The position of the next word.
  std::uint64_t position() const { return position_; }

  /// Which stream it is.
  Key const& key() const { return key_; }
  std::uint64_t block() const { return block_; }

  /// Goes to a position, forwards or back: whoever knows where draws stand can take them in another order.
  void move_to(std::uint64_t position) {
    position_ = position;
    drawn_ = false;
  }

 private:
  Key key_;
  std::uint64_t block_;
  std::uint64_t position_ = 0;
  static constexpr std::size_t ahead = 32;  // single words are drawn this many at a time
  bool drawn_ = false;                      // whether words_ holds those around position_
  std::uint64_t words_[ahead];
};

/// words.size() words of the stream (key, block) from the row `first_row` on: the kernel under Stream.
void fill_words(Key const& key, std::uint64_t block, std::uint64_t first_row, std::span<std::uint64_t> words);

}  // namespace warner::sim
