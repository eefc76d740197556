#include "mechanisms/local/independent_bits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::local {
namespace {

double inside(char const* name, double value) {
  require(value > 0 && value < 1, fmt::format("{}: {} is not in (0, 1) (every bit must be deniable)", name, value));
  return value;
}

/// C(n, i) x^i (1 - x)^(n - i), i = 0, .., n.
std::vector<long double> binomial(std::size_t n, long double x) {
  std::vector<long double> mass{1};
  for (std::size_t coin = 0; coin < n; ++coin) {
    mass.push_back(0);
    for (auto i = mass.size() - 1; i > 0; --i) mass[i] = mass[i] * (1 - x) + mass[i - 1] * x;
    mass[0] *= 1 - x;
  }
  return mass;
}

}  // namespace

IndependentBits::IndependentBits(double p, double q, std::size_t m, Data data, Guarantee const& claim)
    : m_{m}, data_{data}, claim_{claim}, one_{inside("p", p)}, zero_{inside("q", q)} {
  require(m >= 1 && m <= 4096, fmt::format("bits: {} are not 1 to 4096", m));
}

std::vector<Column> IndependentBits::columns(Dataset const& dataset) const {
  if (data_ == Data::bits) require_categories(dataset, m_, 1);
  else require_categories(dataset, 1, m_ - 1);
  return std::vector<Column>(m_, Column{"bit", Column::Kind::flag});
}

void IndependentBits::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  for (std::size_t j = 0; j < m_; ++j) (bit(dataset, j) ? one_ : zero_).fill(stream, 0, out.column(j));
}

void IndependentBits::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  for (std::size_t j = 0; j < m_; ++j) {
    auto const& coin = bit(dataset, j) ? one_ : zero_;
    auto const yes = coin.log_pmf(1), no = coin.log_pmf(0);
    auto const y = releases.column(j);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] += y[i] == 1 ? yes : y[i] == 0 ? no : -std::numeric_limits<double>::infinity();
  }
}

std::optional<privacy::PairPrivacy> IndependentBits::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  std::size_t a = 0, b = 0;
  for (std::size_t j = 0; j < m_; ++j) {
    auto const here = bit(pair.d, j), there = bit(pair.d_prime, j);
    a += here && !there;
    b += there && !here;
  }
  if (a + b == 0) return privacy::equal_pair();
  if ((a + 1) * (b + 1) > 100'000) return std::nullopt;
  long double const p = one_from_one(), q = one_from_zero();
  auto const yes = std::log(p / q), no = std::log((1 - q) / (1 - p));
  auto const a_under_d = binomial(a, p), a_under_d_prime = binomial(a, q), b_under_d = binomial(b, q),
             b_under_d_prime = binomial(b, p);
  std::vector<privacy::Outcome> outcomes;
  for (std::size_t i = 0; i <= a; ++i)  // ones among the bits only in d
    for (std::size_t j = 0; j <= b; ++j) {
      auto const in_a = static_cast<long double>(i), out_a = static_cast<long double>(a - i),
                 in_b = static_cast<long double>(j), out_b = static_cast<long double>(b - j);
      outcomes.push_back({(in_a - in_b) * yes - (out_a - out_b) * no, a_under_d[i] * b_under_d[j],
                          a_under_d_prime[i] * b_under_d_prime[j]});
    }
  return privacy::finite_pair(privacy::FiniteLaw{std::move(outcomes)});
}

double largest_loss(double p, double q, double a, double b) {
  // ln(p / q) and ln((1 - q) / (1 - p)), which keep their digits where p and q are nearly the same
  auto const yes = std::log1p((p - q) / q), no = std::log1p((p - q) / (1 - p));
  auto const bit_of = [&](double here, double there) { return here * std::max(yes, -no) + there * std::max(no, -yes); };
  return std::max(bit_of(a, b), bit_of(b, a));
}

}  // namespace warner::mechanisms::local
