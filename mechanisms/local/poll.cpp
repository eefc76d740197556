#include "mechanisms/local/poll.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/special_functions/gamma.hpp>
#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/local/randomised_response.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/log_masses.hpp"
#include "sim/coin_sums.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::local {
namespace {

std::size_t ones_of(Dataset const& dataset) { return static_cast<std::size_t>(std::ranges::count(dataset, 1.0)); }

/// ln Pr[Binomial(n, p) = k], k = 0, .., n. By Boost's lgamma: the C library's writes a global, and several threads
/// come here.
std::vector<double> log_binomial(std::size_t n, double p) {
  std::vector<double> log_factorial(n + 1), log_mass(n + 1);
  for (std::size_t k = 0; k <= n; ++k) log_factorial[k] = boost::math::lgamma(static_cast<double>(k) + 1);
  auto const log_p = std::log(p), log_q = std::log1p(-p);
  for (std::size_t k = 0; k <= n; ++k) {
    auto const yes = k == 0 ? 0 : static_cast<double>(k) * log_p, no = k == n ? 0 : static_cast<double>(n - k) * log_q;
    log_mass[k] = log_factorial[n] - log_factorial[k] - log_factorial[n - k] + yes + no;
  }
  return log_mass;
}

}  // namespace

Poll::Poll(double r, std::size_t n) : n_{n}, one_{response_from_r(r)} {
  require(n >= 1, "n: a poll of 0 people has no answer");
}

std::vector<Column> Poll::columns(Dataset const& dataset) const {
  require_categories(dataset, n_, 1);
  return {{"sum", Column::Kind::integer}};
}

void Poll::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const ones = ones_of(dataset), zeros = n_ - ones;
  auto const from_one = sim::bernoulli_threshold(one_.probability_of_one(true)),
             from_zero = sim::bernoulli_threshold(one_.probability_of_one(false));
  auto const sum = out.column(0);
  constexpr std::size_t few = 128;  // releases for which 64 coins a word would mostly be thrown away
  if (sum.size() < few) {
    for (auto& x : sum) {
      auto const yes_from_ones = sim::count_bernoulli(stream, from_one, ones);
      x = static_cast<double>(yes_from_ones + sim::count_bernoulli(stream, from_zero, zeros));
    }
    return;
  }
  std::ranges::fill(sum, 0.0);
  sim::add_coin_sums(stream, from_one, ones, sum);  // person by person, the answers of all releases at once
  sim::add_coin_sums(stream, from_zero, zeros, sum);
}

std::vector<double> Poll::log_pmf(Dataset const& dataset) const {
  auto const ones = ones_of(dataset);
  auto const a = log_binomial(ones, one_.probability_of_one(true)),
             b = log_binomial(n_ - ones, one_.probability_of_one(false));
  auto const impossible = -std::numeric_limits<double>::infinity();
  std::vector<double> sum(n_ + 1, impossible);
  for (std::size_t k = 0; k <= n_; ++k) {
    auto const first = k < b.size() ? 0 : k + 1 - b.size(), last = std::min(k, a.size() - 1);
    auto largest = impossible;
    for (auto i = first; i <= last; ++i) largest = std::max(largest, a[i] + b[k - i]);
    if (largest == impossible) continue;
    double scaled = 0;
    for (auto i = first; i <= last; ++i) scaled += std::exp(a[i] + b[k - i] - largest);
    sum[k] = largest + std::log(scaled);
  }
  return sum;
}

void Poll::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const log_mass = log_pmf(dataset);
  auto const y = releases.column(0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const possible = y[i] >= 0 && y[i] <= static_cast<double>(n_) && y[i] == std::floor(y[i]);
    out[i] = possible ? log_mass[static_cast<std::size_t>(y[i])] : -std::numeric_limits<double>::infinity();
  }
}

std::optional<privacy::PairPrivacy> Poll::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  auto const distance = std::fabs(static_cast<double>(ones_of(pair.d)) - static_cast<double>(ones_of(pair.d_prime)));
  if (distance == 0) return privacy::equal_pair();
  auto known = privacy::log_mass_pair(log_pmf(pair.d), log_pmf(pair.d_prime));
  known.epsilon = [of_masses = known.epsilon, pure = distance * one_.epsilon()](double delta) {
    return delta == 0 ? pure : std::min(pure, of_masses(delta));
  };
  return known;
}

double poll_variance(double p, double mu) {
  require(p > 0 && p <= 1, fmt::format("p: {} is not in (0, 1] (some truth must be told)", p));
  require(mu >= 0 && mu <= 1, fmt::format("mu: {} is not in [0, 1] (it is a share)", mu));
  return mu * (1 - mu) + (1 - p) * (1 + p) / (4 * p * p);
}

namespace {

double epsilon_from_r(double r) {
  require(r > 0 && r < 1,
          fmt::format("r: {} is not in (0, 1) (epsilon follows from it, and is to be positive and finite)", r));
  return std::log1p(r) - std::log1p(-r);
}

Instance make_poll(Arguments& values) {
  auto const epsilon =
      values.value_by("epsilon", {{"r", epsilon_from_r}, {"p", [](double p) { return epsilon_from_r(2 * p - 1); }}});
  auto const n = values.whole("n");
  if (!values.has("r") && !values.has("p")) require_deniable(epsilon);
  auto const r = values.has("r") ? values["r"] : values.has("p") ? 2 * values["p"] - 1 : std::tanh(epsilon / 2);
  Poll const poll{r, n};
  resolve_epsilon(values, poll.response());
  values.set("r", r);
  values.set("p", (1 + r) / 2);
  Dataset const nobody(n, 0.0);
  auto half = nobody;
  std::fill_n(half.begin(), n / 2, 1.0);
  Instance instance{poll, {substitute(nobody, 0, 1, "nobody else")}};
  if (n > 1) {
    instance.pairs.push_back(substitute(half, n - 1, 1, "half and half"));
  }
  return instance;
}

}  // namespace

Entry poll_entry() {
  return {.name = "poll",
          .summary = "n people answer by randomised response, the number of yeses is released",
          .release = "{0..n}",
          .parameters = {epsilon_parameter("privacy parameter, > 0", std::log(3.0)),
                         {"r", {}, "probability that the truth is asked for, in (0, 1)"},
                         {"p", {}, "probability of the true answer, (1 + r) / 2"},
                         {"n", 10, "how many people", Whole{1, 2'000}}},
          .reference = "W65",
          .local = true,
          .make = make_poll};
}

}  // namespace warner::mechanisms::local
