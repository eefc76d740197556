#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"
#include "tests/support/draws.hpp"

// What the tests of mechanisms share: releases by the registry's name, as the driver draws them.
namespace warner::tests {

inline mechanisms::Instance made(std::string_view name, mechanisms::ParameterValues const& values = {}) {
  return mechanisms::make(mechanisms::find(name), values);
}

inline double parameter(mechanisms::Instance const& instance, std::string_view name) {
  for (auto const& [known, value] : instance.parameters)
    if (known == name) return value;
  return std::nan("");
}

/// n releases of M(dataset), column by column: a test of fit for each column.
inline std::vector<std::vector<double>> released(mechanisms::AnyMechanism const& mechanism,
                                                 mechanisms::Dataset const& dataset, std::string_view label,
                                                 std::size_t n = many) {
  auto const width = mechanism.columns(dataset).size();
  std::vector<std::vector<double>> columns(width);
  mechanisms::Releases memory;
  auto const key = sim::key_of({seed_of(label), sim::Purpose::test});
  for (std::size_t first = 0; first < n; first += sim::block_size) {
    auto const batch = memory.shaped(std::min<std::size_t>(sim::block_size, n - first), width);
    sim::Stream stream{key, first / sim::block_size};
    mechanism.release(dataset, stream, batch);
    for (std::size_t j = 0; j < width; ++j)
      columns[j].insert(columns[j].end(), batch.column(j).begin(), batch.column(j).end());
  }
  return columns;
}

/// ln of the density or mass of one release.
inline double log_density(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
                          std::vector<double> release) {
  double result = 0;
  mechanism.log_density(dataset, {release.data(), 1, release.size()}, {&result, 1});
  return result;
}

/// The largest |ln p / q| over these one-column releases.
inline double largest_log_ratio(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                                std::vector<double> const& releases) {
  double largest = 0;
  for (auto const y : releases)
    largest =
        std::max(largest, std::fabs(log_density(mechanism, pair.d, {y}) - log_density(mechanism, pair.d_prime, {y})));
  return largest;
}

/// epsilon of the pair at delta by enumeration: the best event is a prefix of the outcomes sorted by their ratio, so no
/// search and no root finding. P and Q are the masses of the same outcomes.
inline double enumerated_epsilon(std::vector<double> const& p, std::vector<double> const& q, double delta) {
  auto const one_way = [&](std::vector<double> const& a, std::vector<double> const& b) {
    std::vector<std::size_t> order(a.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, [&](std::size_t i, std::size_t j) { return a[i] * b[j] > a[j] * b[i]; });
    double best = 0, mass_a = 0, mass_b = 0;
    for (auto const i : order) {
      mass_a += a[i];
      mass_b += b[i];
      if (mass_a > delta) best = std::max(best, std::log((mass_a - delta) / mass_b));
    }
    return best;
  };
  return std::max(one_way(p, q), one_way(q, p));
}

/// The masses of outcomes 0, .., last under a mechanism that releases one integer.
inline std::vector<double> masses(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
                                  int first, int last) {
  std::vector<double> mass;
  for (int y = first; y <= last; ++y)
    mass.push_back(std::exp(log_density(mechanism, dataset, {static_cast<double>(y)})));
  return mass;
}

}  // namespace warner::tests
