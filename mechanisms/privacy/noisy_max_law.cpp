#include "mechanisms/privacy/noisy_max_law.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>

#include "mechanisms/noise/exponential.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/panels.hpp"

namespace warner::mechanisms::privacy {
namespace {

double log_cdf(noise::Laplace const& noise, double x) { return noise.log_cdf(x); }
double log_cdf(noise::Exponential const& noise, double x) { return std::log(noise.cdf(x)); }

/// The logarithm of an integral whose integrand is e^log_f: relative to its largest value on the nodes.
double log_integral(Panels const& panels, std::function<double(double)> const& log_f) {
  std::vector<double> at;
  for (auto const y : panels.nodes) at.push_back(log_f(y));
  auto const largest = std::ranges::max(at);
  double sum = 0;
  for (std::size_t i = 0; i < at.size(); ++i) sum += panels.weights[i] * std::exp(at[i] - largest);
  return largest + std::log(sum);
}

/// One integral for each distinct answer: equal answers win alike. Only differences count, from the largest.
template <class Noise>
std::vector<double> log_winners(std::span<double const> answers, Noise const& noise, double scale) {
  auto const largest = std::ranges::max(answers);
  std::map<double, std::size_t> count;
  for (auto const x : answers) ++count[x - largest];
  std::vector<double> kinks;
  for (auto const& [x, times] : count) kinks.push_back(x);
  auto const n = static_cast<double>(answers.size());
  auto const width = scale * std::min(1.0, 10 / n);
  Panels const panels{kinks, width, scale, 800};
  std::optional<Panels> all;  // with what lies between far answers, where a mass that underflows may be
  std::map<double, double> wins;
  for (auto const& [winner, times] : count) {
    auto const mass = panels.integral([&, own = winner](double y) {
      auto density = noise.pdf(y - own);
      for (auto const& [x, k] : count) {
        auto const rivals = k - (x == own);
        if (density > 0 && rivals > 0) density *= std::pow(noise.cdf(y - x), static_cast<double>(rivals));
      }
      return density;
    });
    wins[winner] = std::log(mass);
    if (mass > 1e-290) continue;  // below it doubles lose digits
    wins[winner] = std::numeric_limits<double>::quiet_NaN();
    if (-kinks.front() > 10'000 * width) continue;
    if (!all) all.emplace(kinks, width, scale);
    wins[winner] = log_integral(*all, [&, own = winner](double y) {
      auto log_density = noise.log_pdf(y - own);
      for (auto const& [x, k] : count) {
        auto const rivals = k - (x == own);
        if (rivals > 0) log_density += static_cast<double>(rivals) * log_cdf(noise, y - x);
      }
      return log_density;
    });
  }
  std::vector<double> law;
  for (auto const x : answers) law.push_back(wins[x - largest]);
  return law;
}

}  // namespace

std::vector<double> log_noisy_max_laplace(std::span<double const> answers, double scale) {
  return log_winners(answers, noise::Laplace{scale}, scale);
}

std::vector<double> log_noisy_max_exponential(std::span<double const> answers, double scale) {
  return log_winners(answers, noise::Exponential{scale}, scale);
}

std::vector<double> log_noisy_max_gumbel(std::span<double const> answers, double scale) {
  auto const largest = std::ranges::max(answers);
  double sum = 0;
  for (auto const x : answers) sum += std::exp((x - largest) / scale);
  std::vector<double> law;
  for (auto const x : answers) law.push_back((x - largest) / scale - std::log(sum));
  return law;
}

}  // namespace warner::mechanisms::privacy
