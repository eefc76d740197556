#include "verify/fit_together.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr double longest_step = 1, largest_ratio = 30, converged = 1e-5, precision_of_prior = 1, roughest = 1, smoothest = 1e-4;
constexpr std::size_t fewest_steps = 12, most_steps = 400, most_work = 200'000'000;

/// Kinds of releases, how many there are of each, and what the sum of all terms predicts: kept up to date to the first order while one term
/// after the other moves.
struct Rows {
  std::vector<double> d, all, sum, residual, weight;

  explicit Rows(std::size_t many) : d(many), all(many), sum(many), residual(many), weight(many) {}

  void refresh() {
    for (std::size_t i = 0; i < sum.size(); ++i) {
      auto const p = 1 / (1 + std::exp(-sum[i]));
      residual[i] = d[i] - all[i] * p;
      weight[i] = all[i] * p * (1 - p);
    }
  }
};

/// A coordinate's bins, and the one that each row is in; NaN is in one more, whose log ratio stays 0.
struct Term {
  Bins* bins;
  std::vector<std::uint16_t> places;
  std::vector<std::size_t> range{};  ///< bins of numbers, in order: neighbours should be alike
};

void move(Rows& rows, Term const& term, std::vector<double> const& by) {
  for (std::size_t i = 0; i < rows.sum.size(); ++i) {
    auto const moved = by[term.places[i]];
    rows.sum[i] += moved;
    rows.residual[i] -= rows.weight[i] * moved;
  }
}

/// A random walk along a range of numbers: neighbouring log ratios differ by a normal step. Its variance is learned with them: by so much the steps
/// vary besides what chance does.
class Walk {
 public:
  double precision() const { return 1 / variance_; }
  void see(double difference, double variance_by_chance) {
    excess_ += difference * difference / variance_by_chance - 1;
    weight_ += 1 / variance_by_chance;
  }
  void learn() {
    if (weight_ > 0) variance_ = std::clamp(excess_ / weight_, smoothest, roughest);
    weight_ = excess_ = 0;
  }

 private:
  double variance_ = roughest, weight_ = 0, excess_ = 0;
};

/// Solves the tridiagonal system with these diagonals; `below` couples i with i + 1, both ways. Overwrites `diagonal` and `right`, which becomes the solution.
void solve(std::vector<double>& diagonal, double below, std::vector<double>& right) {
  auto const n = diagonal.size();
  for (std::size_t i = 1; i < n; ++i) {
    auto const factor = below / diagonal[i - 1];
    diagonal[i] -= factor * below;
    right[i] -= factor * right[i - 1];
  }
  for (auto i = n; i-- > 0;) right[i] = (right[i] - (i + 1 < n ? below * right[i + 1] : 0)) / diagonal[i];
}

/// One Newton step of a term, the others held. Returns how far each of its bins moved, the one for NaN too.
std::vector<double> step(Rows const& rows, Term const& term, Walk& walk) {
  auto& ratios = term.bins->log_ratio;
  std::vector<double> wanted(ratios.size() + 1), information(ratios.size() + 1, precision_of_prior), moved(ratios.size() + 1);
  for (std::size_t i = 0; i < term.places.size(); ++i) {
    wanted[term.places[i]] += rows.residual[i];
    information[term.places[i]] += rows.weight[i];
  }
  for (std::size_t b = 0; b < ratios.size(); ++b) wanted[b] -= precision_of_prior * ratios[b];
  std::vector<double> diagonal, right;
  auto const& range = term.range;
  for (std::size_t k = 0; k < range.size(); ++k) {
    auto const ratio = ratios[range[k]];
    diagonal.push_back(information[range[k]]);
    right.push_back(wanted[range[k]]);
    for (auto const next : {k - 1, k + 1}) {
      if (next >= range.size()) continue;  // before the first, too
      diagonal.back() += walk.precision();
      right.back() += walk.precision() * (ratios[range[next]] - ratio);
    }
  }
  solve(diagonal, -walk.precision(), right);
  for (std::size_t b = 0; b < ratios.size(); ++b) wanted[b] /= information[b];
  for (std::size_t k = 0; k < range.size(); ++k) wanted[range[k]] = right[k];
  for (std::size_t b = 0; b < ratios.size(); ++b) {
    auto const to = std::clamp(ratios[b] + std::clamp(wanted[b], -longest_step, longest_step), -largest_ratio, largest_ratio);
    moved[b] = to - ratios[b];
    ratios[b] = to;
  }
  for (std::size_t k = 1; k < range.size(); ++k)
    walk.see(ratios[range[k]] - ratios[range[k - 1]], 1 / information[range[k]] + 1 / information[range[k - 1]]);
  return moved;
}

void fit(Rows& rows, std::vector<Term> const& terms) {
  for (auto const& term : terms) {
    auto start = term.bins->log_ratio;
    start.push_back(0);
    move(rows, term, start);
  }
  auto const steps = std::clamp(most_work / (rows.sum.size() * terms.size() + 1), fewest_steps, most_steps);
  Walk walk;
  for (std::size_t i = 0; i < steps; ++i) {
    rows.refresh();
    double farthest = 0;
    for (auto const& term : terms) {
      auto const moved = step(rows, term, walk);
      move(rows, term, moved);
      for (auto const by : moved) farthest = std::max(farthest, std::fabs(by));
    }
    walk.learn();
    if (farthest < converged) break;
  }
}

}  // namespace

Additive fitted_together(Grid const& grid, std::vector<Cell> const& cells) {
  Additive score;
  auto const& axes = grid.axes();
  for (std::size_t j = 0; j < axes.size(); ++j)
    score.coordinates.push_back({{Feature::Kind::coordinate, j}, axes[j].edges, std::vector<double>(axes[j].edges.size() + 1)});
  std::vector<Term> terms;
  for (std::size_t j = 0; j < axes.size(); ++j) {
    if (axes[j].edges.empty()) continue;
    Term term{&score.coordinates[j], {}};
    for (std::size_t b = 0; b < axes[j].is_symbol.size(); ++b)
      if (!axes[j].is_symbol[b]) term.range.push_back(b);
    for (auto const& cell : cells) term.places.push_back(static_cast<std::uint16_t>(grid.bin_of(cell.number, j)));
    terms.push_back(std::move(term));
  }
  Rows rows{cells.size()};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    rows.d[i] = cells[i].d;
    rows.all[i] = cells[i].d + cells[i].d_prime;
  }
  fit(rows, terms);
  std::erase_if(score.coordinates, [](Bins const& bins) { return bins.edges.empty(); });  // the same everywhere
  return score;
}

Additive fitted_together(Additive score, ConstBatch under_d, ConstBatch under_d_prime) {
  std::erase_if(score.coordinates, [](Bins const& bins) { return bins.edges.empty(); });
  std::vector<Term> terms;
  std::vector<double> scratch;
  for (auto& bins : score.coordinates) {
    Term term{&bins, {}};
    for (auto const& batch : {under_d, under_d_prime})
      for (auto const value : evaluate(bins.feature, batch, scratch))
        term.places.push_back(static_cast<std::uint16_t>(
            std::isnan(value) ? bins.log_ratio.size() : static_cast<std::size_t>(std::ranges::upper_bound(bins.edges, value) - bins.edges.begin())));
    terms.push_back(std::move(term));
  }
  Rows rows{under_d.releases() + under_d_prime.releases()};
  std::ranges::fill(rows.all, 1);
  std::fill_n(rows.d.begin(), under_d.releases(), 1);
  fit(rows, terms);
  return score;
}

}  // namespace warner::verify
