#pragma once

#include <string>

#include "results/audit/record.hpp"

namespace warner::cli {

/// The adversary's rule as a reader takes it in: where releases have words, words, in the place of the numbers that
/// they are ("y[0] is 'no' or 'none'").
std::string says_d(results::Record const& record);
std::string says_d_prime(results::Record const& record);

/// Whether the rule looks at last bits: bits so low that nobody put them there on purpose.
bool reads_last_bits(verify::Strategy const& strategy);

}  // namespace warner::cli
