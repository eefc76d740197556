#include "mechanisms/noise/exact.hpp"

#include <string>

#include "mechanisms/noise/uniform_integer.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::noise {
namespace {

/// 1 with probability e^(-numerator / denominator), by the series of the exponential [CKS20, algorithm 1].
bool bernoulli_exponential(Wide numerator, Wide denominator, sim::Stream& stream) {
  for (; numerator > denominator; numerator -= denominator)  // e^-1 for each whole
    if (!bernoulli_exponential(1, 1, stream)) return false;
  std::uint64_t k = 1;
  while (uniform_below(denominator * k, stream) < numerator) ++k;
  return k % 2 == 1;
}

Fraction checked(char const* symbol, Fraction fraction) {
  constexpr auto largest = std::uint64_t{1} << 20;
  for (auto const part : {fraction.numerator, fraction.denominator})
    require(part >= 1 && part <= largest,
            std::string{symbol} + ": " + std::to_string(part) + " is not in 1..2^20 (a part of the fraction)");
  return fraction;
}

std::int64_t discrete_laplace(std::uint64_t t, std::uint64_t s, sim::Stream& stream) {
  for (;;) {
    auto const u = static_cast<std::uint64_t>(uniform_below(t, stream));
    if (!bernoulli_exponential(u, t, stream)) continue;
    std::uint64_t v = 0;
    while (bernoulli_exponential(1, 1, stream)) ++v;
    auto const magnitude = static_cast<std::int64_t>((u + t * v) / s);
    auto const negative = stream.word() >> 63 != 0;
    if (negative && magnitude == 0) continue;  // zero has one sign
    return negative ? -magnitude : magnitude;
  }
}

/// floor(sqrt(x)) for a fraction, by trial: no root of a double is asked.
std::uint64_t root_below(Fraction const& x) {
  std::uint64_t root = 0;
  while ((root + 1) * (root + 1) * x.denominator <= x.numerator) ++root;
  return root;
}

}  // namespace

DiscreteLaplaceExact::DiscreteLaplaceExact(Fraction scale) : scale_{checked("scale", scale)} {}

std::int64_t DiscreteLaplaceExact::draw(sim::Stream& stream) const {
  return discrete_laplace(scale_.numerator, scale_.denominator, stream);
}

DiscreteGaussianExact::DiscreteGaussianExact(Fraction variance)
    : variance_{checked("variance", variance)}, scale_{root_below(variance_) + 1} {
  double sum = 1, squares = 0;
  for (auto z = static_cast<double>(40 * scale_); z > 0;
       --z) {  // small terms first; beyond 40 standard deviations doubles are 0
    auto const mass = 2 * std::exp(-z * z / (2 * variance_.value()));
    sum += mass;
    squares += z * z * mass;
  }
  log_normaliser_ = std::log(sum);
  moment_ = squares / sum;
}

double DiscreteGaussianExact::cdf(double x) const {
  if (x >= 0) return 1 - cdf(-std::floor(x) - 1);
  double sum = 0;
  for (auto z = -static_cast<double>(40 * scale_); z <= x; ++z) sum += pmf(z);
  return sum;
}

std::int64_t DiscreteGaussianExact::draw(sim::Stream& stream) const {
  // A proposal y of scale t stays with probability e^(-(|y| - a / (b t))^2 / (2 a / b)) = e^(-(|y| b t - a)^2 / (2 a b
  // t^2)), variance = a / b. Since b t^2 is at most 2^22 or so, squares fit in 128 bits up to |y| / t = 2^41, which is
  // never seen.
  Wide const a = variance_.numerator, b = variance_.denominator, t = scale_;
  for (;;) {
    auto const y = discrete_laplace(scale_, 1, stream);
    auto const reached = static_cast<Wide>(y < 0 ? -y : y) * b * t;
    auto const distance = reached > a ? reached - a : a - reached;
    if (bernoulli_exponential(distance * distance, 2 * a * b * t * t, stream)) return y;
  }
}

}  // namespace warner::mechanisms::noise
