#include "mechanisms/privacy/panels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <boost/math/quadrature/gauss.hpp>
#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::mechanisms::privacy {
namespace {

using Rule = boost::math::quadrature::gauss<double, 16>;

constexpr double most_pieces = 2e6;

void add(std::vector<std::pair<double, double>>& edges, double from, double to, double width) {
  auto const length = to - from;
  if (!(length > 0)) return;
  auto const pieces = std::ceil(length / width), half = length / pieces / 2;
  require(
      static_cast<double>(edges.size()) + pieces <= most_pieces,
      fmt::format("dataset: answers {:g} apart, beside noise of scale {:g}, are too far apart for the exact epsilon",
                  length, width));
  for (double i = 0; i < pieces; ++i) edges.emplace_back(from + 2 * i * half, from + 2 * (i + 1) * half);
}

}  // namespace

std::vector<std::pair<double, double>> panel_edges(std::vector<double> kinks, double width, double reach,
                                                   double nothing_beyond) {
  std::ranges::sort(kinks);
  auto const lowest = kinks.front() - 40 * reach, highest = kinks.back() + 40 * reach;
  kinks.insert(kinks.begin(), lowest);
  kinks.push_back(highest);
  std::vector<std::pair<double, double>> edges;
  for (std::size_t k = 0; k + 1 < kinks.size(); ++k) {
    auto const from = kinks[k], to = kinks[k + 1], near = nothing_beyond * reach;
    if (to - from > 2 * near) {
      add(edges, from, from + near, width);
      add(edges, to - near, to, width);
    } else {
      add(edges, from, to, width);
    }
  }
  return edges;
}

Panels::Panels(std::vector<double> kinks, double width, double reach, double nothing_beyond) {
  for (auto const& [from, to] : panel_edges(std::move(kinks), width, reach, nothing_beyond)) {
    auto const half = (to - from) / 2, centre = from + half;
    for (std::size_t j = 0; j < Rule::abscissa().size(); ++j)
      for (auto const side : {-1, 1}) {
        nodes.push_back(centre + side * half * Rule::abscissa()[j]);
        weights.push_back(half * Rule::weights()[j]);
      }
  }
}

double Panels::integral(std::function<double(double)> const& f) const {
  double sum = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) sum += weights[i] * f(nodes[i]);
  return sum;
}

}  // namespace warner::mechanisms::privacy
