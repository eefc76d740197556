#include "mechanisms/central/snapping.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/correct_log.hpp"
#include "mechanisms/privacy/log_masses.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

double full_range_uniform(sim::Stream& stream) {
  auto const mantissa = 1 + static_cast<double>(stream.word() >> 12) * 0x1p-52;  // [1, 2)
  int exponent = -1;
  for (;;) {
    auto const word = stream.word();
    exponent -= std::countl_zero(word);
    if (word != 0) break;
    if (exponent < -1022) return 0x1p-1022;  // with probability 2^-1021
  }
  return std::ldexp(mantissa, exponent);
}

namespace {

double power_of_two_from(double least) {
  int exponent = 0;
  auto const mantissa = std::frexp(least, &exponent);
  return std::ldexp(1.0, mantissa == 0.5 ? exponent - 1 : exponent);
}

/// Pr[a <= Z < b] of Laplace noise of scale 1, a < b, without cancellation.
double between(double a, double b) {
  if (a >= 0) return -std::exp(-a) * std::expm1(a - b) / 2;
  if (b <= 0) return -std::exp(b) * std::expm1(a - b) / 2;
  return (-std::expm1(a) - std::expm1(-b)) / 2;
}

/// Its logarithm, far out in the tails as well.
double log_between(double a, double b) {
  if (a < 0 && b > 0) return std::log(between(a, b));
  return (a >= 0 ? -a : b) + std::log(-std::expm1(a - b)) - std::numbers::ln2;
}

}  // namespace

Snapping::Snapping(double epsilon, double bound)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale (1 + 2^-49 bound) / epsilon")},
      bound_{require_positive("bound", bound, "answers are clamped to it")},
      lambda_{(1 + 0x1p-49 * bound) / epsilon},
      grid_{power_of_two_from(lambda_)},
      per_step_{1 / grid_} {
  require(lambda_ < bound && bound < 0x1p46 * lambda_,
          fmt::format("bound: {} is not between lambda = {} and 2^46 lambda", bound, lambda_));
}

std::vector<Column> Snapping::columns(Dataset const& dataset) const {
  require_numbers(dataset, 1);
  return {{"y", Column::Kind::real}};
}

double Snapping::snapped(double y) const {
  // Halves go up. Exact, since the grid is a power of two and there are fewer than 2^48 steps.
  constexpr auto integers = 0x1.8p52;
  auto const steps = y * per_step_, nearest = (steps + integers) - integers;
  auto const rounded = (nearest + (steps - nearest >= 0.5)) * grid_;
  return std::clamp(rounded, -bound_, bound_) + 0.0;  // one zero
}

void Snapping::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const x = std::clamp(dataset[0], -bound_, bound_);
  for (auto& y : out.column(0)) {
    auto const negative = stream.word() >> 63 != 0;
    auto const noise = lambda_ * noise::correct_log(full_range_uniform(stream));
    y = snapped(negative ? x - noise : x + noise);
  }
}

double Snapping::mass(double x, double y) const {
  auto const centre = std::clamp(x, -bound_, bound_);
  auto const at = [&](double edge) { return (edge - centre) / lambda_; };
  // A release at the bound gathers all that is beyond: from half a step before the first point of the grid that is
  // clamped to it.
  auto const first_clamped = std::ceil(bound_ / grid_) * grid_;
  if (y == bound_) return between(at(first_clamped - grid_ / 2), HUGE_VAL);
  if (y == -bound_) return between(-HUGE_VAL, at(-first_clamped + grid_ / 2));
  return y == snapped(y) ? between(at(y - grid_ / 2), at(y + grid_ / 2)) : 0;
}

void Snapping::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::log(mass(dataset[0], releases(i, 0)));
}

std::optional<privacy::PairPrivacy> Snapping::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  auto const x = std::clamp(pair.d[0], -bound_, bound_), other = std::clamp(pair.d_prime[0], -bound_, bound_);
  // Beyond both answers the loss is constant: what lies further out than 64 steps is one outcome on either side.
  auto const low = std::floor((std::min(x, other) - 64 * grid_) / grid_) * grid_,
             high = std::ceil((std::max(x, other) + 64 * grid_) / grid_) * grid_;
  if ((high - low) / grid_ > 1e5) return std::nullopt;
  std::vector<double> log_p, log_q;
  auto const add = [&](double from, double to) {
    log_p.push_back(log_between((from - x) / lambda_, (to - x) / lambda_));
    log_q.push_back(log_between((from - other) / lambda_, (to - other) / lambda_));
  };
  auto const half = grid_ / 2, clamped = std::ceil(bound_ / grid_) * grid_;
  auto const first = std::max(low, -clamped), last = std::min(high, clamped);
  add(-HUGE_VAL, first + half);
  auto const points = static_cast<int>((last - first) / grid_);
  for (int i = 1; i < points; ++i) add(first + i * grid_ - half, first + i * grid_ + half);
  add(last - half, HUGE_VAL);
  return privacy::log_mass_pair(log_p, log_q);
}

Entry snapping_entry() {
  return {.name = "snapping",
          .summary = "a number plus Laplace noise that is safe in floating point",
          .release = "Lambda Z in [-B, B]",
          .parameters = {epsilon_parameter(), {"bound", 100, "answers and releases are clamped to [-bound, bound]"}},
          .reference = "M12",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const bound = values["bound"];
            return {Snapping{epsilon, bound},
                    {{{0}, {1}, Relation::substitute, "0 and 1"},
                     {{0.25}, {1.25}, Relation::substitute, "1/4 and 5/4"},
                     {{0.5}, {1.5}, Relation::substitute, "1/2 and 3/2"}},
                    Answers{}};
          }};
}

}  // namespace warner::mechanisms::central
