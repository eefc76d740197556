#include "verify/scores/weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace warner::verify {
namespace {

using Columns = std::vector<mechanisms::Column>;

constexpr std::size_t most_shown = 3;

struct Weighed {
  Feature feature;
  double weight = 0;
};

std::vector<Weighed> weights_of(Additive const& score) {
  std::vector<Weighed> all;
  for (auto const& bins : score.coordinates) {
    auto const [least, most] = std::ranges::minmax(bins.log_ratio);
    all.push_back({bins.feature, most - least});
  }
  return all;
}

/// How far the leaves beyond a cut are from those before it, on average.
double weight_of(Trees::Tree const& tree, std::size_t cut) {
  auto const bit = std::size_t{1} << cut;
  double sum = 0;
  for (std::size_t leaf = 0; leaf < tree.log_ratio.size(); ++leaf)
    if ((leaf & bit) != 0) sum += std::fabs(tree.log_ratio[leaf] - tree.log_ratio[leaf ^ bit]);
  return 2 * sum / static_cast<double>(tree.log_ratio.size());
}

std::vector<Weighed> weights_of(Trees const& score) {
  std::vector<Weighed> all;
  for (auto const& feature : score.features) all.push_back({feature});
  for (auto const& tree : score.trees)
    for (std::size_t cut = 0; cut < tree.cuts.size(); ++cut) all[tree.cuts[cut].feature].weight += weight_of(tree, cut);
  return all;
}

std::string in_words(std::vector<Weighed> all, Columns const& columns) {
  std::erase_if(all, [](Weighed const& one) { return !(one.weight > 0); });
  std::ranges::stable_sort(all, std::ranges::greater{}, &Weighed::weight);
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), most_shown); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", describe(all[i].feature, columns));
  return all.size() > most_shown ? fmt::format("{} and {} more", text, all.size() - most_shown) : text;
}

}  // namespace

std::string reads_most(Score const& score, Columns const& columns) {
  if (auto const* additive = std::get_if<Additive>(&score)) return in_words(weights_of(*additive), columns);
  if (auto const* trees = std::get_if<Trees>(&score)) return in_words(weights_of(*trees), columns);
  auto const* rows = std::get_if<SumOverRows>(&score);
  auto const* of_row = rows ? std::get_if<Trees>(&rows->of_row) : nullptr;
  if (!of_row) return {};
  Columns row;
  for (std::size_t k = 0; k < rows->shape.length; ++k) row.push_back({fmt::format("row[{}]", k)});
  return in_words(weights_of(*of_row), row);
}

}  // namespace warner::verify
