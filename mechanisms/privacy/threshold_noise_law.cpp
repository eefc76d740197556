#include "mechanisms/privacy/threshold_noise_law.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::privacy {
namespace {

std::vector<double> kinks_of(std::span<double const> answers, ThresholdNoise const& noise) {
  std::vector<double> kinks{0};
  for (auto const x : answers) kinks.push_back(x - noise.threshold);
  return kinks;
}

double width_of(ThresholdNoise const& noise, std::size_t queries) {
  auto const steepest = noise.query_scale > 0 ? std::min(noise.threshold_scale, noise.query_scale) : noise.threshold_scale;
  return steepest * std::min(1.0, 10 / static_cast<double>(queries));
}

double power(double base, int exponent) {
  double result = 1;
  for (; exponent > 0; exponent /= 2, base *= base)
    if (exponent % 2) result *= base;
  return result;
}

}  // namespace

FlagLaw::FlagLaw(std::vector<double> answers, ThresholdNoise const& noise, std::size_t queries)
    : panels_{kinks_of(answers, noise), width_of(noise, queries), noise.threshold_scale, 800} {
  noise::Laplace const rho{noise.threshold_scale};
  for (std::size_t i = 0; i < panels_.nodes.size(); ++i) density_.push_back(panels_.weights[i] * rho.pdf(panels_.nodes[i]));
  for (auto const x : answers) {
    auto& below = below_.emplace_back();
    auto& above = above_.emplace_back();
    for (auto const node : panels_.nodes) {
      auto const needed = noise.threshold + node - x;  // the query noise that reaches the threshold
      below.push_back(noise.query_scale > 0 ? noise::Laplace{noise.query_scale}.cdf(needed) : needed > 0);
      above.push_back(noise.query_scale > 0 ? noise::Laplace{noise.query_scale}.cdf(-needed) : needed <= 0);
    }
  }
}

double FlagLaw::mass(std::span<int const> below, std::span<int const> above) const {
  double sum = 0;
  for (std::size_t i = 0; i < density_.size(); ++i) {
    auto product = density_[i];
    for (std::size_t g = 0; g < below_.size(); ++g) product *= power(below_[g][i], below[g]) * power(above_[g][i], above[g]);
    sum += product;
  }
  return sum;
}

std::vector<FlagOutcome> flag_outcomes(std::span<std::size_t const> class_of_query, std::size_t classes, std::size_t cutoff) {
  using Counts = std::vector<int>;  // below, then above, of each class
  std::map<Counts, double> asking{{Counts(2 * classes, 0), 1.0}}, stopped;
  for (auto const g : class_of_query) {
    std::map<Counts, double> next;
    for (auto const& [counts, ways] : asking)
      for (auto const is_above : {false, true}) {
        auto then = counts;
        ++then[g + (is_above ? classes : 0)];
        auto const ones = static_cast<std::size_t>(std::accumulate(then.begin() + static_cast<std::ptrdiff_t>(classes), then.end(), 0));
        (ones == cutoff ? stopped : next)[then] += ways;
      }
    asking = std::move(next);
    if (asking.size() + stopped.size() > 20'000) return {};
  }
  std::vector<FlagOutcome> outcomes;
  for (auto const* part : {&asking, &stopped})
    for (auto const& [counts, ways] : *part) {
      auto const middle = counts.begin() + static_cast<std::ptrdiff_t>(classes);
      outcomes.push_back({{counts.begin(), middle}, {middle, counts.end()}, ways});
    }
  return outcomes;
}

}  // namespace warner::mechanisms::privacy
