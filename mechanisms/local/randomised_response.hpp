#pragma once

#include "mechanisms/contract/parameters.hpp"
#include "mechanisms/local/binary_response.hpp"

namespace warner::mechanisms::local {

/// Randomised response in its three parametrisations, one mechanism (local/binary_response.hpp):
///
///   r       the truth with probability r, else a fair coin:      p = q = (1 + r) / 2, epsilon = ln(1 + 2 r / (1 - r))
///   gamma   the truth with probability 1/2 + gamma:              p = q = 1/2 + gamma
///   p, q    a 1 kept with probability p, a 0 with probability q
BinaryResponse response_from_r(double r);
BinaryResponse response_from_gamma(double gamma);
/// p = q = e^epsilon / (1 + e^epsilon): the most accurate symmetric response of this epsilon. @throws as
/// require_deniable.
BinaryResponse response_from_epsilon(double epsilon);

/// Makes epsilon, where it was asked for, what the channel spends, if that differs by 1e-9 of it: from 19 or so on, p
/// rounds too coarsely to spend just what was asked.
void resolve_epsilon(Arguments& values, BinaryResponse const& response);

/// @throws std::invalid_argument above 36, where e^epsilon / (1 + e^epsilon) comes to be 1 in a double.
void require_deniable(double epsilon);

}  // namespace warner::mechanisms::local
