#pragma once

// Printed by sim/simd/coefficients.py; not to be edited.

namespace warner::sim::polynomial {

/// 1 / c_i, c_i near the middle of the i-th sixteenth of [1, 2), the last one 2.
inline constexpr double log_inverse[16] = {
    0x1.f07c1f07c1f08p-1, 0x1.d41d41d41d41dp-1, 0x1.bacf914c1bad0p-1, 0x1.a41a41a41a41ap-1,
    0x1.8f9c18f9c18fap-1, 0x1.7d05f417d05f4p-1, 0x1.6c16c16c16c17p-1, 0x1.5c9882b931057p-1,
    0x1.4e5e0a72f0539p-1, 0x1.4141414141414p-1, 0x1.3521cfb2b78c1p-1, 0x1.29e4129e4129ep-1,
    0x1.1f7047dc11f70p-1, 0x1.15b1e5f75270dp-1, 0x1.0c9714fbcda3bp-1, 0x1.0000000000000p-1,
};

/// log of the doubles in log_inverse.
inline constexpr double log_of_inverse[16] = {
    -0x1.f829b0e7832f8p-6, -0x1.6f0d28ae56b4ep-4, -0x1.29552f81ff521p-3, -0x1.9525a9cf456b6p-3,
    -0x1.fb9186d5e3e29p-3, -0x1.2e8e2bae11d31p-2, -0x1.5d1bdbf5809cap-2, -0x1.89a3386c1425bp-2,
    -0x1.b44f77bcc8f64p-2, -0x1.dd46a04c1c4a1p-2, -0x1.02552a5a5d0ffp-1, -0x1.154c3d2f4d5eap-1,
    -0x1.2795e1289b11bp-1, -0x1.393e0d3562a1ap-1, -0x1.4a4f85db03ebbp-1, -0x1.62e42fefa39efp-1,
};

/// (r - log1p(r)) / r^2 for |r| <= 1.001 / 32, powers of r upward.
inline constexpr double log_tail[8] = {
    0x1.ffffffffffff3p-2, -0x1.555555555554ap-2, 0x1.00000000672e7p-2, -0x1.9999999a55351p-3,
    0x1.5555453ee1cbep-3, -0x1.24923a8470b0bp-3, 0x1.0066b855c79a5p-3, -0x1.c7d7361f0e983p-4,
};

/// sin(pi t / 4) / t for t in (-1, 1), powers of t^2 upward.
inline constexpr double sine[7] = {
    0x1.921fb54442d18p-1,  -0x1.4abbce625be41p-4,  0x1.466bc677587f8p-9,  -0x1.32d2cce2e5b19p-15,
    0x1.50782fda12d96p-22, -0x1.e30071afc3e59p-30, 0x1.e3f38399551bfp-38,
};

/// cos(pi t / 4) for t in (-1, 1), powers of t^2 upward.
inline constexpr double cosine[8] = {
    0x1.0000000000000p+0,  -0x1.3bd3cc9be45dep-2,  0x1.03c1f081b5aacp-6,  -0x1.55d3c7e3c90f8p-12,
    0x1.e1f5068355e15p-19, -0x1.a6d1ec7906c20p-26, 0x1.f9cc41140bb60p-34, -0x1.b264ba152378ap-42,
};

inline constexpr double ln_2 = 0x1.62e42fefa39efp-1;

}  // namespace warner::sim::polynomial
