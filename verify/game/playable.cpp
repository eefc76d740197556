#include "verify/game/playable.hpp"

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::verify {

std::size_t width_of(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair) {
  auto const width = mechanism.columns(pair.d).size(), width_prime = mechanism.columns(pair.d_prime).size();
  require(width >= 1, "mechanism: its releases have no columns (there is nothing to see)");
  require(width == width_prime,
          fmt::format("pair: releases are {} wide on D and {} wide on D' (their width alone tells them apart)", width,
                      width_prime));
  return width;
}

}  // namespace warner::verify
