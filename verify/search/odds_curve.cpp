#include "verify/search/odds_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include <Eigen/Core>
#include <Eigen/SparseCholesky>

namespace warner::verify {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;
using Factor = Eigen::SimplicialLLT<Sparse, Eigen::Lower, Eigen::NaturalOrdering<int>>;

constexpr double widest_log_odds = 10;               // their prior standard deviation
constexpr double steps[]{0.03, 0.1, 0.3, 1, 3, 10};  // standard deviations of a walk in one unit of the logit
constexpr int most_newton_steps = 30, most_halvings = 8;
constexpr double settled = 1e-4;     // of log likelihood
constexpr double negligible = 1e-3;  // weight of a curve

/// The sum of outer products of `row(j)`, which begins at group j, for j up to the last one that fits.
template <int width, class Row>
Sparse sum_of_squares(Index groups, Row const& row) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index j = 0; j + width <= groups; ++j) {
    Eigen::Matrix<double, width, 1> const r = row(j);
    for (int a = 0; a < width; ++a)
      for (int b = 0; b < width; ++b) entries.emplace_back(j + a, j + b, r[a] * r[b]);
  }
  for (Index j = 0; j < groups; ++j)  // the same pattern for both
    for (Index i = std::max<Index>(0, j - 2); i <= std::min(groups - 1, j + 2); ++i) entries.emplace_back(i, j, 0);
  Sparse sum{groups, groups};
  sum.setFromTriplets(entries.begin(), entries.end());
  return sum;
}

/// The precision of a curve whose value takes random steps of variance 1 a unit.
Sparse of_walking_values(VectorXd const& at) {
  return sum_of_squares<2>(at.size(), [&](Index j) {
    return Eigen::Vector2d{Eigen::Vector2d{-1, 1} / std::sqrt(at[j + 1] - at[j])};
  });
}

/// The same of one whose slope does.
Sparse of_walking_slopes(VectorXd const& at) {
  return sum_of_squares<3>(at.size(), [&](Index j) {
    auto const before = at[j + 1] - at[j], after = at[j + 2] - at[j + 1];
    return Eigen::Vector3d{Eigen::Vector3d{1 / before, -1 / before - 1 / after, 1 / after} /
                           std::sqrt((before + after) / 2)};
  });
}

double log_likelihood(VectorXd const& d, VectorXd const& all, VectorXd const& log_odds) {
  auto const y = log_odds.array();
  return (d.array() * y - all.array() * (y.max(0) + (-y.abs()).exp().log1p())).sum();
}

VectorXd share_of(VectorXd const& log_odds) { return (1 + (-log_odds.array()).exp()).inverse(); }

double half_log_determinant(Factor const& factor) { return Sparse{factor.matrixL()}.diagonal().array().log().sum(); }

}  // namespace

struct OddsCurve::Curve {
  double weight;
  VectorXd share;  // of D, in each group
  std::unique_ptr<Factor> information;
};

OddsCurve::~OddsCurve() = default;
OddsCurve::OddsCurve(OddsCurve&&) noexcept = default;
OddsCurve& OddsCurve::operator=(OddsCurve&&) noexcept = default;

OddsCurve::OddsCurve(std::vector<Count> const& counts) : counts_{counts} {
  auto const n = static_cast<Index>(counts.size());
  Cumulated const sums{counts};
  auto const whole = sums.mass(counts.size()) + 1;
  VectorXd at{n}, d{n}, all{n};
  for (Index j = 0; j < n; ++j) {
    auto const i = static_cast<std::size_t>(j);
    auto const below = (sums.mass(i) + sums.mass(i + 1) + 1) / 2;
    at[j] = std::log(below / (whole - below)) + 1e-3 * static_cast<double>(j);  // empty groups lie apart, too
    d[j] = counts[i].d;
    all[j] = counts[i].d + counts[i].d_prime;
  }
  VectorXd log_odds = VectorXd::Zero(n);
  for (auto const& walk : {of_walking_values(at), of_walking_slopes(at)})
    for (auto const step : steps) {
      Sparse prior = walk / (step * step);
      prior.diagonal().array() += 1 / (widest_log_odds * widest_log_odds);
      auto factor = std::make_unique<Factor>();
      factor->analyzePattern(prior);
      factor->factorize(prior);
      auto evidence = half_log_determinant(*factor);
      auto const worth = [&](VectorXd const& y) { return log_likelihood(d, all, y) - y.dot(prior * y) / 2; };
      auto now = worth(log_odds);
      VectorXd share;
      for (int k = 0; k < most_newton_steps; ++k) {  // on a concave function; a step that overshoots is halved
        share = share_of(log_odds);
        Sparse information = prior;
        information.diagonal().array() += all.array() * share.array() * (1 - share.array());
        factor->factorize(information);
        VectorXd move = factor->solve(VectorXd{d - (all.array() * share.array()).matrix() - prior * log_odds});
        auto next = worth(log_odds + move);
        for (int h = 0; h < most_halvings && !(next >= now); ++h) next = worth(log_odds + (move /= 2));
        if (!(next > now)) break;
        log_odds += move;
        if (next < std::exchange(now, next) + settled) break;
      }
      evidence += now - half_log_determinant(*factor);
      curves_.push_back({evidence, share, std::move(factor)});
    }
  auto const most = std::ranges::max_element(curves_, {}, &Curve::weight)->weight;
  for (auto& curve : curves_) curve.weight = std::exp(curve.weight - most);
  std::erase_if(curves_, [](Curve const& curve) { return !(curve.weight > negligible); });
}

OddsCurve::LogOdds OddsCurve::of_event(std::size_t low_end, std::size_t high_begin, bool low_says_d) const {
  VectorXd said = VectorXd::Zero(static_cast<Index>(counts_.size())), sign = said;
  auto const speak = [&](std::size_t first, std::size_t last, bool says_d) {
    for (auto i = first; i < last; ++i) {
      said[static_cast<Index>(i)] = counts_[i].d + counts_[i].d_prime;
      sign[static_cast<Index>(i)] = says_d ? 1 : -1;
    }
  };
  speak(0, low_end, low_says_d);
  speak(high_begin, counts_.size(), !low_says_d);
  double weight = 0, mean = 0, square = 0;
  for (auto const& curve : curves_) {
    auto const of_right = (sign.array() > 0).select(curve.share.array(), 1 - curve.share.array());
    auto const right = (said.array() * of_right).sum(), wrong = said.sum() - right;
    if (!(right > 0 && wrong > 0)) continue;
    VectorXd const gradient =
        sign.array() * said.array() * curve.share.array() * (1 - curve.share.array()) * (1 / right + 1 / wrong);
    auto const log_odds = std::log(right / wrong), variance = gradient.dot(curve.information->solve(gradient));
    weight += curve.weight;
    mean += curve.weight * log_odds;
    square += curve.weight * (log_odds * log_odds + variance);
  }
  if (!(weight > 0)) return {0, std::numeric_limits<double>::infinity()};
  mean /= weight;
  return {mean, std::sqrt(std::max(0.0, square / weight - mean * mean))};
}

}  // namespace warner::verify
