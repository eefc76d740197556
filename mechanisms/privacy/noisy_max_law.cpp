#include "mechanisms/privacy/noisy_max_law.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "mechanisms/noise/exponential.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/panels.hpp"

namespace warner::mechanisms::privacy {
namespace {

/// One integral for each distinct answer: equal answers win alike. Only differences count, from the largest.
template <class Noise>
std::vector<double> winners(std::span<double const> answers, Noise const& noise, double scale) {
  auto const largest = std::ranges::max(answers);
  std::map<double, std::size_t> count;
  for (auto const x : answers) ++count[x - largest];
  std::vector<double> kinks;
  for (auto const& [x, times] : count) kinks.push_back(x);
  auto const n = static_cast<double>(answers.size());
  Panels const panels{kinks, scale * std::min(1.0, 10 / n), scale, 800};
  std::map<double, double> wins;
  for (auto const& [winner, times] : count)
    wins[winner] = panels.integral([&, own = winner](double y) {
      auto density = noise.pdf(y - own);
      for (auto const& [x, k] : count) {
        auto const rivals = k - (x == own);
        if (density > 0 && rivals > 0) density *= std::pow(noise.cdf(y - x), static_cast<double>(rivals));
      }
      return density;
    });
  std::vector<double> law;
  for (auto const x : answers) law.push_back(wins[x - largest]);
  return law;
}

}  // namespace

std::vector<double> noisy_max_laplace(std::span<double const> answers, double scale) {
  return winners(answers, noise::Laplace{scale}, scale);
}

std::vector<double> noisy_max_exponential(std::span<double const> answers, double scale) {
  return winners(answers, noise::Exponential{scale}, scale);
}

std::vector<double> noisy_max_gumbel(std::span<double const> answers, double scale) {
  auto const largest = std::ranges::max(answers);
  std::vector<double> law;
  double sum = 0;
  for (auto const x : answers) sum += law.emplace_back(std::exp((x - largest) / scale));
  for (auto& mass : law) mass /= sum;
  return law;
}

}  // namespace warner::mechanisms::privacy
