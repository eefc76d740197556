#include "mechanisms/local/rappor.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/local/independent_bits.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::local {
namespace {

struct Shown {
  double from_one, from_zero;  // q* and p*
};

Shown shown(double f, double p, double q) { return {f * (p + q) / 2 + (1 - f) * q, f * (p + q) / 2 + (1 - f) * p}; }

double spent(double f, double p, double q, std::size_t h) {
  auto const [one, zero] = shown(f, p, q);
  return largest_loss(one, zero, static_cast<double>(h), static_cast<double>(h));
}

/// The f in [0, 1] at which epsilon is spent: the more coins, the less.
double f_spending(double epsilon, double p, double q, std::size_t h) {
  require(epsilon < spent(1e-12, p, q, h),
          fmt::format("epsilon: {} is more than these p, q and h spend even at f = 0", epsilon));
  double low = 0, high = 1;
  while (true) {
    auto const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    (spent(middle, p, q, h) > epsilon ? low : high) = middle;
  }
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

Instance make_rappor(Given const& given, Defaults const& by) {
  auto const m = whole_or(given, "m", 20, 2, 4096), h = whole_or(given, "h", 4, 1, m / 2),
             differ = whole_or(given, "differ", 2 * h, 1, 2 * h);
  auto const p = by.reports ? value_or(given, "p", 0.45) : 0, q = by.reports ? value_or(given, "q", 0.55) : 1;
  require(p >= 0 && p <= 1, fmt::format("p: {} is not in [0, 1]", p));
  require(q >= 0 && q <= 1, fmt::format("q: {} is not in [0, 1]", q));
  auto const designed = given.contains("epsilon") && !given.contains("f");
  auto const f =
      designed ? f_spending(require_positive("epsilon", value_or(given, "epsilon", 1), "f follows from it"), p, q, h)
               : value_or(given, "f", by.f);
  require(f >= 0 && f < 1, fmt::format("f: {} is not in [0, 1)", f));
  auto const [one, zero] = shown(f, p, q);
  Given all = given;
  all["f"] = f;
  auto const epsilon =
      epsilon_from(all, 1, {{"epsilon", [](double e) { return e; }}, {"f", [&](double) { return spent(f, p, q, h); }}});
  IndependentBits const bits{one, zero, m, IndependentBits::Data::bits, PureDp{std::max(epsilon, spent(f, p, q, h))}};
  Parameters parameters{{"epsilon", epsilon}, {"m", static_cast<double>(m)}, {"h", static_cast<double>(h)}, {"f", f}};
  if (by.reports) parameters.insert(parameters.end(), {{"p", p}, {"q", q}});
  parameters.emplace_back("differ", static_cast<double>(differ));
  std::vector<Pair> pairs{filters(m, h, differ)};
  if (differ > 2) pairs.push_back(filters(m, h, differ - 2));
  return {bits, parameters, pairs};
}

std::vector<Parameter> parameters(Defaults const& by) {
  std::vector<Parameter> takes{{"epsilon", {}, "what filters that differ in 2 h bits spend; f follows from it"},
                               {"m", 20, "bits of the filter"},
                               {"h", 4, "hashes: bits that one value sets"},
                               {"f", by.f, "probability that a bit is replaced by a fair coin, in [0, 1)"}};
  if (by.reports)
    takes.insert(takes.end(), {{"p", 0.45, "probability that a permanent 0 is shown as 1"},
                               {"q", 0.55, "probability that a permanent 1 is shown as 1"}});
  takes.push_back({"differ", {}, "how many bits differ in the default pair, at most 2 h"});
  return takes;
}

}  // namespace

Entry rappor_entry() {
  return {.name = "rappor",
          .summary = "a Bloom filter through permanent and then instantaneous randomised response",
          .release = "{0,1}^m",
          .parameters = parameters({0.75, true}),
          .reference = "EPK14",
          .local = true,
          .make = [](Given const& given) {
            return make_rappor(given, {0.75, true});
          }};
}

Entry rappor_one_time_entry() {
  return {.name = "rappor-one-time",
          .summary = "a Bloom filter through permanent randomised response alone",
          .release = "{0,1}^m",
          .parameters = parameters({0.95, false}),
          .reference = "EPK14",
          .local = true,
          .make = [](Given const& given) {
            return make_rappor(given, {0.95, false});
          }};
}

}  // namespace warner::mechanisms::local
