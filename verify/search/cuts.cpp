#include "verify/search/cuts.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

namespace warner::verify {
namespace {

struct Best {
  std::optional<Cuts> cuts{};
  double predicted = 0;     // comparable to others of the size
  double worth_asking = 1;  // odds below which the prediction is below the best one
};

/// floor(4 log2(mass)), and 0 below 1: by the number's own exponent, and quarters of a doubling beyond it.
std::size_t size_of(double mass) {
  static_assert(sizes_in_a_doubling == 4);
  if (!(mass >= 1)) return 0;
  auto const bits = std::bit_cast<std::uint64_t>(mass);
  auto const beyond = std::bit_cast<double>((bits & 0xF'FFFF'FFFF'FFFF) | std::uint64_t{1023} << 52);  // in [1, 2)
  auto const quarters = (beyond >= 1.189207115002721) + (beyond >= 1.4142135623730951) + (beyond >= 1.681792830507429);
  return 4 * static_cast<std::size_t>((bits >> 52) - 1023) + static_cast<std::size_t>(quarters);
}

}  // namespace

std::vector<Cuts> best_cuts_of_each_size(std::vector<Count> const& counts, PredictedBound const& predict,
                                         Shapes shapes) {
  Cumulated const sums{counts};
  auto const n = counts.size();
  std::vector<Best> at_ends(size_of(sums.mass(n)) + 1), inner{at_ends};
  auto const consider = [&](std::vector<Best>& of_sizes, Cuts cuts, double right, double wrong, double delta_share) {
    if (right == wrong) return;
    if (right < wrong) {
      if (shapes == Shapes::of_log_ratios) return;
      std::swap(right, wrong);
      for (auto& guess : cuts.says) guess = static_cast<std::int8_t>(-guess);
    }
    auto& of_size = of_sizes[size_of(right + wrong)];
    if (right * (1 + 1e-6) < wrong * of_size.worth_asking) return;  // 1e-6 is more than rounding
    auto const predicted = predict.comparable(right, wrong, delta_share);
    if (!(predicted > of_size.predicted)) return;
    of_size = {cuts, predicted, predict.is_below_plug_in() ? std::max(1.0, predicted) : 1};
  };
  for (std::size_t low = 0; low <= n; ++low)
    for (auto high = std::max<std::size_t>(low, 1); high <= n; ++high) {
      if (low == 0 && high == n) continue;  // speaks of nothing
      auto const below = sums.d[low], below_prime = sums.d_prime[low];
      auto const above = sums.d[n] - sums.d[high], above_prime = sums.d_prime[n] - sums.d_prime[high];
      auto const two_sided = low > 0 && high < n;
      consider(at_ends, {low, high, {-1, 0, 1}}, below_prime + above, below + above_prime, two_sided ? 1 : 0.5);
      if (shapes == Shapes::of_log_ratios || !two_sided || low == high) continue;
      consider(at_ends, {low, high, {1, 0, 1}}, below + above, below_prime + above_prime, 0.5);
      consider(inner, {low, high, {0, 1, 0}}, sums.d[high] - below, sums.d_prime[high] - below_prime, 0.5);
    }
  std::vector<Cuts> found;
  for (auto const* of_sizes : {&at_ends, &inner})
    for (auto const& of_size : *of_sizes)
      if (of_size.cuts) found.push_back(*of_size.cuts);
  return found;
}

}  // namespace warner::verify
