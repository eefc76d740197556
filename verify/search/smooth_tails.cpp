#include "verify/search/smooth_tails.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace warner::verify {
namespace {

constexpr double parts = 2, smallest_part = 0x1p-24;
constexpr double fewest_releases = 100;
constexpr std::size_t fewest_groups = 6;
constexpr double misfit = 2;    // standard deviations
constexpr double ridge = 1e-3;  // keeps what the data leave open near 0

struct Point {
  std::size_t group;
  double u;  // logarithm of the mass up to the middle of the group
  Count const* count;
};

Eigen::Vector3d basis(double u) { return {1, u, u * u}; }

struct Fit {
  Eigen::Vector3d coefficients = Eigen::Vector3d::Zero();
  Eigen::LLT<Eigen::Matrix3d> information;

  double log_odds(double u, double caution) const {
    auto const x = basis(u);
    auto const at = x.dot(coefficients), error = caution * std::sqrt(x.dot(information.solve(x)));
    return at > 0 ? std::max(0.0, at - error) : std::min(0.0, at + error);
  }
};

double share(double log_odds) { return 1 / (1 + std::exp(-log_odds)); }

std::optional<Fit> fitted(std::vector<Point> const& points) {
  Fit fit;
  for (int step = 0; step < 40; ++step) {
    Eigen::Vector3d gradient = -ridge * fit.coefficients;
    Eigen::Matrix3d information = ridge * Eigen::Matrix3d::Identity();
    for (auto const& point : points) {
      auto const x = basis(point.u);
      auto const n = point.count->d + point.count->d_prime, p = share(x.dot(fit.coefficients));
      gradient += (point.count->d - n * p) * x;
      information += n * p * (1 - p) * x * x.transpose();
    }
    fit.information.compute(information);
    if (fit.information.info() != Eigen::Success) return std::nullopt;
    Eigen::Vector3d move = fit.information.solve(gradient);
    auto const largest = move.cwiseAbs().maxCoeff();
    if (!std::isfinite(largest)) return std::nullopt;
    fit.coefficients += move * std::min(1.0, 1 / std::max(largest, 1e-300));
    if (largest < 1e-9) break;
  }
  return fit;
}

/// From the end of the tail inwards, what was seen keeps to what is expected: beyond every cut.
bool fits(Fit const& fit, std::vector<Point> const& points) {
  double off = 0, variance = 0;
  for (auto const& point : points) {
    auto const n = point.count->d + point.count->d_prime, p = share(fit.log_odds(point.u, 0));
    off += point.count->d - n * p;
    variance += n * p * (1 - p);
    if (variance > 1 && off * off > misfit * misfit * variance) return false;
  }
  return true;
}

/// The groups of one end, from the outermost one inwards, replaced by what fits them. How many were.
std::size_t smooth_end(std::vector<Count> const& counts, std::vector<Count>& expected, bool low, double caution) {
  auto const n = counts.size();
  double all = 0;
  for (auto const& count : counts) all += count.d + count.d_prime;
  for (auto part = 1 / parts; part >= smallest_part; part /= parts) {
    std::vector<Point> points;
    double mass = 0;
    std::size_t end = 0;
    for (; end < n; ++end) {
      auto const group = low ? end : n - 1 - end;
      auto const inside = counts[group].d + counts[group].d_prime;
      if (mass + inside > all * part) break;
      if (inside > 0) points.push_back({group, std::log(mass + inside / 2), &counts[group]});
      mass += inside;
    }
    if (mass < fewest_releases || points.size() < fewest_groups) return 0;
    auto const middle = (points.front().u + points.back().u) / 2, half = (points.back().u - points.front().u) / 2;
    for (auto& point : points) point.u = (point.u - middle) / half;
    auto const fit = fitted(points);
    if (!fit || !fits(*fit, points)) continue;
    for (auto const& point : points) {
      auto const in_group = point.count->d + point.count->d_prime;
      expected[point.group].d = in_group * share(fit->log_odds(point.u, caution));
      expected[point.group].d_prime = in_group - expected[point.group].d;
    }
    return end;
  }
  return 0;
}

}  // namespace

Expectation smooth_tails(std::vector<Count> const& counts, double caution) {
  Expectation tails{counts, 0, counts.size()};
  tails.low_end = smooth_end(counts, tails.counts, true, caution);
  tails.high_begin = counts.size() - smooth_end(counts, tails.counts, false, caution);
  return tails;
}

}  // namespace warner::verify
