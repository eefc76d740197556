#pragma once

#include <cstdint>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/address.hpp"
#include "sim/driver.hpp"

namespace warner::verify {

/// Releases under both datasets, as many of each, to learn a strategy on.
struct Sample {
  std::size_t width = 0, per_arm = 0;
  std::vector<double> d, d_prime;  ///< column by column, per_arm x width each

  mechanisms::ConstBatch releases_d() const { return {d.data(), per_arm, width}; }
  mechanisms::ConstBatch releases_d_prime() const { return {d_prime.data(), per_arm, width}; }
};

/// range.count() releases of each dataset, from the streams of purpose `search`: never those that certify.
Sample draw_sample(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                   sim::Replicates const& range, std::uint64_t seed, sim::Generator generator,
                   sim::Execution const& execution);

/// So many releases of a batch from the first on, column by column.
std::vector<double> part_of(mechanisms::ConstBatch releases, std::size_t first, std::size_t n);

/// The first releases of each dataset, so many or all.
Sample first_of(Sample const& sample, std::size_t per_arm);

}  // namespace warner::verify
