#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/local/independent_bits.hpp"
#include "sim/bisection.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::local {
namespace {

struct Shown {
  double from_one, from_zero;  // q* and p*
};

Shown shown(double f, double p, double q) { return {f * (p + q) / 2 + (1 - f) * q, f * (p + q) / 2 + (1 - f) * p}; }

/// largest_loss of h bits either way: h (|ln(q* / p*)| + |ln((1 - p*) / (1 - q*))|), by what q* and p* differ in, which
/// keeps its digits where both are nearly the same.
double spent(double f, double p, double q, std::size_t h) {
  auto const [one, zero] = shown(f, p, q);
  auto const apart = (1 - f) * std::fabs(q - p);
  return static_cast<double>(h) *
         (std::log1p(apart / std::min(one, zero)) + std::log1p(apart / (1 - std::max(one, zero))));
}

/// The f in [0, 1] at which epsilon is spent: the more coins, the less.
double f_spending(double epsilon, double p, double q, std::size_t h) {
  require(epsilon < spent(1e-12, p, q, h),
          fmt::format("epsilon: {} is more than these p, q and h spend even at f = 0", epsilon));
  auto const f = sim::bisected({0, 1}, [&](double f) { return spent(f, p, q, h) <= epsilon; }).high;
  require(f < 1 && std::fabs(spent(f, p, q, h) - epsilon) <= 1e-10 * epsilon,
          fmt::format("epsilon: {} is too small (no f below 1 that a double holds spends it to ten digits)", epsilon));
  return f;
}

/// `differ` bits differ: half of them, the larger one, only in the first filter.
Pair filters(std::size_t m, std::size_t h, std::size_t differ) {
  auto const a = (differ + 1) / 2, b = differ / 2, common = h - a;
  Pair pair{Dataset(m, 0.0), Dataset(m, 0.0), Relation::value, fmt::format("{} bits differ", differ)};
  std::fill_n(pair.d.begin(), a + common, 1.0);
  std::fill_n(pair.d_prime.begin() + static_cast<std::ptrdiff_t>(a), common + b, 1.0);
  return pair;
}

struct Defaults {
  double f;
  bool reports;
};

Instance make_rappor(Arguments& values, Defaults const& by) {
  auto const m = values.whole("m"), h = values.whole_or("h", 4, {1, m / 2}),
             differ = values.whole_or("differ", 2 * h, {1, 2 * h});
  auto const p = by.reports ? values["p"] : 0, q = by.reports ? values["q"] : 1;
  require(p >= 0 && p <= 1, fmt::format("p: {} is not in [0, 1]", p));
  require(q >= 0 && q <= 1, fmt::format("q: {} is not in [0, 1]", q));
  auto const designed = values.has("epsilon") && !values.has("f");
  auto const f =
      designed ? f_spending(require_positive("epsilon", values["epsilon"], "f follows from it"), p, q, h) : values["f"];
  require(f >= 0 && f < 1, fmt::format("f: {} is not in [0, 1)", f));
  auto const [one, zero] = shown(f, p, q);
  values.set("f", f);
  auto const epsilon =
      require_positive("epsilon", values.value_by("epsilon", {{"f", [&](double) { return spent(f, p, q, h); }}}),
                       "a privacy parameter such as 1");
  auto const of_coins = largest_loss(one, zero, static_cast<double>(h), static_cast<double>(h));  // as they are rounded
  IndependentBits const bits{one, zero, m, IndependentBits::Data::bits, PureDp{std::max(epsilon, of_coins)}};
  std::vector<Pair> pairs{filters(m, h, differ)};
  if (differ > 2) pairs.push_back(filters(m, h, differ - 2));
  return {bits, pairs};
}

std::vector<Parameter> parameters(Defaults const& by) {
  std::vector<Parameter> takes{{"epsilon", {}, "what filters that differ in 2 h bits spend; f follows from it"},
                               {"m", 20, "bits of the filter", Whole{2, 4096}},
                               {"h", 4, "hashes: bits that one value sets"},
                               {"f", by.f, "probability that a bit is replaced by a fair coin, in [0, 1)"}};
  if (by.reports)
    takes.insert(takes.end(), {{"p", 0.45, "probability that a permanent 0 is shown as 1"},
                               {"q", 0.55, "probability that a permanent 1 is shown as 1"}});
  takes.push_back({"differ", {}, "how many bits differ in the default pair, at most 2 h"});
  return takes;
}

}  // namespace

/// RAPPOR [EPK14]: a value becomes a Bloom filter of m bits by h hashes. Once and for all, a bit is replaced by a fair
/// coin with probability f; in every report, a permanent 1 is shown as 1 with probability q, a permanent 0 with
/// probability p. `rappor-one-time` shows the permanent bits.
///
/// Guarantee:  with q* = f (p + q) / 2 + (1 - f) q and p* = f (p + q) / 2 + (1 - f) p, filters that differ in h bits
///             each way spend h ln(q* (1 - p*) / (p* (1 - q*))), tight, and others less. One-time: 2 h ln((1 - f/2) /
///             (f/2)).
/// Data:       m bits, the filter itself: which bits a pair of values shares is for the caller to choose. The first
///             pair differs in 2 h bits.
Entry rappor_entry() {
  return {.name = "rappor",
          .summary = "a Bloom filter through permanent and then instantaneous randomised response",
          .release = "{0,1}^m",
          .parameters = parameters({0.75, true}),
          .reference = "EPK14",
          .local = true,
          .make = [](Arguments& values) {
            return make_rappor(values, {0.75, true});
          }};
}

Entry rappor_one_time_entry() {
  return {.name = "rappor-one-time",
          .summary = "a Bloom filter through permanent randomised response alone",
          .release = "{0,1}^m",
          .parameters = parameters({0.95, false}),
          .reference = "EPK14",
          .local = true,
          .make = [](Arguments& values) {
            return make_rappor(values, {0.95, false});
          }};
}

}  // namespace warner::mechanisms::local
