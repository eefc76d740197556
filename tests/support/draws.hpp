#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "sim/stream.hpp"
#include "tests/support/seed.hpp"

namespace warner::tests {

/// A million and a bit draws, enough for the tests of fit to refute a scale that is 5 % off (mechanisms/noise).
inline constexpr std::size_t many = 1 << 20;

/// n draws of a noise law around a location, block by block, as the driver draws them.
template <class Law>
std::vector<double> draws(Law const& law, std::string_view label, std::size_t n = many, double location = 0) {
  std::vector<double> sample(n);
  auto const key = sim::key_of({seed_of(label), sim::Purpose::test});
  for (std::size_t first = 0; first < n; first += sim::block_size) {
    sim::Stream stream{key, first / sim::block_size};
    law.fill(stream, location, std::span{sample}.subspan(first, std::min<std::size_t>(sim::block_size, n - first)));
  }
  return sample;
}

/// The same, one draw at a time.
template <class Law>
std::vector<double> single_draws(Law const& law, std::string_view label, std::size_t n = many) {
  sim::Stream stream{sim::Address{seed_of(label)}, 0};
  std::vector<double> sample(n);
  for (auto& x : sample) x = law(stream);
  return sample;
}

}  // namespace warner::tests
