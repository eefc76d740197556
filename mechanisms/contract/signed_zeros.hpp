#pragma once

#include <utility>

#include "mechanisms/contract/neighbours.hpp"

namespace warner::mechanisms {

/// A number of the catalogue's datasets has no sign where it is zero: -0 is 0, so that a mechanism that releases its
/// data as they are does not tell the two apart.
inline Dataset without_signed_zeros(Dataset dataset) {
  for (auto& x : dataset)
    if (x == 0) x = 0;
  return dataset;
}
inline Pair without_signed_zeros(Pair pair) {
  pair.d = without_signed_zeros(std::move(pair.d));
  pair.d_prime = without_signed_zeros(std::move(pair.d_prime));
  return pair;
}

}  // namespace warner::mechanisms
