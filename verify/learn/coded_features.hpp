#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/driver.hpp"
#include "verify/scores/feature.hpp"

namespace warner::verify {

inline constexpr std::size_t most_edges = 63;  ///< of a feature

/// A feature of the releases of both datasets, alternately: how many edges each is beyond; 0 for NaN.
struct Coded {
  Feature feature;
  std::vector<double> edges;
  std::vector<std::int16_t> code;
};

/// The first features, those left out that do not vary. Releases are as many of either dataset.
/// Edges are quantiles, finer into the tails.
std::vector<Coded> coded(std::span<Feature const> features, mechanisms::ConstBatch under_d,
                         mechanisms::ConstBatch under_d_prime, sim::Execution const& execution = {});

/// The same at the edges nearest to so many equal parts, and at those into the tails.
Coded coarser(Coded const& fine, std::size_t equal_parts);

}  // namespace warner::verify
