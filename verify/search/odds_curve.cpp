#include "verify/search/odds_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace warner::verify {
namespace {

using Numbers = std::vector<double>;

constexpr double widest_log_odds = 10;               // their prior standard deviation
constexpr double steps[]{0.03, 0.1, 0.3, 1, 3, 10};  // standard deviations of a walk in one unit of the logit
constexpr double slope_steps[]{1, 3, 10, 30};        // of a slope, in one unit of the log ratio
constexpr double nearest = 1e-4;                     // groups, in units of the distance from the first to the last
constexpr int most_newton_steps = 30, most_halvings = 8;
constexpr double settled = 1e-4;     // of log likelihood
constexpr double negligible = 1e-3;  // weight of a curve

constexpr auto infinity = std::numeric_limits<double>::infinity();

/// What is taken for granted of a curve, for one step of 1, and how long its steps may be.
struct Walk {
  Banded precision;
  std::span<double const> steps;
};

/// The precision of a curve whose value takes random steps of variance 1 a unit.
Banded of_walking_values(Numbers const& at) {
  Banded precision{at.size()};
  for (std::size_t j = 1; j < at.size(); ++j) {
    auto const one = 1 / (at[j] - at[j - 1]);
    precision.diagonal[j - 1] += one;
    precision.diagonal[j] += one;
    precision.below[j] -= one;
  }
  return precision;
}

/// The same of one whose slope does: a sum of squares of second differences.
Banded of_walking_slopes(Numbers const& at) {
  Banded precision{at.size()};
  for (std::size_t j = 2; j < at.size(); ++j) {
    auto const before = at[j - 1] - at[j - 2], after = at[j] - at[j - 1], apart = (before + after) / 2;
    auto const a = 1 / before, b = -1 / before - 1 / after, c = 1 / after;
    precision.diagonal[j - 2] += a * a / apart;
    precision.diagonal[j - 1] += b * b / apart;
    precision.diagonal[j] += c * c / apart;
    precision.below[j - 1] += a * b / apart;
    precision.below[j] += b * c / apart;
    precision.two_below[j] += a * c / apart;
  }
  return precision;
}

/// The prior of a walk of this standard deviation about log odds that are not endless.
Banded scaled(Banded precision, double step) {
  for (auto* const numbers : {&precision.diagonal, &precision.below, &precision.two_below})
    for (auto& x : *numbers) x /= step * step;
  for (auto& x : precision.diagonal) x += 1 / (widest_log_odds * widest_log_odds);
  return precision;
}

/// Where groups lie by the logit of their rank; empty ones lie apart, too.
Numbers by_rank(std::vector<Count> const& counts, Cumulated const& sums) {
  auto const whole = sums.mass(counts.size()) + 1;
  Numbers at(counts.size());
  for (std::size_t j = 0; j < at.size(); ++j) {
    auto const below = (sums.mass(j) + sums.mass(j + 1) + 1) / 2;
    at[j] = std::log(below / (whole - below)) + 1e-3 * static_cast<double>(j);
  }
  return at;
}

/// Where they lie by their values; what is endless lies one unit beyond the others.
Numbers by_value(std::vector<Count> const& counts) {
  double least = 0, most = 0;
  for (auto const& count : counts)
    for (auto const x : {count.value, count.greatest})
      if (std::isfinite(x)) least = std::min(least, x), most = std::max(most, x);
  auto const within = [&](double x) { return std::clamp(x, least - 1, most + 1); };
  Numbers at;
  for (auto const& count : counts) at.push_back(within(count.value) / 2 + within(count.greatest) / 2);
  auto const apart = nearest * std::max(most - least, 1e-300);
  for (std::size_t j = 1; j < at.size(); ++j) at[j] = std::max(at[j], at[j - 1] + apart);
  return at;
}

double log_likelihood(Numbers const& d, Numbers const& all, Numbers const& log_odds) {
  double sum = 0;
  for (std::size_t j = 0; j < d.size(); ++j)
    sum += d[j] * log_odds[j] - all[j] * (std::max(log_odds[j], 0.0) + std::log1p(std::exp(-std::fabs(log_odds[j]))));
  return sum;
}

}  // namespace

OddsCurve::OddsCurve(std::vector<Count> const& counts, bool of_log_ratios) {
  auto const n = counts.size();
  Numbers d;
  for (auto const& count : counts) {
    d.push_back(count.d);
    all_.push_back(count.d + count.d_prime);
  }
  auto const ranks = by_rank(counts, Cumulated{counts});
  Walk const values{of_walking_values(ranks), steps},
      slopes = of_log_ratios ? Walk{of_walking_slopes(by_value(counts)), slope_steps}
                             : Walk{of_walking_slopes(ranks), steps};
  Numbers log_odds(n), share(n), move(n);
  for (auto const& walk : {values, slopes})
    for (auto const step : walk.steps) {
      auto const prior = scaled(walk.precision, step);
      auto factor = prior;
      factor.factorize();
      auto evidence = factor.half_log_determinant();
      auto const worth = [&](Numbers const& y) { return log_likelihood(d, all_, y) - prior.square(y) / 2; };
      auto now = worth(log_odds);
      for (int k = 0; k < most_newton_steps; ++k) {  // on a concave function; a step that overshoots is halved
        factor = prior;
        for (std::size_t j = 0; j < n; ++j) {
          share[j] = 1 / (1 + std::exp(-log_odds[j]));
          factor.diagonal[j] += all_[j] * share[j] * (1 - share[j]);
          move[j] = d[j] - all_[j] * share[j];
        }
        prior.subtract_product(log_odds, move);
        factor.factorize();
        factor.solve(move);
        auto const from = log_odds;
        auto const moved = [&] {
          for (std::size_t j = 0; j < n; ++j) log_odds[j] = from[j] + move[j];
          return worth(log_odds);
        };
        auto next = moved();
        for (int h = 0; h < most_halvings && !(next >= now); ++h) {
          for (auto& by : move) by /= 2;
          next = moved();
        }
        if (!(next > now)) {
          log_odds = from;
          break;
        }
        if (next < std::exchange(now, next) + settled) break;
      }
      evidence += now - factor.half_log_determinant();
      curves_.push_back({evidence, share, std::move(factor)});
    }
  auto const most = std::ranges::max_element(curves_, {}, &Curve::weight)->weight;
  for (auto& curve : curves_) curve.weight = std::exp(curve.weight - most);
  std::erase_if(curves_, [](Curve const& curve) { return !(curve.weight > negligible); });
}

OddsCurve::LogOdds OddsCurve::of_event(std::size_t low_end, std::size_t high_begin, Says const& says) const {
  auto const n = all_.size();
  std::array const ends{std::size_t{0}, low_end, high_begin, n};
  std::size_t first = 0;  // that speaks
  for (std::size_t part = 0; part < says.size() && (says[part] == 0 || ends[part] == ends[part + 1]); ++part)
    first = ends[part + 1];
  double weight = 0, mean = 0, square = 0;
  Numbers gradient;
  for (auto const& curve : curves_) {
    gradient.assign(n, 0);
    double right = 0, wrong = 0;
    auto const speak = [&](std::size_t from, std::size_t to, bool says_d) {
      for (auto j = from; j < to; ++j) {
        auto const of_d = all_[j] * curve.share[j], of_d_prime = all_[j] - of_d;
        right += says_d ? of_d : of_d_prime;
        wrong += says_d ? of_d_prime : of_d;
        gradient[j] = (says_d ? of_d : -of_d) * (1 - curve.share[j]);
      }
    };
    for (std::size_t part = 0; part < says.size(); ++part)
      if (says[part] != 0) speak(ends[part], ends[part + 1], says[part] > 0);
    if (!(right > 0 && wrong > 0)) continue;
    auto const log_odds = std::log(right / wrong), slope = 1 / right + 1 / wrong,
               variance = slope * slope * curve.information.inverse_square(gradient, first);
    weight += curve.weight;
    mean += curve.weight * log_odds;
    square += curve.weight * (log_odds * log_odds + variance);
  }
  if (!(weight > 0)) return {0, infinity};
  mean /= weight;
  return {mean, std::sqrt(std::max(0.0, square / weight - mean * mean))};
}

}  // namespace warner::verify
