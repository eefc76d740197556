#pragma once

#include <cstdint>
#include <span>

// What noise is usually drawn with, one sample after the other: the standard library and Boost.Random, both over
// mt19937_64. The standard library has no Laplace law: it is drawn by inverting the distribution function, as everybody
// does.
namespace warner::bench {

std::uint64_t std_words(std::span<double> out);  ///< the words are summed, `out` says how many
void std_uniform(std::span<double> out);
void std_exponential(std::span<double> out);          ///< mean 1
void std_laplace(std::span<double> out);              ///< scale 1
void std_gaussian(std::span<double> out);             ///< standard deviation 1
void std_gumbel(std::span<double> out);               ///< scale 1
void std_geometric(std::span<double> out);            ///< ratio 0.7
void std_two_sided_geometric(std::span<double> out);  ///< ratio 0.7, the difference of two geometric draws
void std_bernoulli(std::span<double> out);            ///< probability 0.3
void std_discrete_gaussian(std::span<double> out);    ///< standard deviation 10, cut to -127 .. 127
void std_gaussian_rounded(
    std::span<double> out);  ///< standard deviation 10,000, rounded: nearly the discrete law, and what it costs
void std_poisson_binomial(
    std::span<double> out);                ///< 64 coins, of probabilities 1/65 .. 64/65: a sum of Bernoulli draws
void std_binomial(std::span<double> out);  ///< 255 coins of probability 0.3
/// The discrete Gaussian law of standard deviation 10 by rejection on machine integers [CKS20], exact but for the
/// generator.
void cks20_discrete_gaussian(std::span<double> out);
std::uint64_t std_count_gaussian(std::uint64_t n, double threshold);
std::uint64_t std_count_laplace(std::uint64_t n, double threshold);
std::uint64_t std_count_bernoulli(std::uint64_t n);

/// The game as one would write it down: toss a coin, release, compare with two edges, count. `wrong` of n trials, and
/// `right`.
struct Played {
  std::uint64_t right = 0, wrong = 0;
};
Played std_play_laplace(std::uint64_t n);              ///< location 0 or 1, scale 1
Played std_play_randomised_response(std::uint64_t n);  ///< epsilon 1

void boost_uniform(std::span<double> out);
void boost_exponential(std::span<double> out);
void boost_laplace(std::span<double> out);
void boost_gaussian(std::span<double> out);
void boost_gumbel(std::span<double> out);
void boost_geometric(std::span<double> out);
void boost_two_sided_geometric(std::span<double> out);
void boost_discrete_gaussian(std::span<double> out);  ///< by an alias table of its own
void boost_bernoulli(std::span<double> out);

}  // namespace warner::bench
