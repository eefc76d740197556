#include "results/figures/experiments/poll.hpp"

#include <algorithm>
#include <cmath>

#include "results/figures/experiments/simulation.hpp"
#include "verify/bounds/clopper_pearson.hpp"

namespace warner::results::experiments {
namespace {

Interval of_mu(Poll const& poll, double low_pi, double high_pi, std::uint64_t ones) {
  auto const mu = [&](double pi) { return std::clamp((pi - (1 - poll.p) / 2) / poll.p, 0.0, 1.0); };
  return {poll.estimate(ones), mu(low_pi), mu(high_pi)};
}

/// Pr[first <= ones <= last], by the two tails, each with its own digits.
double mass_between(Poll const& poll, std::uint64_t first, std::uint64_t last) {
  if (first > last) return 0;
  auto const below = first == 0 ? 0 : verify::binomial_at_most(first - 1, poll.n, poll.pi());
  return std::max(0.0, 1 - below - verify::binomial_at_least(last + 1, poll.n, poll.pi()));
}

/// The counts that are covered are an interval around n pi: its two ends, by bisection on `covers` on either side of
/// `inside`.
template <class Covers>
double coverage(Poll const& poll, std::uint64_t inside, Covers const& covers) {
  if (!covers(inside)) return 0;
  auto const edge = [&](std::uint64_t in, std::uint64_t out) {  // covers(in), not covers(out)
    while ((in > out ? in - out : out - in) > 1) {
      auto const middle = std::min(in, out) + (in > out ? in - out : out - in) / 2;
      (covers(middle) ? in : out) = middle;
    }
    return in;
  };
  auto const first = covers(0) ? 0 : edge(inside, 0), last = covers(poll.n) ? poll.n : edge(inside, poll.n);
  return mass_between(poll, first, last);
}

}  // namespace

double Poll::truthful(double epsilon) { return std::tanh(epsilon / 2); }

bool clt_covers(Poll const& poll, std::uint64_t ones, double alpha) {
  auto const n = static_cast<double>(poll.n), share = static_cast<double>(ones) / n,
             z = gaussian_quantile_above(alpha / 2);
  return (share - poll.pi()) * (share - poll.pi()) <= z * z * share * (1 - share) / n;
}

Interval clt_interval(Poll const& poll, std::uint64_t ones, double alpha) {
  auto const n = static_cast<double>(poll.n), share = static_cast<double>(ones) / n;
  auto const half = gaussian_quantile_above(alpha / 2) * std::sqrt(share * (1 - share) / n);
  return of_mu(poll, share - half, share + half, ones);
}

double clt_coverage(Poll const& poll, double alpha) {
  // Some count is covered as soon as the integer nearest to n pi is, or its neighbours; tiny n may cover none.
  auto const nearest = static_cast<std::uint64_t>(std::llround(static_cast<double>(poll.n) * poll.pi()));
  for (auto const inside : {nearest, std::min(nearest + 1, poll.n), nearest == 0 ? 0 : nearest - 1})
    if (clt_covers(poll, inside, alpha))
      return coverage(poll, inside, [&](std::uint64_t c) { return clt_covers(poll, c, alpha); });
  return 0;
}

double clt_width(Poll const& poll, double alpha) {
  return 2 * gaussian_quantile_above(alpha / 2) * std::sqrt(poll.pi() * (1 - poll.pi()) / static_cast<double>(poll.n)) /
         poll.p;
}

Interval exact_interval(Poll const& poll, std::uint64_t ones, double alpha) {
  return of_mu(poll, verify::clopper_pearson_lower(ones, poll.n, alpha / 2),
               verify::clopper_pearson_upper(ones, poll.n, alpha / 2), ones);
}

bool exact_covers(Poll const& poll, std::uint64_t ones, double alpha) {
  return verify::binomial_at_least(ones, poll.n, poll.pi()) > alpha / 2 &&
         verify::binomial_at_most(ones, poll.n, poll.pi()) > alpha / 2;
}

double exact_coverage(Poll const& poll, double alpha) {
  auto const mode = std::min(poll.n, static_cast<std::uint64_t>((static_cast<double>(poll.n) + 1) * poll.pi()));
  return coverage(poll, mode, [&](std::uint64_t c) { return exact_covers(poll, c, alpha); });
}

}  // namespace warner::results::experiments
