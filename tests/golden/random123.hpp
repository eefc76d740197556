#pragma once

#include <array>
#include <cstdint>

// Known answers of Random123 1.14.0 (D. E. Shaw Research, BSD 3-clause), whose streams ours are. Those of Philox4x32-10
// are lines of its kat_vectors; those of ARS4x32-7, which that file has with ten rounds only, were computed with its
// ars.h.
namespace warner::golden {

struct Philox4x32_10 {
  std::array<std::uint32_t, 4> counter;
  std::array<std::uint32_t, 2> key;
  std::array<std::uint32_t, 4> answer;
};
inline constexpr Philox4x32_10 philox_answers[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xffffffff, 0xffffffff},
     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

struct Ars4x32_7 {
  std::array<std::uint32_t, 4> counter, key, answer;
};
inline constexpr Ars4x32_7 ars_answers[] = {
    {{0, 0, 0, 0}, {0, 0, 0, 0}, {0xdacf61ff, 0xc45798f3, 0x113c7eeb, 0x101e27f3}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0, 0, 0, 0}, {0x8a1a8159, 0xb246b002, 0x03e4b870, 0xa9864486}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89},
     {0xd1df87af, 0xf67d43ba, 0x4f66afdb, 0x393dcb2d}},
};

}  // namespace warner::golden
