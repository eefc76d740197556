#pragma once

#include <cstdint>
#include <vector>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "mechanisms/noise/tabulated.hpp"

// Private to this folder's sources: Boost stands in no public header.
namespace warner::mechanisms::noise {

/// Arithmetic in software, whose exponentials have the same digits on every machine: tables must not depend on a C
/// library.
using FiftyDigits = boost::multiprecision::cpp_bin_float_50;

/// The law on first, first + 1, .. with these weights, which need not sum to one.
inline Masses masses_of(double first, std::vector<FiftyDigits> const& weights) {
  FiftyDigits const two_64 = boost::multiprecision::ldexp(FiftyDigits{1}, 64);
  FiftyDigits sum = 0, below = 0, mean = 0, second = 0;
  for (auto const& weight : weights) sum += weight;
  Masses masses{.first = first, .starts = {}, .at = {}, .below = {}};
  for (auto const& weight : weights) {
    FiftyDigits const mass = weight / sum, start = floor(below * two_64 + FiftyDigits{0.5}),
                      x = first + static_cast<double>(masses.at.size());
    masses.starts.push_back(start >= two_64 ? ~std::uint64_t{0} : start.convert_to<std::uint64_t>());
    masses.at.push_back(mass.convert_to<double>());
    masses.below.push_back(below.convert_to<double>());
    below += mass;
    mean += x * mass;
    second += x * x * mass;
  }
  masses.mean = mean.convert_to<double>();
  masses.variance = FiftyDigits{second - mean * mean}.convert_to<double>();
  return masses;
}

}  // namespace warner::mechanisms::noise
