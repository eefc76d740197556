#pragma once

#include <string>
#include <vector>

#include "verify/scores/strategy.hpp"

namespace warner::verify {

/// Of which releases a strategy says D, in words: "y[0] < 0.5", "y.k3 is present", "never".
/// @param columns: what the columns of a release are called, and what their numbers stand for. Without them they are
/// y[0], y[1], .. of numbers.
std::string say_d(Strategy const& strategy, std::vector<mechanisms::Column> const& columns = {});
std::string say_d_prime(Strategy const& strategy, std::vector<mechanisms::Column> const& columns = {});

/// The event of a plain event, in words; "" where there is none.
std::string plain_event(Strategy const& strategy, std::vector<mechanisms::Column> const& columns = {});

}  // namespace warner::verify
