#pragma once

#include <span>
#include <vector>

namespace warner::mechanisms::privacy {

/// ln Pr[index i wins], i = 0, .., n - 1, when every answer gets independent noise of the given scale and the largest
/// wins. Laplace and exponential noise: the integral over the winner's value y of f(y - x_i) times the product of F(y -
/// x_j), j other than i; relative error below 1e-12. Gumbel noise: softmax(x / scale), in closed form [MT07].
/// Logarithms are known where no double holds the mass; NaN where answers lie too far apart for that, 10'000 scales.
std::vector<double> log_noisy_max_laplace(std::span<double const> answers, double scale);
std::vector<double> log_noisy_max_exponential(std::span<double const> answers, double scale);
std::vector<double> log_noisy_max_gumbel(std::span<double const> answers, double scale);

}  // namespace warner::mechanisms::privacy
