#include "verify/wealth/mean_bet.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "sim/bisection.hpp"
#include "sim/require.hpp"
#include "verify/bounds/log_sum.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr int coarsest = 12, finest = -18;  // powers of 2: slopes times the mean
constexpr double lost = 1e-11;              // relative: what sums of up to 1e9 logarithms lose by rounding
constexpr std::size_t together = 16;        // factors, of which one logarithm is taken

void require_level(double level) { require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level)); }

/// The sum of ln(1 + slope x). Factors below 2^60 are multiplied first.
double sum_of_logs(double slope, std::span<double const> x, double largest) {
  double sum = 0;
  if (!(slope * largest < 0x1p60)) {
    for (auto const value : x) sum += std::log1p(slope * value);
    return sum;
  }
  for (std::size_t i = 0; i < x.size(); i += together) {
    double product = 1;
    for (auto const value : x.subspan(i, std::min(together, x.size() - i))) product *= 1 + slope * value;
    sum += std::log(product);
  }
  return sum;
}

}  // namespace

std::vector<MeanStake> mean_stakes(MeanGuess const& guess, double level) {
  require_level(level);
  require(guess.mean >= 0 && guess.deviation >= 0, "mean_stakes: a mean or a deviation is negative");
  auto const mean = guess.mean > 0 && std::isfinite(guess.mean) ? guess.mean : 1.0;
  auto const many = static_cast<double>(std::max<std::uint64_t>(guess.numbers, 1));
  auto const spread = std::isfinite(guess.deviation) && guess.deviation > 0 ? guess.deviation / mean : 1.0;
  auto const share = std::clamp(std::sqrt(-2 * std::log(level) / many) / spread, 1e-6, 0.5), best = share / (1 - share);
  std::vector<MeanStake> stakes{{best / 2 / mean, 0.125}, {best / mean, 0.25}, {2 * best / mean, 0.125}};
  for (int j = finest; j <= coarsest; ++j) stakes.push_back({std::ldexp(1.0, j) / mean, 0.5 / (coarsest - finest + 1)});
  return stakes;
}

MeanSums& MeanSums::operator+=(MeanSums const& other) {
  if (logs.empty()) logs.resize(other.logs.size());
  for (std::size_t k = 0; k < other.logs.size(); ++k) logs[k] += other.logs[k];
  numbers += other.numbers;
  return *this;
}

MeanSums mean_sums(std::span<MeanStake const> stakes, std::span<double const> x) {
  MeanSums sums{{}, x.size()};
  auto const largest = x.empty() ? 0.0 : *std::ranges::max_element(x);
  for (auto const& stake : stakes) sums.logs.push_back(sum_of_logs(stake.slope, x, largest));
  return sums;
}

MeanSums mean_sums(std::span<MeanStake const> stakes, std::uint64_t ones, std::uint64_t numbers) {
  MeanSums sums{{}, numbers};
  for (auto const& stake : stakes) sums.logs.push_back(static_cast<double>(ones) * std::log1p(stake.slope));
  return sums;
}

double log_mean_wealth(MeanSums const& sums, std::span<MeanStake const> stakes, double mean) {
  if (sums.numbers == 0) return 0;
  LogSum sum;
  for (std::size_t k = 0; k < stakes.size(); ++k) {
    auto const won = sums.logs.at(k), paid = static_cast<double>(sums.numbers) * std::log1p(stakes[k].slope * mean);
    if (std::isinf(won)) return infinity;
    sum.add(std::log(stakes[k].weight) + (won - paid) - lost * (won + paid));
  }
  return sum.value() - 1e-12;
}

bool refutes(double log_wealth, double level) {
  require_level(level);
  return log_wealth >= -std::log(level) * (1 + 0x1p-40);
}

double mean_lower_bound(MeanSums const& sums, std::span<MeanStake const> stakes, double level) {
  auto const stands = [&](double mean) { return !refutes(log_mean_wealth(sums, stakes, mean), level); };
  if (stands(0)) return 0;
  if (std::ranges::any_of(sums.logs, [](double log) { return std::isinf(log); })) return infinity;
  double low = 0, high = 1 / stakes.front().slope;
  while (!stands(high)) low = high, high *= 2;
  while (low == 0 && high > 1e-300 && stands(high / 2)) high /= 2;
  return sim::bisected({low, high}, stands, {.relative = 1e-13, .steps = 200}).low;
}

std::uint64_t least_refuting_ones(std::span<MeanStake const> stakes, std::uint64_t numbers, double mean, double level) {
  std::uint64_t low = 0, high = numbers + 1;  // low does not refute
  while (high - low > 1) {
    auto const middle = low + (high - low) / 2;
    (refutes(log_mean_wealth(mean_sums(stakes, middle, numbers), stakes, mean), level) ? high : low) = middle;
  }
  return high;
}

}  // namespace warner::verify
