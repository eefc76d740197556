#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "sim/polynomials.hpp"

// One variate from its words, by plain arithmetic: the reference of every kernel in sim/simd, bit for bit. Only + - *
// fma sqrt floor and bit operations, all exact under IEEE 754, so that no library and no instruction set has a say.
namespace warner::sim::scalar {

inline constexpr std::uint64_t mantissa_mask = 0x000FFFFFFFFFFFFFu, one_bits = 0x3FF0000000000000u;

/// (k + 1/2) / 2^52 from the low 52 bits k: never 0 or 1, symmetric about 1/2. Bits 63 and 62 stay free for signs.
inline double unit_open(std::uint64_t word) {
  return std::bit_cast<double>((word & mantissa_mask) | one_bits) - (1 - 0x1p-53);
}

/// -log(x) of a positive normal x. Absolute error 2e-16, relative error at most 11 ulp for x in (0, 1), by
/// x = 2^e z, z = c_i (1 + r): sixteen intervals and a polynomial; the last interval has c = 2, so nothing cancels near
/// 1.
inline double negative_log(double x) {
  using namespace polynomial;
  auto const bits = std::bit_cast<std::uint64_t>(x);
  auto const index = (bits >> 48) & 15;
  auto const z = std::bit_cast<double>((bits & mantissa_mask) | one_bits);
  auto const e = std::bit_cast<double>((bits >> 52) | 0x4330000000000000u) - (0x1p52 + 1023);
  auto const r = std::fma(z, log_inverse[index], -1.0);
  auto tail = log_tail[7];
  for (int i = 6; i >= 0; --i) tail = std::fma(tail, r, log_tail[i]);
  auto const head = std::fma(-e, ln_2, log_of_inverse[index]);
  return std::fma(r * r, tail, head - r);
}

inline double exponential(std::uint64_t word) { return negative_log(unit_open(word)); }

/// The value with the sign of bit 63 of the word.
inline double signed_by(double magnitude, std::uint64_t word) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) | (word & 0x8000000000000000u));
}

inline double laplace(std::uint64_t word, double location, double scale) {
  return std::fma(signed_by(exponential(word), word), scale, location);
}

inline double gumbel(std::uint64_t word, double location, double scale) {
  return std::fma(negative_log(exponential(word)), scale, location);
}

/// A direction: (cos, sin) of an angle uniform on the circle. pi t / 4 with t from 52 bits; bit 62 swaps, bit 63
/// negates.
struct Direction {
  double cosine, sine;
};
inline Direction direction(std::uint64_t word) {
  using namespace polynomial;
  auto const t = std::fma(2.0, unit_open(word), -1.0), t2 = t * t;
  auto s = sine[6];
  for (int i = 5; i >= 0; --i) s = std::fma(s, t2, sine[i]);
  auto c = cosine[7];
  for (int i = 6; i >= 0; --i) c = std::fma(c, t2, cosine[i]);
  s = s * t;
  auto const swap = (word >> 62 & 1) != 0;
  auto const flip = [&](double v) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(v) ^ (word & 0x8000000000000000u));
  };
  return {flip(swap ? s : c), flip(swap ? c : s)};
}

/// Two independent Gaussians, by Box and Muller [BM58].
struct TwoGaussians {
  double first, second;
};
inline TwoGaussians gaussians(std::uint64_t radius_word, std::uint64_t angle_word, double location, double scale) {
  auto const e = exponential(radius_word);
  auto const radius = std::sqrt(e + e) * scale;
  auto const at = direction(angle_word);
  return {std::fma(radius, at.cosine, location), std::fma(radius, at.sine, location)};
}

/// 1 / -log(ratio), ratio in (0, 1): by our own logarithm, since the library's last bit depends on the machine.
inline double inverse_rate(double ratio) { return 1 / negative_log(ratio); }

/// floor(E / -log(ratio)).
inline double geometric(std::uint64_t word, double inverse_rate) {
  return std::floor(exponential(word) * inverse_rate);
}

/// shift = 1 + log(2 ratio / (1 + ratio)) / rate makes Pr[|z| >= k] = 2 ratio^k / (1 + ratio) for k >= 1.
inline double two_sided_shift(double ratio, double inverse_rate) {
  return 1 - negative_log(2 * ratio / (1 + ratio)) * inverse_rate;
}
inline double two_sided_geometric(std::uint64_t word, double location, double inverse_rate, double shift) {
  auto const whole = std::floor(std::fma(exponential(word), inverse_rate, shift));
  return location + signed_by(whole > 0.0 ? whole : 0.0, word);
}

}  // namespace warner::sim::scalar
