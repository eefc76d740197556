#include "verify/cuts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace warner::verify {
namespace {

struct Cumulated {
  std::vector<double> d{0}, d_prime{0};
  explicit Cumulated(std::vector<Count> const& counts) {
    for (auto const& count : counts) {
      d.push_back(d.back() + count.d);
      d_prime.push_back(d_prime.back() + count.d_prime);
    }
  }
  double mass(std::size_t i) const { return d[i] + d_prime[i]; }
};

Cuts best_of(std::vector<std::size_t> const& positions, Cumulated const& cumulated, PredictedBound const& predict, Orientation orientation, double floor) {
  auto const n = cumulated.d.size() - 1;
  Cuts best{0, n, false, -std::numeric_limits<double>::infinity()};
  if (n == 0) return best;
  auto worth_asking = predict.is_below_plug_in() ? std::exp(floor) : 0;  // odds below which the prediction is below the floor
  auto const consider = [&](std::size_t low, std::size_t high, bool low_says_d) {
    auto const& right_below = low_says_d ? cumulated.d : cumulated.d_prime;
    auto const& right_above = low_says_d ? cumulated.d_prime : cumulated.d;
    auto const right = right_below[low] + right_above[n] - right_above[high];
    auto const wrong = right_above[low] + right_below[n] - right_below[high];
    if (right <= wrong || right * (1 + 1e-6) < wrong * worth_asking) return;  // 1e-6 is more than rounding
    auto const directions = (low > 0) + (high < n);
    auto const predicted = predict(right, wrong, directions / 2.0);
    if (!(predicted > floor)) return;
    best = {low, high, low_says_d, predicted, right, wrong};
    floor = predicted;
    if (predict.is_below_plug_in()) worth_asking = std::exp(floor);
  };
  for (std::size_t i = 0; i < positions.size(); ++i)
    for (std::size_t j = i; j < positions.size(); ++j) {
      consider(positions[i], positions[j], false);
      if (orientation == Orientation::either) consider(positions[i], positions[j], true);
    }
  return best;
}

}  // namespace

std::vector<double> spread_masses(double all, std::size_t many) {
  std::vector<double> masses{0, all};
  auto const even = static_cast<double>(many) / 2;
  for (double i = 1; i < even; ++i) masses.push_back(all * i / even);
  auto const tail = all / even;  // the first and last even step, in steps of a constant factor down to a few values
  auto const steps = std::max(1.0, even / 2);
  auto const factor = std::pow(std::max(2.0, tail / 4), 1 / steps);
  for (double mass = tail / factor; mass >= 1; mass /= factor) {
    masses.push_back(mass);
    masses.push_back(all - mass);
  }
  return masses;
}

std::vector<std::size_t> spread_positions(std::vector<Count> const& counts, std::size_t many) {
  std::vector<std::size_t> positions(counts.size() + 1);
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  if (positions.size() <= many) return positions;

  Cumulated const cumulated{counts};
  std::vector<double> at(counts.size() + 1);
  for (std::size_t i = 0; i < at.size(); ++i) at[i] = cumulated.mass(i);
  positions.clear();
  for (auto const mass : spread_masses(at.back(), many)) positions.push_back(static_cast<std::size_t>(std::ranges::lower_bound(at, mass) - at.begin()));
  std::ranges::sort(positions);
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  return positions;
}

std::vector<Count> condensed(std::vector<Count> const& counts, std::size_t many) { return condensed(counts, spread_positions(counts, many)); }

std::vector<Count> condensed(std::vector<Count> const& counts, std::vector<std::size_t> positions) {
  std::ranges::sort(positions);
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  std::vector<Count> groups;
  for (std::size_t i = 0; i + 1 < positions.size(); ++i) {
    auto group = counts[positions[i]];
    for (auto k = positions[i] + 1; k < positions[i + 1]; ++k) {
      group.d += counts[k].d;
      group.d_prime += counts[k].d_prime;
      group.greatest = counts[k].greatest;
    }
    groups.push_back(group);
  }
  return groups;
}

std::size_t positions_tried(double mass) { return std::clamp<std::size_t>(static_cast<std::size_t>(std::sqrt(mass) / 1.5), 32, 256); }

Cuts best_cuts(std::vector<Count> const& counts, PredictedBound const& predict, Orientation orientation, double floor) {
  Cumulated const cumulated{counts};
  auto const positions = spread_positions(counts, positions_tried(cumulated.mass(counts.size())));
  return best_of(positions, cumulated, predict, orientation, floor);
}

Cuts best_cuts_at(std::vector<std::size_t> positions, std::vector<Count> const& counts, PredictedBound const& predict, Orientation orientation, double floor) {
  if (positions.empty()) {
    positions.resize(counts.size() + 1);
    std::iota(positions.begin(), positions.end(), std::size_t{0});
  }
  return best_of(positions, Cumulated{counts}, predict, orientation, floor);
}

}  // namespace warner::verify
