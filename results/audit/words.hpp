#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mechanisms/contract/neighbours.hpp"

namespace warner::results {

/// How two datasets are neighbours, as people say it; a record has mechanisms::name_of.
std::string_view in_words(mechanisms::Relation relation);

/// The confidence of a level in per cent, with as many digits as tell it: "95 %", "99.9999999 %".
std::string confidence(double level);

/// A share of trials: "0.3346", or "all", "none", and "nearly all" where digits do not tell.
std::string share(double of_all);

/// A certified lower bound as it is shown: with so many digits at most, and never above what is certified.
std::string rounded_down(double bound, int digits = 6);
/// An upper bound, never below.
std::string rounded_up(double bound, int digits = 6);
/// "[0.981, 1.02]", the one end rounded down and the other up.
std::string interval(double lower, double upper, int digits = 6);

/// A count with commas: "1,234,567".
std::string grouped(std::uint64_t count);

}  // namespace warner::results
