#include "mechanisms/contract/dataset.hpp"

#include <cmath>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::mechanisms {

void require_numbers(Dataset const& dataset, std::size_t count) {
  require(dataset.size() == count,
          fmt::format("dataset: {} values where this mechanism takes {}", dataset.size(), count));
  for (auto const x : dataset) require(std::isfinite(x), fmt::format("dataset: {} is not a finite number", x));
}

void require_integers(Dataset const& dataset, std::size_t count) {
  require_numbers(dataset, count);
  for (auto const x : dataset)
    require(x == std::floor(x) && std::fabs(x) < 0x1p52, fmt::format("dataset: {} is not an integer below 2^52", x));
}

void require_categories(Dataset const& dataset, std::size_t count, std::size_t most) {
  require_integers(dataset, count);
  for (auto const x : dataset)
    require(x >= 0 && x <= static_cast<double>(most), fmt::format("dataset: {} is not one of 0, .., {}", x, most));
}

namespace {

void require_same_length(Pair const& pair) {
  require(pair.d.size() == pair.d_prime.size(),
          fmt::format("pair: {} and {} values have no distance (they must be as many)", pair.d.size(),
                      pair.d_prime.size()));
}

}  // namespace

double l1_distance(Pair const& pair) {
  require_same_length(pair);
  double sum = 0;
  for (std::size_t i = 0; i < pair.d.size(); ++i) sum += std::fabs(pair.d[i] - pair.d_prime[i]);
  return sum;
}

double l2_distance(Pair const& pair) {
  require_same_length(pair);
  double sum = 0;
  for (std::size_t i = 0; i < pair.d.size(); ++i) sum += (pair.d[i] - pair.d_prime[i]) * (pair.d[i] - pair.d_prime[i]);
  return std::sqrt(sum);
}

}  // namespace warner::mechanisms
