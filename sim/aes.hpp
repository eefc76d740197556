#pragma once

#include <array>

#include "sim/word128.hpp"

namespace warner::sim {

inline constexpr int aes_rounds = 10;

/// The key of AES-128, expanded [FIPS197, section 5.2]: what is added before the first round and after each of the ten.
using AesKeys = std::array<Word128, aes_rounds + 1>;
AesKeys expand_aes_key(Word128 key);

/// AES-128, ten rounds: a keyed bijection of 128-bit blocks, and as far as anybody knows indistinguishable from a
/// random one. This is the portable reference, from tables, whose time depends on the key: sim/simd/words.cpp has the
/// same bits from AES instructions.
Word128 aes_128(Word128 block, AesKeys const& keys);

}  // namespace warner::sim
