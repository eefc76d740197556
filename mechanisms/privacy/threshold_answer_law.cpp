#include "mechanisms/privacy/threshold_answer_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/log_sum.hpp"
#include "mechanisms/privacy/panels.hpp"
#include "mechanisms/privacy/threshold_noise_law.hpp"

namespace warner::mechanisms::privacy {
namespace {

struct Question {
  std::vector<std::pair<double, double>> answers;  // of each class of queries, under D and under D'
  double threshold, threshold_scale, query_scale;
};

/// ln of the integral of rho up to the end of each panel, given how many of each class are below.
std::vector<double> log_below(Question const& question, std::vector<std::pair<double, double>> const& edges,
                              std::vector<int> const& below, bool prime) {
  noise::Laplace const rho{question.threshold_scale}, nu{question.query_scale};
  std::vector<double> sums;
  auto sum = -std::numeric_limits<double>::infinity();
  for (auto const& [from, to] : edges) {
    // Gauss and Legendre's rule of five nodes, on panels an eighth of the smallest scale wide.
    static constexpr double node[] = {0, 0.5384693101056831, 0.9061798459386640},
                            weight[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
    auto const middle = (from + to) / 2, half = (to - from) / 2;
    for (int i = -2; i <= 2; ++i) {
      auto const at = middle + (i < 0 ? -1 : 1) * half * node[std::abs(i)];
      auto log_product = rho.log_pdf(at) + std::log(weight[std::abs(i)] * half);
      for (std::size_t g = 0; g < below.size(); ++g) {
        auto const answer = prime ? question.answers[g].second : question.answers[g].first;
        log_product += below[g] * nu.log_cdf(question.threshold + at - answer);
      }
      sum = log_sum(sum, log_product);
    }
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace

std::optional<BothWays> threshold_answer_epsilon(std::span<double const> d, std::span<double const> d_prime,
                                                 double threshold, double threshold_scale, double query_scale,
                                                 std::size_t cutoff) {
  Question question{{}, threshold, threshold_scale, query_scale};
  std::map<std::pair<double, double>, std::size_t> class_of;
  std::vector<std::size_t> classes;
  std::vector<double> kinks{0};
  for (std::size_t j = 0; j < d.size(); ++j) {
    auto const [found, fresh] = class_of.emplace(std::pair{d[j], d_prime[j]}, question.answers.size());
    if (fresh) question.answers.emplace_back(d[j], d_prime[j]);
    classes.push_back(found->second);
    kinks.insert(kinks.end(), {d[j] - threshold, d_prime[j] - threshold});
  }
  auto const outcomes = flag_outcomes(classes, question.answers.size(), cutoff);
  if (outcomes.empty()) return std::nullopt;
  std::ranges::sort(kinks);
  kinks.erase(std::unique(kinks.begin(), kinks.end()), kinks.end());
  auto const edges = panel_edges(kinks, std::min(threshold_scale, query_scale) / 8, threshold_scale);
  std::map<std::vector<int>, std::pair<std::vector<double>, std::vector<double>>> known;
  BothWays largest;
  for (auto const& outcome : outcomes) {
    auto const [found, fresh] = known.emplace(outcome.below, std::pair<std::vector<double>, std::vector<double>>{});
    if (fresh)
      found->second = {log_below(question, edges, outcome.below, false),
                       log_below(question, edges, outcome.below, true)};
    auto const& [p, q] = found->second;
    auto const above = std::accumulate(outcome.above.begin(), outcome.above.end(), 0);
    if (above == 0) {
      largest.there = std::max(largest.there, p.back() - q.back());
      largest.back = std::max(largest.back, q.back() - p.back());
      continue;
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
      auto const least = edges[i].second + threshold;  // the least value; the others are there or anywhere above
      for (auto const sign : {1, -1}) {
        auto others = 0.0, change = -1e300;  // all as suits them; what it costs at least that one is the least
        for (std::size_t g = 0; g < outcome.above.size(); ++g) {
          if (outcome.above[g] == 0) continue;
          auto const [x, y] = question.answers[g];
          auto const here = sign * (std::fabs(least - y) - std::fabs(least - x)) / query_scale,
                     far = sign * (x - y) / query_scale, best = std::max(here, far);
          others += outcome.above[g] * best;
          change = std::max(change, here - best);
        }
        auto& most = sign == 1 ? largest.there : largest.back;
        most = std::max(most, sign * (p[i] - q[i]) + others + change);
      }
    }
  }
  return largest;
}

}  // namespace warner::mechanisms::privacy
