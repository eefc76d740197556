#include "sim/stream.hpp"

#include "sim/philox.hpp"

namespace warner::sim {

Key key_of(Address const& address) {
  auto const purpose = static_cast<std::uint32_t>(address.purpose), arm = static_cast<std::uint32_t>(address.arm);
  if (address.generator == Generator::philox)  // key = seed; purpose and arm stand in the counter
    return {address.seed, std::uint64_t{purpose} << 8 | arm, Generator::philox};
  auto const word = philox4x32_10({purpose, arm, static_cast<std::uint32_t>(address.generator), 0},
                                  {static_cast<std::uint32_t>(address.seed), static_cast<std::uint32_t>(address.seed >> 32)});
  return {word[0] | std::uint64_t{word[1]} << 32, word[2] | std::uint64_t{word[3]} << 32, address.generator};
}

std::uint64_t Stream::word() {
  auto const lane = position_ % 8;
  if (!row_is_filled_ || lane == 0) {
    fill_words(key_, block_, position_ / 8, row_);
    row_is_filled_ = true;
  }
  ++position_;
  return row_[lane];
}

void Stream::fill(std::span<std::uint64_t> words) {
  auto const first_row = (position_ + 7) / 8;
  fill_words(key_, block_, first_row, words);
  position_ = 8 * first_row + words.size();
  row_is_filled_ = false;
}

}  // namespace warner::sim
