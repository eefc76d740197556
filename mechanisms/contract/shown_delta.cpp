#include "mechanisms/contract/shown_delta.hpp"

#include <fmt/format.h>

namespace warner::mechanisms {

std::string shown_delta(double delta) {
  auto const six_digits = fmt::format("{:g}", delta);
  return six_digits == "1" && delta < 1 ? fmt::format("{}", delta) : six_digits;
}

}  // namespace warner::mechanisms
