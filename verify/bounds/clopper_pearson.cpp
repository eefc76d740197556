#include "verify/bounds/clopper_pearson.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <fmt/format.h>

#include "sim/bisection.hpp"
#include "sim/normal.hpp"
#include "sim/require.hpp"

namespace warner::verify {
namespace {

namespace bm = boost::math;
constexpr double precision = 1e-15;  // of a bound, relative
constexpr auto most_trials = std::uint64_t{1} << 53;
using Policy = bm::policies::policy<bm::policies::promote_double<true>>;

void validate(std::uint64_t successes, std::uint64_t trials, double level) {
  require(successes <= trials, fmt::format("successes: {} are more than the {} trials", successes, trials));
  require(trials <= most_trials, fmt::format("trials: {} are more than 2^53 (no tail is that exact)", trials));
  require(level > 0 && level < 1, fmt::format("level: {} is not in (0, 1)", level));
}

/// What the incomplete beta function may be off by, relative: 1e-12 was seen at counts up to 1e10, 1.3e-8 at 1e12.
/// Beyond, rounding in its logarithms grows as the counts do: 1.5e-4 was seen at 2^53, 1.7e-20 a trial.
/// The tail is asked to be below the level by this much, so that the error only loosens a bound.
double slack(std::uint64_t trials) {
  if (trials <= 10'000'000'000u) return 1e-9;
  return std::max(1e-6, 2e-19 * static_cast<double>(trials));
}

/// The largest double p in [0, 1] with tail(p) <= level, of an increasing tail with tail(0) = 0 <= level < tail(1).
///
///   1. Widens a bracket around the normal approximation until it holds the p that is sought.
///   2. Narrows it by interpolation [APS95], a sixth of the tails that a bisection asks for.
///   3. Bisects what is left; its lower end keeps tail(low) <= level.
///
/// No library quantile is trusted: Boost's throws at a = b = 5, p = 1/2 (boostorg/math#1169).
/// Its round trip is off by 5e-7 at counts of 1e9.
template <class Tail>
double largest_below(Tail const& tail, double guess, double deviation, double level) {
  double low = 0, high = 1, below_low = -level, above_high = 1 - level;
  for (double step = deviation;; step *= 2) {  // widen until the bracket holds
    auto const left = guess - step, right = guess + step;
    if (left > low)
      if (auto const excess = tail(left) - level; excess <= 0) low = left, below_low = excess;
    if (right < high)
      if (auto const excess = tail(right) - level; excess > 0) high = right, above_high = excess;
    if ((low > 0 || left <= 0) && (high < 1 || right >= 1)) break;
  }
  if (below_low == 0) below_low = -std::numeric_limits<double>::min();  // a root may be the largest of several
  auto const sign_kept = [&](double p) {
    auto const excess = tail(p) - level;
    return excess == 0 ? -std::numeric_limits<double>::min() : excess;
  };
  auto const narrow = [](double a, double b) { return b - a <= precision * b; };
  std::uintmax_t most_steps = 100;
  std::tie(low, high) = bm::tools::toms748_solve(sign_kept, low, high, below_low, above_high, narrow, most_steps);
  return sim::bisected({low, high}, [&](double p) { return !(tail(p) <= level); }, {.relative = precision}).low;
}

}  // namespace

double binomial_at_least(std::uint64_t k, std::uint64_t n, double p) {
  if (k == 0) return 1;
  if (k > n || p <= 0) return 0;
  if (p >= 1) return 1;
  return bm::ibeta(static_cast<double>(k), static_cast<double>(n - k + 1), p, Policy{});
}

double binomial_at_most(std::uint64_t k, std::uint64_t n, double p) {
  if (k >= n || p <= 0) return 1;
  if (p >= 1) return 0;
  return bm::ibetac(static_cast<double>(k + 1), static_cast<double>(n - k), p, Policy{});
}

double clopper_pearson_lower(std::uint64_t successes, std::uint64_t trials, double level) {
  validate(successes, trials, level);
  if (successes == 0) return 0;
  auto const asked = level * (1 - slack(trials));
  auto const n = static_cast<double>(trials), k = static_cast<double>(successes);
  if (successes == trials) return std::exp(std::log(asked) / n) * (1 - 0x1p-51);  // p^n <= level, two ulps out
  auto const z = -sim::normal_quantile(level);
  auto const deviation = std::sqrt(k * (n - k) / n + 1) / n;
  return largest_below([&](double p) { return binomial_at_least(successes, trials, p); },
                       std::max(0.0, k / n - z * deviation), 0.1 * deviation, asked);
}

double clopper_pearson_upper(std::uint64_t successes, std::uint64_t trials, double level) {
  validate(successes, trials, level);
  if (successes == trials) return 1;
  // Mirrored: the failures' lower bound. Near 1 the complement keeps its relative precision.
  auto const lower_of_failures = clopper_pearson_lower(trials - successes, trials, level);
  return std::min(1.0, std::nextafter(1 - lower_of_failures, 2.0));
}

}  // namespace warner::verify
