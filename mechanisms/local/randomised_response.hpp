#pragma once

#include "mechanisms/local/binary_response.hpp"

namespace warner::mechanisms::local {

/// Randomised response in its three parametrisations, one mechanism (local/binary_response.hpp):
///
///   r       the truth with probability r, else a fair coin:      p = q = (1 + r) / 2, epsilon = ln(1 + 2 r / (1 - r))
///   gamma   the truth with probability 1/2 + gamma:              p = q = 1/2 + gamma
///   p, q    a 1 kept with probability p, a 0 with probability q
BinaryResponse response_from_r(double r);
BinaryResponse response_from_gamma(double gamma);
/// p = q = e^epsilon / (1 + e^epsilon): the most accurate symmetric response of this epsilon.
BinaryResponse response_from_epsilon(double epsilon);

}  // namespace warner::mechanisms::local
