#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "verify/learn/coded_features.hpp"
#include "verify/learn/learned_scores.hpp"

namespace warner::verify {

/// How many releases of D and of D' lie at a place of a tree.
struct PlaceCount {
  std::int64_t d = 0, d_prime = 0;

  friend PlaceCount operator+(PlaceCount const& a, PlaceCount const& b) { return {a.d + b.d, a.d_prime + b.d_prime}; }
  friend PlaceCount operator-(PlaceCount const& a, PlaceCount const& b) { return {a.d - b.d, a.d_prime - b.d_prime}; }
};

/// What a tree says at its places.
inline std::vector<double> log_ratios_of(std::span<PlaceCount const> places) {
  std::vector<double> ratios;
  for (auto const& [d, d_prime] : places)
    ratios.push_back(smoothed_log_ratio(static_cast<double>(d), static_cast<double>(d_prime)));
  return ratios;
}

/// How many releases have each code of the one feature and each of the other, those of one code of the first together.
std::vector<PlaceCount> counted_by_codes(Coded const& one, Coded const& other);

}  // namespace warner::verify
