#pragma once

#include <cstddef>
#include <span>

#include "mechanisms/contract/neighbours.hpp"

namespace warner::mechanisms::external {

/// The pair that is played of a mechanism outside the catalogue: {0} stands for D, {1} for D'. Where a pair is sought
/// among several datasets, {k} stands for dataset k.
///
/// Arms stand for data because data compare badly: NaN equals nothing, -0 equals 0, and comparing long datasets takes a
/// time that tells them apart.
Pair const& arms();

/// The number of an arm: 0 for D, 1 for D', or that of a dataset. @throws std::logic_error for a dataset that is no
/// arm.
std::size_t arm_of(Dataset const& arm);

/// Copies `a`, or with `second` `b`, to `out`; all are equally long. All of both is read: the choice shows in no branch
/// and no address.
void select(bool second, std::span<char const> a, std::span<char const> b, std::span<char> out);
/// The same of numbers, by their bits.
void select(bool second, std::span<double const> a, std::span<double const> b, std::span<double> out);

}  // namespace warner::mechanisms::external
