#pragma once

#include <optional>
#include <span>

namespace warner::mechanisms::privacy {

/// Privacy profile of several independent Laplace noises at once: shifts[i] = distance in coordinate i / scale, >= 0,
/// epsilon >= 0.
///
/// The privacy loss is (sum of the shifts) - 2 S, S a sum of independent B min(E, shift): B a fair bit, E exponential.
/// With v = 1 / (1 + u) the transform of one term is ((1 + v) + (1 - v) e^(-(1 + u) shift)) / 2; the product expands
/// into Gamma laws moved by sums of shifts. So delta is a finite sum, exact, with alternating signs: it is evaluated in
/// 220 digits and rounded once. Equal shifts are counted, not enumerated.
///
/// Empty where the sum is too long to be worth it: more than 50'000 terms, (k + 1)^2 for k equal shifts, or k > 128.
std::optional<double> product_laplace_delta(std::span<double const> shifts, double epsilon);

}  // namespace warner::mechanisms::privacy
