#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "verify/wealth/mean_bet.hpp"

namespace warner::verify {

/// Stakes against a mean of numbers whose second moment is claimed: each number e multiplies the wealth by
/// (1 + s e + s^2 e^2 / 2) / (1 + s b + s^2 r^2 / 2), s being the slope, b the claimed mean and r^2 the moment.
/// Half of the money is on slopes about that of greatest growth, half on slopes of 2^-18 to 2 of 1 / rms.
/// @param rms: r, > 0.
std::vector<MeanStake> bias_stakes(double rms, std::uint64_t numbers, double level);

/// What numbers amount to, by stake, whatever mean and moment are claimed: of the numbers, and of minus them.
struct BiasSums {
  std::vector<double> above{}, below{};
  double size = 0;  ///< sum of |e|
  std::uint64_t numbers = 0;

  BiasSums& operator+=(BiasSums const& other);
};
/// @param e: infinities included; NaN counts as one.
BiasSums bias_sums(std::span<MeanStake const> stakes, std::span<double const> e);

/// Which side of a mean is bet on.
enum class Side { above, below };

/// ln of the wealth against "the mean is at most `mean` (of minus the numbers, for `below`), and the mean square at
/// most rms^2".
///
/// Statistic:  the average over stakes of the products above.
/// Guarantee:  1 + x + x^2 / 2 > 0 has mean 1 + s E e + s^2 E e^2 / 2, so under the claim, of each number given those
///             before it, a non-negative supermartingale from 1. No bound on the numbers is needed. Rounded down.
///             It is Catoni's influence function [C12], as [WR23] bet it, without the part that cuts numbers of the
///             other sign: 1 + x + x^2 / 2 >= 1 / (1 - x + x^2 / 2).
/// Reading:    it falls in `mean` and, at s mean >= -1, in rms. An infinite number makes it infinite: the mean square
/// is
///             then.
double log_bias_wealth(BiasSums const& sums, std::span<MeanStake const> stakes, Side side, double mean, double rms);

/// The infimum of the means in [-rms, rms] that are not refuted, rounded down, if the mean square is at most rms^2.
/// -rms where nothing is, rms where all are, and the mean square is then larger.
double bias_lower_bound(BiasSums const& sums, std::span<MeanStake const> stakes, Side side, double rms, double level);

}  // namespace warner::verify
