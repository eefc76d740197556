#include "mechanisms/privacy/threshold_noise_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/log_sum.hpp"

namespace warner::mechanisms::privacy {
namespace {

std::vector<double> kinks_of(std::span<double const> answers, ThresholdNoise const& noise) {
  std::vector<double> kinks{0};
  for (auto const x : answers) kinks.push_back(x - noise.threshold);
  return kinks;
}

double width_of(ThresholdNoise const& noise, std::size_t queries) {
  auto const steepest =
      noise.query_scale > 0 ? std::min(noise.threshold_scale, noise.query_scale) : noise.threshold_scale;
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
  for (std::size_t i = 0; i < panels_.nodes.size(); ++i)
    density_.push_back(panels_.weights[i] * rho.pdf(panels_.nodes[i]));
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
    for (std::size_t g = 0; g < below_.size(); ++g)
      product *= power(below_[g][i], below[g]) * power(above_[g][i], above[g]);
    sum += product;
  }
  return sum;
}

namespace {

/// ln of Pr[x + nu is below a threshold that needs so much of nu], and of the contrary.
std::pair<double, double> log_sides(ThresholdNoise const& noise, double needed) {
  constexpr auto impossible = -std::numeric_limits<double>::infinity();
  if (noise.query_scale == 0) return needed > 0 ? std::pair{0.0, impossible} : std::pair{impossible, 0.0};
  noise::Laplace const nu{noise.query_scale};
  return {nu.log_cdf(needed), nu.log_cdf(-needed)};
}

double times(int count, double logarithm) { return count == 0 ? 0 : count * logarithm; }

}  // namespace

std::optional<std::vector<double>> log_flag_masses(std::span<double const> answers, ThresholdNoise const& noise,
                                                   std::size_t queries, std::span<FlagOutcome const> outcomes) {
  constexpr double most_terms = 1e7, nodes_a_panel = 16;
  auto const kinks = kinks_of(answers, noise);
  auto const [lowest, highest] = std::ranges::minmax(kinks);
  auto const width = width_of(noise, queries),
             panels = (highest - lowest + 80 * noise.threshold_scale) / width + static_cast<double>(kinks.size());
  if (!(panels * nodes_a_panel * static_cast<double>(outcomes.size() * answers.size()) <= most_terms))
    return std::nullopt;
  Panels const line{kinks, width, noise.threshold_scale};
  noise::Laplace const rho{noise.threshold_scale};
  std::vector<double> masses(outcomes.size(), -std::numeric_limits<double>::infinity());
  std::vector<std::pair<double, double>> sides(answers.size());
  for (std::size_t i = 0; i < line.nodes.size(); ++i) {
    for (std::size_t g = 0; g < answers.size(); ++g)
      sides[g] = log_sides(noise, noise.threshold + line.nodes[i] - answers[g]);
    for (std::size_t k = 0; k < outcomes.size(); ++k) {
      auto log_product = std::log(line.weights[i]) + rho.log_pdf(line.nodes[i]);
      for (std::size_t g = 0; g < answers.size(); ++g)
        log_product += times(outcomes[k].below[g], sides[g].first) + times(outcomes[k].above[g], sides[g].second);
      masses[k] = log_sum(masses[k], log_product);
    }
  }
  return masses;
}

std::vector<FlagOutcome> flag_outcomes(std::span<std::size_t const> class_of_query, std::size_t classes,
                                       std::size_t cutoff) {
  using Counts = std::vector<int>;  // below, then above, of each class
  std::map<Counts, double> asking{{Counts(2 * classes, 0), 1.0}}, stopped;
  for (auto const g : class_of_query) {
    std::map<Counts, double> next;
    for (auto const& [counts, ways] : asking)
      for (auto const is_above : {false, true}) {
        auto then = counts;
        ++then[g + (is_above ? classes : 0)];
        auto const ones = static_cast<std::size_t>(
            std::accumulate(then.begin() + static_cast<std::ptrdiff_t>(classes), then.end(), 0));
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
