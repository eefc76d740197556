#pragma once

#include <cstdint>
#include <span>

#include "sim/stream.hpp"

namespace warner::sim {

/// Batches of variates, out.size() of them, drawn from a stream by vector kernels (sim/simd). Each takes its words
/// by Stream::fill, and gives the same bits on every instruction set; sim/scalar.hpp has the plain reference of each.
///
/// Words used: one a variate; the Gaussian takes rows in pairs (row 2 i the radius, row 2 i + 1 the angle, giving
/// the cosines and then the sines), so a multiple of sixteen words.
void fill_uniform(Stream& stream, std::span<double> out);                    ///< (0, 1), symmetric about 1/2
void fill_exponential(Stream& stream, double scale, std::span<double> out);  ///< mean `scale`
void fill_laplace(Stream& stream, double location, double scale,
                  std::span<double> out);  ///< density e^(-|z|/scale) / (2 scale)
void fill_gumbel(Stream& stream, double location, double scale, std::span<double> out);  ///< cdf exp(-e^(-z/scale))
void fill_gaussian(Stream& stream, double location, double scale,
                   std::span<double> out);                                 ///< `scale` is the standard deviation
void fill_geometric(Stream& stream, double ratio, std::span<double> out);  ///< Pr[G >= k] = ratio^k, k = 0, 1, ..
void fill_two_sided_geometric(Stream& stream, double location, double ratio,
                              std::span<double> out);  ///< Pr[z] ~ ratio^|z|
/// 1.0 with probability `threshold` / 2^64 (the word is below the threshold), else 0.0.
void fill_bernoulli(Stream& stream, std::uint64_t threshold, std::span<double> out);
/// How many of n coins with probability threshold / 2^64 show 1; the same words as fill_bernoulli.
std::uint64_t count_bernoulli(Stream& stream, std::uint64_t threshold, std::uint64_t n);

/// One variate from its words, for mechanisms that draw now and then: the bits of the batches, and of sim/scalar.hpp.
double exponential_of(std::uint64_t word);  ///< mean 1
double laplace_of(std::uint64_t word, double location, double scale);
double gumbel_of(std::uint64_t word, double location, double scale);
double gaussian_of(std::uint64_t radius, std::uint64_t angle, double location, double scale);
double geometric_of(std::uint64_t word, double inverse_rate);  ///< inverse_rate and shift: sim/scalar.hpp
double two_sided_geometric_of(std::uint64_t word, double location, double inverse_rate, double shift);

/// The threshold of a probability in [0, 1]: round(p 2^64), with 1 represented as 2^64 - 1 (off by 2^-64).
std::uint64_t bernoulli_threshold(double probability);

}  // namespace warner::sim
