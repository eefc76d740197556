#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mechanisms/contract/neighbours.hpp"

namespace warner::mechanisms::external {

/// Two datasets as text: JSON, on one line each.
struct WrittenPair {
  std::string d, d_prime;
  friend bool operator==(WrittenPair const&, WrittenPair const&) = default;
};

/// Writes datasets of numbers without loss: enough digits, infinities and NaN as words, the sign of -0 kept.
std::string written(Dataset const& dataset);
WrittenPair written(Pair const& pair);

/// The lines that ask a program for releases of one of several datasets (docs/external.md):
///
///     {"dataset": [0, 1], "trials": 3, "seed": 7}
///
/// The same request is always the same line. Of two datasets, lines of both arms are equally long and come from one
/// walk over both, so that neither length nor time tells the arm.
class Requests {
 public:
  /// @param datasets: JSON, on one line each.
  explicit Requests(std::vector<std::string> datasets);

  std::size_t datasets() const { return datasets_.size(); }

  /// With the dataset itself.
  std::string operator()(std::size_t arm, std::size_t trials, std::uint64_t seed) const;

  /// Hands a dataset over: {"prepare": 1, "data": [0, 1]}.
  std::string prepare(std::size_t arm) const;
  /// Names a dataset that was handed over: {"prepared": 1, "trials": 3, "seed": 7}; equally long for all datasets.
  std::string of_prepared(std::size_t arm, std::size_t trials, std::uint64_t seed) const;

 private:
  std::vector<std::string> datasets_;
};

}  // namespace warner::mechanisms::external
