#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "mechanisms/contract/neighbours.hpp"

namespace warner::mechanisms::external {

/// The two datasets as they were written: JSON, on one line.
struct WrittenPair {
  std::string d, d_prime;
  friend bool operator==(WrittenPair const&, WrittenPair const&) = default;
};

/// Datasets of numbers, written down: with as many digits as it takes, infinities and NaN as words, the sign of -0
/// kept.
WrittenPair written(Pair const& pair);

/// The lines that ask a program for releases (docs/external.md):
///
///     {"dataset": [0, 1], "trials": 3, "seed": 7}
///
/// The same request is the same line. Lines of both arms are equally long, and are made by one walk over both, so that
/// making one takes no time that tells the arm.
class Requests {
 public:
  /// @param once: both datasets are handed over in a first line, {"datasets": [[0, 1], [1, 1]]}, and requests name them
  /// by number.
  Requests(WrittenPair const& datasets, bool once);

  /// What a program hears before its first request; empty where nothing.
  std::string const& preface() const { return preface_; }
  std::string operator()(std::size_t arm, std::size_t trials, std::uint64_t seed) const;

 private:
  std::string preface_;
  std::array<std::string, 2> datasets_;
};

}  // namespace warner::mechanisms::external
