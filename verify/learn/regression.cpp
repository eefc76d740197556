#include "verify/learn/regression.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace warner::verify {
namespace {

constexpr double longest_step = 1, largest_ratio = 30, roughest = 1, smoothest = 1e-4;
constexpr double hardly_a_change = 1e-4;  // of the log likelihood of all: no release could tell
constexpr std::size_t in_turn = 4;
constexpr std::size_t fewest_steps = 12, most_steps = 400, most_work = 200'000'000;

void move(Rows& rows, Term const& term, std::vector<double> const& by) {
  for (std::size_t i = 0; i < term.places.size(); ++i) {
    auto const moved = by[term.places[i]];
    rows.sum[i] += moved;
    rows.residual[i] -= rows.weight[i] * moved;
  }
}

/// By place, the sums of residuals and of weights.
struct PlaceSums {
  std::vector<double> residual, weight;
};
PlaceSums sums_of(Rows const& rows, Term const& term) {
  auto const n = term.log_ratio->size() + 1;
  std::vector<std::array<double, 2 * in_turn>> sums(n);  // neighbours share a place: the same sum would wait for itself
  for (std::size_t i = 0; i < term.places.size(); ++i) {
    auto* const sum = sums[term.places[i]].data() + 2 * (i % in_turn);
    sum[0] += rows.residual[i];
    sum[1] += rows.weight[i];
  }
  PlaceSums all{std::vector<double>(n), std::vector<double>(n)};
  for (std::size_t b = 0; b < n; ++b)
    for (std::size_t k = 0; k < in_turn; ++k) {
      all.residual[b] += sums[b][2 * k];
      all.weight[b] += sums[b][2 * k + 1];
    }
  return all;
}

/// The variance of numbers that are normal about 0, learned with them: the squares as fitted, over how many numbers the
/// data determine [M92]. It has the fixed point of expectation and maximisation [DLR77], and gets there in half of the
/// sweeps. The numbers are the steps of a random walk along a range of log ratios.
class LearnedVariance {
 public:
  double precision() const { return 1 / variance_; }
  double value() const { return variance_; }
  /// A number as fitted now, and the variance that the data leave it.
  void see(double number, double left) {
    squares_ += number * number;
    determined_ += 1 - left / variance_;
  }
  void learn() {
    if (determined_ > 0) variance_ = std::clamp(squares_ / determined_, smoothest, roughest);
    squares_ = determined_ = 0;
  }

 private:
  double variance_ = roughest, squares_ = 0, determined_ = 0;
};

/// Solves the tridiagonal system with these diagonals; `below` couples i with i + 1, both ways.
/// Overwrites `diagonal`, and `right` with the solution.
void solve(std::vector<double>& diagonal, double below, std::vector<double>& right) {
  auto const n = diagonal.size();
  for (std::size_t i = 1; i < n; ++i) {
    auto const factor = below / diagonal[i - 1];
    diagonal[i] -= factor * below;
    right[i] -= factor * right[i - 1];
  }
  for (auto i = n; i-- > 0;) right[i] = (right[i] - (i + 1 < n ? below * right[i + 1] : 0)) / diagonal[i];
}

/// One Newton step of a term, the others held. Returns how far each of its log ratios moved, and 0 for none.
/// Adds to `changed` by how much the log likelihood changes to the second order, all priors counted.
std::vector<double> step(Rows const& rows, Term const& term, LearnedVariance& steps, double& changed) {
  auto& ratios = *term.log_ratio;
  auto const walk = steps.precision();
  auto [gradient, information] = sums_of(rows, term);
  std::vector<double> wanted(ratios.size()), moved(ratios.size() + 1);
  for (std::size_t b = 0; b < ratios.size(); ++b) {
    gradient[b] -= ratios[b];
    information[b] += 1;
    wanted[b] = gradient[b] / information[b];
  }
  std::vector<double> diagonal, right;
  auto const& range = term.range;
  for (std::size_t k = 0; k < range.size(); ++k) {
    auto const ratio = ratios[range[k]];
    diagonal.push_back(information[range[k]]);
    auto& slope = gradient[range[k]];
    for (auto const next : {k - 1, k + 1}) {
      if (next >= range.size()) continue;  // before the first, too
      diagonal.back() += walk;
      slope += walk * (ratios[range[next]] - ratio);
    }
    right.push_back(slope);
  }
  solve(diagonal, -walk, right);
  for (std::size_t k = 0; k < range.size(); ++k) wanted[range[k]] = right[k];
  for (std::size_t b = 0; b < ratios.size(); ++b) {
    auto const to =
        std::clamp(ratios[b] + std::clamp(wanted[b], -longest_step, longest_step), -largest_ratio, largest_ratio);
    moved[b] = to - ratios[b];
    changed += moved[b] * gradient[b] / 2;
    ratios[b] = to;
  }
  for (std::size_t k = 1; k < range.size(); ++k) {
    auto const by_chance = 1 / information[range[k]] + 1 / information[range[k - 1]], variance = steps.value();
    steps.see(ratios[range[k]] - ratios[range[k - 1]], by_chance * variance / (by_chance + variance));
  }
  return moved;
}

}  // namespace

void Rows::refresh() {
  for (std::size_t i = 0; i < sum.size(); ++i) {
    auto const p = 1 / (1 + std::exp(-sum[i]));
    residual[i] = d[i] - all[i] * p;
    weight[i] = all[i] * p * (1 - p);
  }
}

void fit(Rows& rows, std::vector<Term> const& terms) {
  std::size_t work = 1;
  for (auto const& term : terms) {
    auto start = *term.log_ratio;
    start.push_back(0);
    move(rows, term, start);
    work += term.places.size();
  }
  auto const steps = std::clamp(most_work / work, fewest_steps, most_steps);
  LearnedVariance walk;
  for (std::size_t i = 0; i < steps; ++i) {
    rows.refresh();
    double changed = 0;
    for (auto const& term : terms) move(rows, term, step(rows, term, walk, changed));
    walk.learn();
    if (changed < hardly_a_change) break;
  }
}

}  // namespace warner::verify
