#include "sim/stream.hpp"

#include "sim/philox.hpp"

namespace warner::sim {

Key key_of(Address const& address) {
  auto const purpose = static_cast<std::uint32_t>(address.purpose), arm = static_cast<std::uint32_t>(address.arm);
  if (address.generator == Generator::philox)  // key = seed; purpose and arm stand in the counter
    return {address.seed, std::uint64_t{purpose} << 8 | arm, Generator::philox};
  auto const word =
      philox4x32_10({purpose, arm, static_cast<std::uint32_t>(address.generator), 0},
                    {static_cast<std::uint32_t>(address.seed), static_cast<std::uint32_t>(address.seed >> 32)});
  Word128 const key{word[0] | std::uint64_t{word[1]} << 32, word[2] | std::uint64_t{word[3]} << 32};
  return address.generator == Generator::aes ? aes_key(key) : Key{key.low, key.high, address.generator};
}

Key aes_key(Word128 key) { return {key.low, key.high, Generator::aes, expand_aes_key(key)}; }

std::uint64_t Stream::word() {
  auto const at = position_ % ahead;
  if (!drawn_ || at == 0) {
    fill_words(key_, block_, (position_ - at) / 8, words_);
    drawn_ = true;
  }
  ++position_;
  return words_[at];
}

void Stream::fill(std::span<std::uint64_t> words) {
  auto const first_row = (position_ + 7) / 8;
  fill_words(key_, block_, first_row, words);
  position_ = 8 * first_row + words.size();
  drawn_ = false;
}

}  // namespace warner::sim
