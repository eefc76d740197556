#include "verify/bounds/two_tallies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::verify {
namespace {

long double log_choose(std::uint64_t n, std::uint64_t k) {
  auto const log_factorial = [](std::uint64_t m) { return lgammal(static_cast<long double>(m) + 1); };
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

}  // namespace

double p_value_of_larger_odds(sim::Tally const& base, sim::Tally const& head) {
  require(base.spoke() == 0 || head.spoke() == 0 || base.coin_odds == head.coin_odds,
          "tally: games of different coins can not be compared");
  if (base.spoke() == 0 || head.spoke() == 0) return 1;
  auto const right = base.right + head.right, wrong = base.wrong + head.wrong, guesses = head.spoke();
  auto const log_mass =
      log_choose(right, head.right) + log_choose(wrong, head.wrong) - log_choose(right + wrong, guesses);
  constexpr long double negligible = 1e-20L, rounding = 1e-6L;  // of all sums and logarithms, by far
  long double sum = 1, term = 1;
  auto const most = std::min(right, guesses);
  for (auto k = head.right; k < most && term > negligible * sum; ++k) {
    auto const more = static_cast<long double>(right - k) * static_cast<long double>(guesses - k);
    auto const less = static_cast<long double>(k + 1) * static_cast<long double>(wrong + k + 1 - guesses);
    term *= more / less;
    sum += term;
  }
  constexpr auto least = std::numeric_limits<double>::denorm_min();  // what a probability is rounded up to
  return std::max(least, static_cast<double>(std::min(1.0L, std::exp(log_mass) * sum * (1 + rounding))));
}

double level_of_comparison(double level, std::uint64_t k) {
  require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level));
  require(k >= 1, "comparison: they are counted from 1");
  auto const counted = std::numbers::pi * static_cast<double>(k);
  return 6 * level / (counted * counted);
}

}  // namespace warner::verify
