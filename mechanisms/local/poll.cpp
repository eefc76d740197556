#include "mechanisms/local/poll.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/given.hpp"
#include "mechanisms/local/randomised_response.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::local {
namespace {

std::uint64_t ones_of(Dataset const& dataset) { return static_cast<std::uint64_t>(std::ranges::count(dataset, 1.0)); }

/// The masses of Binomial(n, p), by logarithms of factorials; p in (0, 1).
std::vector<double> binomial_pmf(std::uint64_t n, double p) {
  std::vector<double> mass(n + 1);
  auto const size = static_cast<double>(n);
  for (std::uint64_t i = 0; i <= n; ++i) {
    auto const k = static_cast<double>(i);
    mass[i] = std::exp(std::lgamma(size + 1) - std::lgamma(k + 1) - std::lgamma(size - k + 1) + k * std::log(p) + (size - k) * std::log1p(-p));
  }
  return mass;
}

}  // namespace

Poll::Poll(double r, std::size_t n) : n_{n}, one_{response_from_r(r)} { require(n >= 1, "n: a poll of 0 people has no answer"); }

std::vector<Column> Poll::columns(Dataset const& dataset) const {
  require_categories(dataset, n_, 1);
  return {{"sum", Column::Kind::integer}};
}

void Poll::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const ones = ones_of(dataset), zeros = n_ - ones;
  auto const from_one = sim::bernoulli_threshold(one_.probability_of_one(true)), from_zero = sim::bernoulli_threshold(one_.probability_of_one(false));
  for (auto& sum : out.column(0)) {
    auto const yes_from_ones = sim::count_bernoulli(stream, from_one, ones);
    sum = static_cast<double>(yes_from_ones + sim::count_bernoulli(stream, from_zero, zeros));
  }
}

std::vector<double> Poll::pmf(Dataset const& dataset) const {
  auto const ones = ones_of(dataset);
  auto const a = binomial_pmf(ones, one_.probability_of_one(true)), b = binomial_pmf(n_ - ones, one_.probability_of_one(false));
  std::vector<double> sum(n_ + 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) sum[i + j] += a[i] * b[j];
  return sum;
}

void Poll::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const mass = pmf(dataset);
  auto const y = releases.column(0);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = y[i] >= 0 && y[i] < static_cast<double>(mass.size()) ? std::log(mass[static_cast<std::size_t>(y[i])]) : -INFINITY;
}

double Poll::exact_epsilon(Pair const& pair, double delta) const {
  auto const p = pmf(pair.d), q = pmf(pair.d_prime);
  if (delta == 0) {
    double worst = 0;
    for (std::size_t k = 0; k < p.size(); ++k) worst = std::max(worst, std::fabs(std::log(p[k] / q[k])));
    return worst;
  }
  auto const profile = [&](double epsilon) {
    double there = 0, back = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
      there += std::max(0.0, p[k] - std::exp(epsilon) * q[k]);
      back += std::max(0.0, q[k] - std::exp(epsilon) * p[k]);
    }
    return std::max(there, back);
  };
  return privacy::epsilon_at(profile, delta);
}

Entry poll_entry() {
  return {.name = "poll", .summary = "n people answer by randomised response, the number of yeses is released", .release = "{0..n}",
          .parameters = {{"epsilon", std::log(3.0), "privacy parameter, > 0"}, {"r", {}, "probability that the truth is asked for, in (0, 1)"}, {"n", 10, "how many people"}},
          .reference = "W65", .local = true, .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, std::log(3.0), {{"epsilon", [](double e) { return e; }}, {"r", [](double r) {
                                                                       require(r > 0 && r < 1, fmt::format("r: {} is not in (0, 1)", r));
                                                                       return std::log1p(r) - std::log1p(-r);
                                                                     }}});
            auto const n = whole_or(given, "n", 10, 1, 2'000);
            auto const r = given.contains("r") ? given.find("r")->second : std::tanh(epsilon / 2);
            Dataset const nobody(n, 0.0);
            Dataset half(n, 0.0);
            std::fill_n(half.begin(), n / 2, 1.0);
            Instance instance{Poll{r, n}, {{"epsilon", epsilon}, {"n", static_cast<double>(n)}}, {substitute(nobody, 0, 1)}};
            instance.pairs.front().label = "nobody else";
            if (n > 1) {
              instance.pairs.push_back(substitute(half, n - 1, 1));
              instance.pairs.back().label = "half and half";
            }
            return instance;
          }};
}

}  // namespace warner::mechanisms::local
