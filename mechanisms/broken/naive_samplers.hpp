#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/stream.hpp"

namespace warner::mechanisms::broken {

/// Noise as libraries draw it, of scale 1: textbook formulas on uniforms u = k / 2^53 (k / 2^24 in single precision), k
/// = 0 drawn again. The laws are right; the low bits are not, since the noise takes few values and a sum rounds them
/// [M12, HDHSH22]. Logarithms and cosines are our own, so that the bits are the same everywhere; the grid of the
/// uniforms is what matters.
enum class NaiveSampler {
  laplace,                ///< -sign(u - 1/2) ln(1 - 2 |u - 1/2|)
  laplace_four_uniforms,  ///< ln(1 - u1) cos(pi u2) + ln(1 - u3) cos(pi u4), meant to blur the grid [HB21]
  gaussian_box_muller,    ///< sqrt(-2 ln u1) cos(2 pi u2) [BM58]
  gaussian_polar,         ///< Marsaglia's polar method, by rejection [MB64]
  gaussian_ziggurat,      ///< 256 layers, 52 bits [MT00]
  gaussian_two_normals,   ///< two of Box and Muller, over sqrt 2, meant to blur the grid [HB21]
  laplace_single,         ///< the first in single precision
  gaussian_four_single,   ///< half the sum of four single-precision normals of Box and Muller
};

/// Whether it draws in single precision.
bool is_single(NaiveSampler sampler);

/// out[i] = location + scale times noise, rounded at every step: in double or in single precision.
void fill_naive(NaiveSampler sampler, sim::Stream& stream, double location, double scale, std::span<double> out);

}  // namespace warner::mechanisms::broken
