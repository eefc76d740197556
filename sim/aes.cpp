#include "sim/aes.hpp"

#include <bit>

#include "sim/aes_rounds.hpp"

namespace warner::sim {
namespace {

std::uint32_t substituted(std::uint32_t column) {
  std::uint32_t out = 0;
  for (int byte = 0; byte < 4; ++byte)
    out |= std::uint32_t{aes_s_box(static_cast<std::uint8_t>(column >> 8 * byte))} << 8 * byte;
  return out;
}

}  // namespace

AesKeys expand_aes_key(Word128 key) {
  AesKeys keys{key};
  std::uint32_t columns[4] = {static_cast<std::uint32_t>(key.low), static_cast<std::uint32_t>(key.low >> 32),
                              static_cast<std::uint32_t>(key.high), static_cast<std::uint32_t>(key.high >> 32)};
  std::uint32_t constant = 1;  // powers of x in GF(2^8)
  for (std::size_t round = 1; round < keys.size(); ++round) {
    columns[0] ^= substituted(std::rotr(columns[3], 8)) ^ constant;
    for (int i = 1; i < 4; ++i) columns[i] ^= columns[i - 1];
    keys[round] = {columns[0] | std::uint64_t{columns[1]} << 32, columns[2] | std::uint64_t{columns[3]} << 32};
    constant = (constant << 1) ^ (constant >> 7) * 0x11b;
  }
  return keys;
}

Word128 aes_128(Word128 block, AesKeys const& keys) {
  auto state = block ^ keys[0];
  for (int round = 1; round < aes_rounds; ++round) state = aes_round(state, keys[static_cast<std::size_t>(round)]);
  return aes_last_round(state, keys[aes_rounds]);
}

}  // namespace warner::sim
