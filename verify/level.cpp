#include "verify/level.hpp"

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::verify {

double checked_level(std::string const& name, double level) {
  require(level > 0 && level < 1, fmt::format("{}: {} is not in (0, 1)", name, level));
  require(level >= least_level,
          fmt::format("{}: {} is below {}, the least that can be told", name, level, least_level));
  return level;
}

}  // namespace warner::verify
