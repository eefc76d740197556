#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace warner::verify {

// Does a sampler draw its law? Each function below reads a sample of independent draws and gives a p-value.
// It is valid at every size of the sample, not in a limit: under the law, Pr[p <= a] <= a for every a in (0, 1).
// Where the exact law of a statistic is out of reach the p-value is a bound, and too large by what is stated.
// Small p-values refute; large ones show nothing.

/// A law's distribution function: Pr[X <= x].
using Cdf = std::function<double(double)>;

/// Kolmogorov and Smirnov's distance sup |F_n - F|, and its p-value 2 exp(-2 n distance^2) by Massart's inequality.
/// The constant is the best there is, and holds for every law, with or without atoms [M90].
/// About exact for small p-values of continuous laws, conservative for laws with atoms. NaN counts as a distance of 1.
struct KolmogorovSmirnov {
  double distance = 0, p_value = 1;
};
KolmogorovSmirnov kolmogorov_smirnov(std::span<double const> sample, Cdf const& cdf);

/// How many draws of a law that is `distance` away are refuted at the level, but for a probability of at most `miss`.
/// Both are by Massart's inequality.
/// @throws std::invalid_argument unless distance is in (0, 1] and level, miss in (0, 1).
std::uint64_t kolmogorov_smirnov_trials(double distance, double level, double miss);

/// Anderson and Darling's n int (F_n - F)^2 / (F (1 - F)) dF, for a law without atoms.
/// It looks at the tails as hard as at the middle. Infinite when the sample has NaN or values where F is 0.
/// F is taken to be no closer to 1 than a double below 1 can be: where it is 1 the statistic is finite.
double anderson_darling(std::span<double const> sample, Cdf const& cdf);
/// A number that this statistic of n draws exceeds with probability at most the level.
///
///   1. A band holds all of the empirical distribution with probability 1 - level: exact binomial bounds at points u
///      (Bonferroni), and monotony between them.
///   2. The number is the largest value of the statistic of any sample inside the band.
///
/// It is some ten times the asymptotic quantile at 0.05, some four times at 1e-7.
/// It costs about 4 sqrt(n) incomplete beta functions.
double anderson_darling_bound(std::uint64_t n, double level);

/// The likelihood-ratio form of chi-squared, 2 n KL(observed || expected) = 2 sum O ln(O / E), for k cells.
/// Pr[n KL >= x] <= e^-x (e x / (k - 1))^(k - 1) for x > k - 1, at every n and however small the cells [A20].
/// The price is twice the degrees of freedom of the limit.
struct ChiSquared {
  double statistic = 0, p_value = 1;
};
/// `mass` sums to one (what is missing, or what falls elsewhere, is a last cell that the caller adds).
/// @throws std::invalid_argument when the spans differ in length or have fewer than two cells, or a mass is negative.
ChiSquared chi_squared(std::span<std::uint64_t const> observed, std::span<double const> mass);

/// Does a declared density fit the releases of a pair? A p-value, by two tests at half of it each.
///
/// Statistic:  in a game with a fair coin, given the release, the coin shows D with probability 1 / (1 + e^-L).
///             L = ln p(y) / q(y) is the log ratio of the release, and trials are independent.
///             1. Releases are sorted into cells of the log ratio, about equally many a cell.
///                The number from D lies between two binomials: of the least and of the largest probability in the
///                cell. Their exact tails are shared out over both sides of all cells (Bonferroni).
///             2. The likelihood ratios of "the log ratio is truly 0.5, .., 2 times the declared one" are e-values; one
///                over their mean is a p-value [S21].
/// Reading:    a release that rules out the dataset that it came from refutes by itself.
///             Log ratios are read to a multiple of 2^-30. Since releases are rounded their last bits tell the datasets
///             apart, and this is no mistake of the density.
/// @param under_d, under_d_prime: the log ratios of the releases of D and of D'; NaN refutes.
double log_ratio_fit(std::span<double const> under_d, std::span<double const> under_d_prime, std::size_t cells = 64);

}  // namespace warner::verify
