#include "verify/game/sample.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "verify/game/arms.hpp"

namespace warner::verify {
namespace {

std::vector<double> draw_arm(Arms const& arms, sim::Arm arm, sim::Replicates const& range,
                             sim::Execution const& execution) {
  std::vector<double> all(range.count() * arms.width());
  auto const work = [&](std::uint64_t i, std::uint64_t block, std::uint64_t trials) {
    mechanisms::Releases memory;
    auto const releases = arms.release(arm, block, trials, memory);
    for (std::size_t j = 0; j < arms.width(); ++j)
      std::ranges::copy(releases.column(j),
                        all.begin() + static_cast<std::ptrdiff_t>(j * range.count() + i * sim::block_size));
  };
  sim::for_each_block(range, work, execution);
  return all;
}

}  // namespace

Sample draw_sample(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                   sim::Replicates const& range, std::uint64_t seed, sim::Generator generator,
                   sim::Execution const& execution) {
  Arms const arms{mechanism, pair, sim::Purpose::search, seed, generator};
  return {arms.width(), range.count(), draw_arm(arms, sim::Arm::d, range, execution),
          draw_arm(arms, sim::Arm::d_prime, range, execution)};
}

std::vector<double> part_of(mechanisms::ConstBatch releases, std::size_t first, std::size_t n) {
  std::vector<double> numbers;
  numbers.reserve(n * releases.width());
  for (std::size_t j = 0; j < releases.width(); ++j) {
    auto const column = releases.column(j).subspan(first, n);
    numbers.insert(numbers.end(), column.begin(), column.end());
  }
  return numbers;
}

Sample first_of(Sample const& sample, std::size_t per_arm) {
  auto const n = std::min(per_arm, sample.per_arm);
  return {sample.width, n, part_of(sample.releases_d(), 0, n), part_of(sample.releases_d_prime(), 0, n)};
}

}  // namespace warner::verify
