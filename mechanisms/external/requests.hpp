#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "mechanisms/contract/neighbours.hpp"

namespace warner::mechanisms::external {

/// Two datasets as text: JSON, on one line each.
struct WrittenPair {
  std::string d, d_prime;
  friend bool operator==(WrittenPair const&, WrittenPair const&) = default;
};

/// Writes datasets of numbers without loss: enough digits, infinities and NaN as words, the sign of -0 kept.
WrittenPair written(Pair const& pair);

/// The lines that ask a program for releases (docs/external.md):
///
///     {"dataset": [0, 1], "trials": 3, "seed": 7}
///
/// The same request is always the same line. Lines of both arms are equally long and come from one walk over both
/// datasets, so that neither length nor time tells the arm.
class Requests {
 public:
  /// @param once: both datasets are handed over in a first line, {"datasets": [[0, 1], [1, 1]]}, and requests name them
  /// by number.
  Requests(WrittenPair const& datasets, bool once);

  /// The line before the first request; empty where there is none.
  std::string const& preface() const { return preface_; }
  std::string operator()(std::size_t arm, std::size_t trials, std::uint64_t seed) const;

 private:
  std::string preface_;
  std::array<std::string, 2> datasets_;
};

}  // namespace warner::mechanisms::external
