#pragma once

#include <cstdint>

#include "sim/word128.hpp"

namespace warner::sim {

/// One round of AES, SubBytes, ShiftRows, MixColumns and the addition of a round key, and the last round, which does
/// not mix columns [FIPS197]. From tables: the portable reference of the instructions in sim/simd/words.cpp. Byte i of
/// FIPS-197's state is byte i of the word, low half first, least significant byte first.
Word128 aes_round(Word128 state, Word128 key);
Word128 aes_last_round(Word128 state, Word128 key);
std::uint8_t aes_s_box(std::uint8_t a);

}  // namespace warner::sim
