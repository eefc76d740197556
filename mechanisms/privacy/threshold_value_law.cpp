#include "mechanisms/privacy/threshold_value_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/log_sum.hpp"
#include "mechanisms/privacy/panels.hpp"

namespace warner::mechanisms::privacy {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

struct Question {
  double threshold, threshold_scale;
  std::span<ValueBranch const> branches;
  std::vector<std::vector<double>> values;  // to look at, for each branch
};

/// Where nu has its kink, as a value of rho; for the branch that releases x + nu, where rho must stop.
double kink_of(Question const& question, ValueBranch const& branch, double x, double value) {
  return branch.gap ? x - question.threshold - value : value - question.threshold - branch.margin;
}

/// ln densities of all outcomes: place by place, branch by branch, value by value; last the outcome of no query above.
std::vector<double> log_densities(std::span<double const> answers, Question const& question) {
  std::set<double> kinks{0};
  auto steepest = question.threshold_scale;
  for (std::size_t b = 0; b < question.branches.size(); ++b) {
    auto const& branch = question.branches[b];
    steepest = std::min(steepest, branch.scale);
    for (auto const x : std::set<double>(answers.begin(), answers.end())) {
      kinks.insert(x - question.threshold - branch.margin);
      for (auto const value : question.values[b]) kinks.insert(kink_of(question, branch, x, value));
    }
  }
  Panels const panels{{kinks.begin(), kinks.end()},
                      steepest * std::min(1.0, 10 / static_cast<double>(answers.size())),
                      question.threshold_scale};
  auto const& rho = panels.nodes;
  std::vector<double> weight;  // ln of the density of rho, times Pr[all queries so far are below | rho]
  for (std::size_t i = 0; i < rho.size(); ++i)
    weight.push_back(std::log(panels.weights[i]) + noise::Laplace{question.threshold_scale}.log_pdf(rho[i]));
  std::vector<double> result, rising(rho.size() + 1, -infinity), falling(rho.size() + 1, -infinity);
  auto const first_after = [&](double kink) {  // no panel has it inside: its nodes are all on one side
    return static_cast<std::size_t>(std::partition_point(rho.begin(), rho.end(), [&](double r) { return r < kink; }) -
                                    rho.begin());
  };
  for (auto const x : answers) {
    for (std::size_t b = 0; b < question.branches.size(); ++b) {
      auto const& branch = question.branches[b];
      noise::Laplace const nu{branch.scale};
      auto const rate = branch.gap ? 1 / branch.scale : 0;
      for (std::size_t i = 0; i < rho.size(); ++i) rising[i + 1] = log_sum(rising[i], weight[i] + rate * rho[i]);
      if (branch.gap)
        for (auto i = rho.size(); i-- > 0;) falling[i] = log_sum(falling[i + 1], weight[i] - rate * rho[i]);
      for (auto const value : question.values[b]) {
        auto const cut = first_after(kink_of(question, branch, x, value));
        auto const location = value + question.threshold - x;
        result.push_back(branch.gap ? log_sum(rate * location + rising[cut], -rate * location + falling[cut]) -
                                          std::log(2 * branch.scale)
                                    : nu.log_pdf(value - x) + rising[cut]);
      }
      for (std::size_t i = 0; i < rho.size(); ++i)
        weight[i] += nu.log_cdf(branch.margin + question.threshold + rho[i] - x);
    }
  }
  auto none = -infinity;
  for (auto const w : weight) none = log_sum(none, w);
  result.push_back(none);
  return result;
}

}  // namespace

double threshold_value_epsilon(std::span<double const> d, std::span<double const> d_prime, double threshold,
                               double threshold_scale, std::span<ValueBranch const> branches) {
  Question question{threshold, threshold_scale, branches, {}};
  auto const [low, high] = std::ranges::minmax(std::vector<double>{
      std::ranges::min(d), std::ranges::max(d), std::ranges::min(d_prime), std::ranges::max(d_prime), threshold});
  for (auto const& branch : branches) {
    auto& values = question.values.emplace_back();
    auto const spread = high - low, room = branch.margin + spread + threshold_scale;
    if (branch.gap) {
      for (auto v = branch.margin; v < branch.margin + spread; v += std::max(spread / 16, 1e-9)) values.push_back(v);
      for (double k = 0; k <= 30; k += 0.5) values.push_back(branch.margin + spread + k * branch.scale);
    } else {
      for (auto v = low - room; v <= high + room; v += (high - low + 2 * room) / 64) values.push_back(v);
      for (double k = 1; k <= 20; ++k) values.push_back(high + room + k * branch.scale);
    }
    // The ratio can be largest where it has a kink: where the kink of nu meets the value, or one of the kinks of the
    // queries below.
    std::set<double> answers(d.begin(), d.end());
    answers.insert(d_prime.begin(), d_prime.end());
    for (auto const x : answers) {
      if (!branch.gap) values.push_back(x);
      for (auto const& other : branches)
        for (auto const y : answers) {
          auto const kink = branch.gap ? x - y + other.margin : y - other.margin + branch.margin;
          if (!branch.gap || kink >= branch.margin) values.push_back(kink);
        }
      if (branch.gap && x - threshold >= branch.margin) values.push_back(x - threshold);
      if (!branch.gap) values.push_back(threshold + branch.margin);
    }
  }
  auto const p = log_densities(d, question), q = log_densities(d_prime, question);
  double largest = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p[i] != q[i])
      largest = std::max(largest, std::fabs(p[i] - q[i]));  // an outcome that is impossible under both says nothing
  return largest;
}

}  // namespace warner::mechanisms::privacy
