#include "verify/wealth/bias_bet.hpp"

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
constexpr int coarsest = 1, finest = -18;  // powers of 2: slopes times the root mean square
constexpr double lost = 1e-11;             // relative, as in mean_bet.cpp
constexpr std::size_t together = 16;       // factors, of which one logarithm is taken

double sum_of_logs(double slope, std::span<double const> e, double largest) {
  auto const factor = [slope](double x) { return 1 + slope * x * (1 + slope * x / 2); };
  double sum = 0;
  if (!(std::fabs(slope) * largest < 0x1p29)) {
    for (auto const x : e) sum += std::isfinite(x) ? std::log(factor(x)) : infinity;
    return sum;
  }
  for (std::size_t i = 0; i < e.size(); i += together) {
    double product = 1;
    for (auto const x : e.subspan(i, std::min(together, e.size() - i))) product *= factor(x);
    sum += std::log(product);
  }
  return sum;
}

void add(std::vector<double>& to, std::vector<double> const& from) {
  if (to.empty()) to.resize(from.size());
  for (std::size_t k = 0; k < from.size(); ++k) to[k] += from[k];
}

}  // namespace

std::vector<MeanStake> bias_stakes(double rms, std::uint64_t numbers, double level) {
  require(rms > 0 && std::isfinite(rms), fmt::format("rms: {} is not positive and finite", rms));
  require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level));
  auto const many = static_cast<double>(std::max<std::uint64_t>(numbers, 1));
  auto const best = std::clamp(std::sqrt(-2 * std::log(level) / many), 1e-6, 1.0) / rms;
  std::vector<MeanStake> stakes{{best / 2, 0.125}, {best, 0.25}, {2 * best, 0.125}};
  for (int j = finest; j <= coarsest; ++j) stakes.push_back({std::ldexp(1.0, j) / rms, 0.5 / (coarsest - finest + 1)});
  return stakes;
}

BiasSums& BiasSums::operator+=(BiasSums const& other) {
  add(above, other.above);
  add(below, other.below);
  size += other.size;
  numbers += other.numbers;
  return *this;
}

BiasSums bias_sums(std::span<MeanStake const> stakes, std::span<double const> e) {
  BiasSums sums{.numbers = e.size()};
  double largest = 0;
  for (auto const x : e) {
    auto const size = std::isnan(x) ? infinity : std::fabs(x);
    largest = std::max(largest, size);
    sums.size += size;
  }
  for (auto const& stake : stakes) {
    sums.above.push_back(sum_of_logs(stake.slope, e, largest));
    sums.below.push_back(sum_of_logs(-stake.slope, e, largest));
  }
  return sums;
}

double log_bias_wealth(BiasSums const& sums, std::span<MeanStake const> stakes, Side side, double mean, double rms) {
  if (sums.numbers == 0) return 0;
  if (!std::isfinite(sums.size)) return infinity;
  auto const& logs = side == Side::above ? sums.above : sums.below;
  LogSum sum;
  for (std::size_t k = 0; k < stakes.size(); ++k) {
    auto const slope = stakes[k].slope;
    auto const paid = static_cast<double>(sums.numbers) * std::log1p(slope * mean + slope * slope * rms * rms / 2);
    // |ln(1 + x + x^2 / 2)| <= |x| bounds the terms whose sum was rounded.
    sum.add(std::log(stakes[k].weight) + (logs.at(k) - paid) - lost * (slope * sums.size + std::fabs(paid)));
  }
  return sum.value() - 1e-12;
}

double bias_lower_bound(BiasSums const& sums, std::span<MeanStake const> stakes, Side side, double rms, double level) {
  auto const stands = [&](double mean) { return !refutes(log_bias_wealth(sums, stakes, side, mean, rms), level); };
  if (stands(-rms)) return -rms;
  if (!stands(rms)) return rms;
  return sim::bisected({-rms, rms}, stands, {.relative = 0, .steps = 80}).low;
}

}  // namespace warner::verify
