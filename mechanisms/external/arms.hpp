#pragma once

#include <cstddef>
#include <span>

#include "mechanisms/contract/neighbours.hpp"

namespace warner::mechanisms::external {

/// What is played of a mechanism outside the catalogue: no data, but which of the two datasets is meant, {0} or {1}.
///
/// Arms are told by which they are. Data are not compared: NaN equals nothing, -0 equals 0, and a comparison of long
/// datasets takes a time that tells them apart.
Pair const& arms();

/// 0 for the arm of D, 1 for that of D'. @throws std::logic_error for a dataset that is no arm.
std::size_t arm_of(Dataset const& arm);

/// Copies one of two equally long texts, `second` or the first, over a third as long. Which one shows in no branch and
/// no address: all of both is read.
void select(bool second, std::span<char const> a, std::span<char const> b, std::span<char> out);
/// The same of numbers, by their bits.
void select(bool second, std::span<double const> a, std::span<double const> b, std::span<double> out);

}  // namespace warner::mechanisms::external
