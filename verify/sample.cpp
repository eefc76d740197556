#include "verify/sample.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "mechanisms/batch.hpp"

namespace warner::verify {
namespace {

std::vector<double> draw_arm(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset, std::size_t width,
                             sim::Replicates const& range, sim::Address const& address, sim::Execution const& execution) {
  std::vector<double> all(range.count() * width);
  sim::for_each_block(
      range,
      [&](std::uint64_t i, std::uint64_t block, std::uint64_t trials) {
        mechanisms::Releases memory;
        auto const batch = memory.shaped(trials, width);
        sim::Stream stream{address, block};
        mechanism.release(dataset, stream, batch);
        for (std::size_t j = 0; j < width; ++j)
          std::ranges::copy(batch.column(j), all.begin() + static_cast<std::ptrdiff_t>(j * range.count() + i * sim::block_size));
      },
      execution);
  return all;
}

std::vector<double> sorted_numbers(std::span<double const> values) {
  std::vector<double> sorted;
  sorted.reserve(values.size());
  std::ranges::copy_if(values, std::back_inserter(sorted), [](double y) { return !std::isnan(y); });
  std::ranges::sort(sorted);
  return sorted;
}

}  // namespace

Sample draw_sample(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, sim::Replicates const& range,
                   std::uint64_t seed, sim::Generator generator, sim::Execution const& execution) {
  Sample sample{mechanism.columns(pair.d).size(), range.count(), {}, {}};
  sim::Address address{seed, sim::Purpose::search, sim::Arm::d, generator};
  sample.d = draw_arm(mechanism, pair.d, sample.width, range, address, execution);
  address.arm = sim::Arm::d_prime;
  sample.d_prime = draw_arm(mechanism, pair.d_prime, sample.width, range, address, execution);
  return sample;
}

std::vector<Count> counts_of(std::span<double const> under_d, std::span<double const> under_d_prime) {
  auto const p = sorted_numbers(under_d), q = sorted_numbers(under_d_prime);
  std::vector<Count> counts;
  for (std::size_t i = 0, j = 0; i < p.size() || j < q.size();) {
    auto const value = i == p.size() ? q[j] : j == q.size() ? p[i] : std::min(p[i], q[j]);
    Count count{value, 0, 0};
    for (; i < p.size() && p[i] == value; ++i) ++count.d;
    for (; j < q.size() && q[j] == value; ++j) ++count.d_prime;
    counts.push_back(count);
  }
  return counts;
}

std::vector<Count> merged(std::vector<Count> const& a, std::vector<Count> const& b) {
  std::vector<Count> all;
  all.reserve(a.size() + b.size());
  std::ranges::merge(a, b, std::back_inserter(all), {}, &Count::value, &Count::value);
  std::vector<Count> joined;
  for (auto const& count : all) {
    if (joined.empty() || joined.back().value != count.value) {
      joined.push_back(count);
    } else {
      joined.back().d += count.d;
      joined.back().d_prime += count.d_prime;
    }
  }
  return joined;
}

}  // namespace warner::verify
