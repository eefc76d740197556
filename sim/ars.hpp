#pragma once

#include "sim/word128.hpp"

namespace warner::sim {

/// ARS4x32-7: seven AES rounds with Weyl round keys, a keyed bijection of 128-bit counters [SMDS11]. This is the
/// portable reference, from tables; sim/simd/words.cpp has the same bits from AES instructions.
Word128 ars4x32_7(Word128 counter, Word128 key);

/// What is added to the key before each round.
inline constexpr Word128 ars_weyl{0x9E3779B97F4A7C15u, 0xBB67AE8584CAA73Bu};
inline constexpr int ars_rounds = 7;

}  // namespace warner::sim
