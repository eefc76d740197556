#pragma once

#include <cstdint>

// The draws of (seed 2026, purpose certify, arm D, block 7), as they are. They prove nothing about the laws; they
// notice when draws change, which makes a release value-breaking.
namespace warner::golden {

struct Words {
  std::uint64_t key_low, key_high;
  std::uint64_t first[4], from_17[3];
};
inline constexpr Words ars_words{0xb2337e87565d9b3c,
                                 0x718f065f29d95da9,
                                 {0xe733fae156c19e0d, 0xc55959884cd0f0e9, 0x7f8f30710ac20f20, 0xc666b5aac504911e},
                                 {0x9ec7eec2b44cca03, 0x1e1baa7be934bbc3, 0xb4c0d95fab1cd4f7}};
inline constexpr Words philox_words{2026,
                                    0x0201,
                                    {0xf01f1e8ffc9469c3, 0xd95eaf319a32cd5a, 0xf5643c5e3cc4851c, 0x9d7ae989f07eb37f},
                                    {0x0e149692ec1172cb, 0x43f14e5d68b1175a, 0x0aa23f10caf46dca}};
/// The first four agree with `openssl enc -aes-128-ecb` of the counters (0, 7) and (1, 7), the key's bytes least
/// significant first.
inline constexpr Words aes_words{0x7d783ba8640f5e31,
                                 0x4109716a2e2c0390,
                                 {0x83b03a44ed19707d, 0x1eb3c5740ee6ae59, 0xa200c8d2240b54b5, 0xa970ab1f1187d64a},
                                 {0x2ea71563f7e6a0e0, 0xcf023db291d00263, 0xcafec4794e69f5fb}};

/// The draws 0, 1, 2 and 9 of each law, at location 0 and scale 1; ratio 0.9.
inline constexpr double uniform[] = {0x1.fd70ab60cf06cp-3, 0x1.2b31099a1e1d3p-1, 0x1.e60e215841e41p-1,
                                     0x1.afee23e8da3f9p-1};
inline constexpr double exponential[] = {0x1.642caca51bb2bp+0, 0x1.13113395e2514p-1, 0x1.aa0102aded876p-5,
                                         0x1.5c48b38dc2f92p-3};
inline constexpr double laplace[] = {-0x1.642caca51bb2bp+0, -0x1.13113395e2514p-1, 0x1.aa0102aded876p-5,
                                     -0x1.5c48b38dc2f92p-3};
inline constexpr double gumbel[] = {-0x1.522b50ce33b54p-2, 0x1.3e1c3de500b8ap-1, 0x1.7a6d6fbb54645p+1,
                                    0x1.c587a0e5238cep+0};
inline constexpr double gaussian[] = {0x1.e7f9368ffa9b6p-2, -0x1.c746b6d829177p-1, -0x1.504629873eebfp-3,
                                      -0x1.10bfe7ff5cc0cp-1};
inline constexpr double geometric[] = {13, 5, 0, 1};
inline constexpr double two_sided_geometric[] = {-13, -5, 0, -2};

/// Trials under D in block 0 of 4096, and in block 1 of 1000 (purpose certify_coin, no arm).
inline constexpr std::uint64_t under_d[] = {2065, 513};

}  // namespace warner::golden
