#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mechanisms/mechanism.hpp"
#include "sim/driver.hpp"
#include "sim/stream.hpp"

namespace warner::verify {

/// Releases under both datasets, as many of each, to learn a strategy on.
struct Sample {
  std::size_t width = 0, per_arm = 0;
  std::vector<double> d, d_prime;  ///< column by column, per_arm x width each

  mechanisms::ConstBatch releases_d() const { return {d.data(), per_arm, width}; }
  mechanisms::ConstBatch releases_d_prime() const { return {d_prime.data(), per_arm, width}; }
};

/// range.count() releases of each dataset, from the streams of purpose `search`: never those that certify.
Sample draw_sample(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, sim::Replicates const& range,
                   std::uint64_t seed, sim::Generator generator, sim::Execution const& execution);

/// A value with how often it was seen under each dataset; or neighbouring values, from `value` to `greatest`, taken together.
struct Count {
  double value = 0;
  double d = 0, d_prime = 0;
  double greatest = value;
};

/// The distinct values of both spans in increasing order, with their counts; NaN is left out.
std::vector<Count> counts_of(std::span<double const> under_d, std::span<double const> under_d_prime);

/// The counts of two samples together.
std::vector<Count> merged(std::vector<Count> const& a, std::vector<Count> const& b);

}  // namespace warner::verify
