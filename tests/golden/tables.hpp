#pragma once

#include <cstdint>

// Laws drawn from tables or by exact integers, at (seed 2026, purpose certify, arm D, block 7): they notice when draws
// change.
namespace warner::golden {

/// FNV-1a over the entries of the table of the discrete Gaussian with standard deviation 10, and its first draws.
inline constexpr std::uint64_t discrete_gaussian_10 = 0x816babd3c2bda2e6;
inline constexpr double discrete_gaussian_draws[] = {-12, 11, -9, -9};

/// The first draws of the exact laws, scale 7 / 2 and variance 25 / 4.
inline constexpr double discrete_laplace_exact[] = {2, 1, 1, -13}, discrete_gaussian_exact[] = {-1, 1, -2, 1};

}  // namespace warner::golden
