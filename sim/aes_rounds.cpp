#include "sim/aes_rounds.hpp"

#include <array>

namespace warner::sim {
namespace {

constexpr std::uint8_t times_x(std::uint8_t a) { return static_cast<std::uint8_t>((a << 1) ^ ((a >> 7) * 0x1b)); }

constexpr std::uint8_t multiply(std::uint8_t a, std::uint8_t b) {
  std::uint8_t product = 0;
  for (; b; b = static_cast<std::uint8_t>(b >> 1), a = times_x(a))
    if (b & 1) product = static_cast<std::uint8_t>(product ^ a);
  return product;
}

/// The S-box of AES: inversion in GF(2^8) (a^254), then the affine map [FIPS197].
constexpr std::array<std::uint8_t, 256> make_s_box() {
  std::array<std::uint8_t, 256> box{};
  for (int a = 0; a < 256; ++a) {
    auto const x = static_cast<std::uint8_t>(a);
    auto power = x;  // a^(2^k - 1) in the end squared: a^254
    for (int i = 0; i < 6; ++i) power = multiply(multiply(power, power), x);
    auto const inverse = multiply(power, power);
    unsigned bits = inverse;
    for (int i = 1; i <= 4; ++i)
      bits ^= static_cast<unsigned>(inverse) << i | static_cast<unsigned>(inverse) >> (8 - i);
    box[static_cast<std::size_t>(a)] = static_cast<std::uint8_t>((bits & 255u) ^ 0x63u);
  }
  return box;
}

/// SubBytes, ShiftRows and MixColumns of one byte at once: four tables of 32-bit columns.
struct Tables {
  std::array<std::uint8_t, 256> s = make_s_box();
  std::array<std::array<std::uint32_t, 256>, 4> t{};
  Tables() {
    for (std::size_t a = 0; a < 256; ++a) {
      std::uint32_t const one = s[a], two = times_x(s[a]), three = two ^ one;
      auto column = two | one << 8 | one << 16 | three << 24;
      for (auto& table : t) {
        table[a] = column;
        column = column << 8 | column >> 24;
      }
    }
  }
};

Tables const& tables() {
  static Tables const instance;
  return instance;
}

struct Columns {
  std::array<std::uint32_t, 4> c;
};

Columns columns_of(Word128 w) {
  return {{static_cast<std::uint32_t>(w.low), static_cast<std::uint32_t>(w.low >> 32),
           static_cast<std::uint32_t>(w.high), static_cast<std::uint32_t>(w.high >> 32)}};
}

Word128 word_of(Columns const& v) {
  return {v.c[0] | std::uint64_t{v.c[1]} << 32, v.c[2] | std::uint64_t{v.c[3]} << 32};
}

}  // namespace

std::uint8_t aes_s_box(std::uint8_t a) { return tables().s[a]; }

Word128 aes_round(Word128 state, Word128 key) {
  auto const& t = tables().t;
  auto const v = columns_of(state).c;
  Columns mixed{};
  for (std::size_t i = 0; i < 4; ++i)
    mixed.c[i] = t[0][v[i] & 255] ^ t[1][v[(i + 1) % 4] >> 8 & 255] ^ t[2][v[(i + 2) % 4] >> 16 & 255] ^
                 t[3][v[(i + 3) % 4] >> 24];
  return word_of(mixed) ^ key;
}

Word128 aes_last_round(Word128 state, Word128 key) {
  auto const& s = tables().s;
  auto const v = columns_of(state).c;
  Columns mixed{};
  for (std::size_t i = 0; i < 4; ++i)
    mixed.c[i] = std::uint32_t{s[v[i] & 255]} | std::uint32_t{s[v[(i + 1) % 4] >> 8 & 255]} << 8 |
                 std::uint32_t{s[v[(i + 2) % 4] >> 16 & 255]} << 16 | std::uint32_t{s[v[(i + 3) % 4] >> 24]} << 24;
  return word_of(mixed) ^ key;
}

}  // namespace warner::sim
