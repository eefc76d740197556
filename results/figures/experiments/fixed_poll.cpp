#include "results/figures/experiments/fixed_poll.hpp"

#include <algorithm>
#include <cmath>

#include "verify/bounds/clopper_pearson.hpp"

namespace warner::results::experiments {
namespace {

double spread(std::uint64_t n, double p) { return static_cast<double>(n) * p * (1 - p); }
double fourth_cumulant(std::uint64_t n, double p) { return spread(n, p) * (1 - 6 * p * (1 - p)); }

}  // namespace

double FixedPoll::mean() const {
  return static_cast<double>(holders) * keep_one + static_cast<double>(others) * change_zero;
}
double FixedPoll::variance() const { return spread(holders, keep_one) + spread(others, change_zero); }
double FixedPoll::excess_kurtosis() const {
  return (fourth_cumulant(holders, keep_one) + fourth_cumulant(others, change_zero)) / (variance() * variance());
}

double FixedPoll::between(std::uint64_t first, std::uint64_t last) const {
  auto const reach = 12 * std::sqrt(spread(holders, keep_one)) + 12, middle = static_cast<double>(holders) * keep_one;
  auto const low = static_cast<std::uint64_t>(std::max(0.0, middle - reach)),
             high = std::min(holders, static_cast<std::uint64_t>(middle + reach));
  auto const others_at_most = [&](std::uint64_t k) {
    return k >= others ? 1 : verify::binomial_at_most(k, others, change_zero);
  };
  auto total = 0.0, below = low == 0 ? 0 : verify::binomial_at_most(low - 1, holders, keep_one);
  for (auto i = low; i <= high && i <= last; ++i) {
    auto const so_far = i == holders ? 1 : verify::binomial_at_most(i, holders, keep_one);
    total += (so_far - below) * (others_at_most(last - i) - (first <= i ? 0 : others_at_most(first - i - 1)));
    below = so_far;
  }
  return std::clamp(total, 0.0, 1.0);
}

FixedPoll::Counted FixedPoll::within(double distance) const {
  constexpr auto tie = 1e-9;  // a count as far away as `distance` counts, whatever rounding says
  return {static_cast<std::uint64_t>(std::max(0.0, std::ceil(mean() - distance - tie))),
          static_cast<std::uint64_t>(std::min(people(), std::floor(mean() + distance + tie)))};
}

double HeldPolls::mean_square(FixedPoll const& poll) const {
  auto const n = static_cast<double>(polls), mean = poll.mean();
  return std::max(0.0, static_cast<double>(squares) / n - 2 * mean * static_cast<double>(yes) / n + mean * mean);
}

double HeldPolls::relative_half_width(FixedPoll const& poll, double z) const {
  return z * std::sqrt((poll.excess_kurtosis() + 2) / static_cast<double>(polls));
}

HeldPolls hold(Simulation& simulation, FixedPoll const& poll, mechanisms::AnyMechanism const& asks,
               std::uint64_t polls) {
  constexpr std::uint64_t per_block = 64;
  auto const one = poll.within(std::sqrt(poll.variance())), two = poll.within(2 * std::sqrt(poll.variance()));
  auto const sums =
      simulation.run((polls + per_block - 1) / per_block, 4,
                     [&](std::uint64_t block, sim::Stream& stream, std::span<std::uint64_t> counts) {
                       for (auto left = std::min(per_block, polls - block * per_block); left > 0; --left) {
                         auto const from_holders = answers(asks, 1, 1, poll.holders, stream);
                         auto const yes = from_holders + answers(asks, 0, 1, poll.others, stream);
                         counts[0] += yes;
                         counts[1] += yes * yes;
                         counts[2] += one.holds(yes);
                         counts[3] += two.holds(yes);
                       }
                     });
  return {polls, sums[0], sums[1], sums[2], sums[3]};
}

}  // namespace warner::results::experiments
