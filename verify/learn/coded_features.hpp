#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/scores/feature.hpp"

namespace warner::verify {

inline constexpr std::size_t most_edges = 63;  ///< of a feature

/// Of the releases of both datasets, alternately, how many edges of the feature each is beyond; 0 for NaN.
struct Coded {
  std::size_t feature;
  std::vector<double> edges;
  std::vector<std::int16_t> code;
};

/// Codes of the first features, those left out that do not vary. Releases are as many of either dataset.
/// @param equal_parts: edges are quantiles, of so many parts, finer into the tails.
std::vector<Coded> coded(std::span<Feature const> features, mechanisms::ConstBatch under_d,
                         mechanisms::ConstBatch under_d_prime, std::size_t equal_parts);

}  // namespace warner::verify
