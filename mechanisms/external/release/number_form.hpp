#pragma once

#include <string>

#include "mechanisms/external/release/value.hpp"

namespace warner::mechanisms::external {

/// How a number is written, where the same number can be written in other ways: 2 and 2.0, 0.5 and 0.50, 1 and true.
struct NumberForm {
  /// Bits of the ways in which a number could have been written otherwise, and of those in which it was.
  unsigned could = 0, is = 0;
};
NumberForm form_of(Value::Node const& number);

/// "with a point", "in quotes with leading zeros": these bits in words; "plainly" of none.
std::string form_in_words(unsigned bits);

}  // namespace warner::mechanisms::external
