#pragma once

#include <cstdint>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/utility.hpp"

namespace warner::verify {

/// The errors of some releases, in their order. What is no number is infinitely wrong.
struct Errors {
  std::vector<std::vector<double>> signed_ones{};  ///< by answer
  std::vector<double> square{}, size{};            ///< of all answers of a release together; none without answers
  std::vector<double> width{};                     ///< of its interval; none without one
  std::uint64_t covered = 0;                       ///< how many intervals hold the truth
  std::uint64_t not_numbers = 0;
};

/// Draws releases of one dataset from the streams of a purpose, and sets them against the truth.
class ErrorReader {
 public:
  /// All must outlive it.
  ErrorReader(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
              UtilityOptions const& options, sim::Purpose purpose);

  /// The first n of a block. From any thread.
  Errors read(std::uint64_t block, std::uint64_t n) const;

 private:
  Errors errors_of(mechanisms::ConstBatch releases) const;

  mechanisms::AnyMechanism const& mechanism_;
  mechanisms::Dataset const& dataset_;
  UtilityOptions const& options_;
  std::size_t width_;
  sim::Key key_;
};

}  // namespace warner::verify
