#include "verify/game/sample.hpp"

#include <algorithm>

#include "mechanisms/contract/batch.hpp"

namespace warner::verify {
namespace {

std::vector<double> draw_arm(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
                             std::size_t width, sim::Replicates const& range, sim::Address const& address,
                             sim::Execution const& execution) {
  std::vector<double> all(range.count() * width);
  sim::for_each_block(
      range,
      [&](std::uint64_t i, std::uint64_t block, std::uint64_t trials) {
        mechanisms::Releases memory;
        auto const batch = memory.shaped(trials, width);
        sim::Stream stream{address, block};
        mechanism.release(dataset, stream, batch);
        for (std::size_t j = 0; j < width; ++j)
          std::ranges::copy(batch.column(j),
                            all.begin() + static_cast<std::ptrdiff_t>(j * range.count() + i * sim::block_size));
      },
      execution);
  return all;
}

}  // namespace

Sample draw_sample(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                   sim::Replicates const& range, std::uint64_t seed, sim::Generator generator,
                   sim::Execution const& execution) {
  Sample sample{mechanism.columns(pair.d).size(), range.count(), {}, {}};
  sim::Address address{seed, sim::Purpose::search, sim::Arm::d, generator};
  sample.d = draw_arm(mechanism, pair.d, sample.width, range, address, execution);
  address.arm = sim::Arm::d_prime;
  sample.d_prime = draw_arm(mechanism, pair.d_prime, sample.width, range, address, execution);
  return sample;
}

}  // namespace warner::verify
