#include "verify/feature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;
using Kind = Feature::Kind;

constexpr std::array<std::pair<Kind, char const*>, 9> names{{{Kind::coordinate, "coordinate"},
                                                              {Kind::sum, "sum"},
                                                              {Kind::maximum, "maximum"},
                                                              {Kind::minimum, "minimum"},
                                                              {Kind::range, "range"},
                                                              {Kind::argmax, "argmax"},
                                                              {Kind::flags, "flags"},
                                                              {Kind::special, "special"},
                                                              {Kind::first_flag, "first_flag"}}};

constexpr std::size_t most_coordinates = 64;

/// Folds the columns one after the other into `out`, which starts as `first` of the first column.
template <class First, class Next>
void fold(ConstBatch releases, std::vector<double>& out, First first, Next next) {
  out.resize(releases.releases());
  auto const y = releases.column(0);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = first(y[i]);
  for (std::size_t j = 1; j < releases.width(); ++j) {
    auto const column = releases.column(j);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = next(out[i], column[i], j);
  }
}

constexpr auto itself = [](double y) { return y; };

void fill_range(ConstBatch releases, std::vector<double>& out) {
  fold(releases, out, itself, [](double a, double y, std::size_t) { return y > a ? y : a; });
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto least = releases(i, 0);
    for (std::size_t j = 1; j < releases.width(); ++j) least = std::min(least, releases(i, j));
    out[i] -= least;
  }
}

void fill_argmax(ConstBatch releases, std::vector<double>& out) {
  out.assign(releases.releases(), 0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::size_t best = 0;
    for (std::size_t j = 1; j < releases.width(); ++j)
      if (releases(i, j) > releases(i, best)) best = j;
    out[i] = static_cast<double>(best);
  }
}

}  // namespace

std::vector<Feature> features_of(std::vector<Column> const& columns) {
  std::vector<Feature> features;
  for (std::size_t j = 0; j < std::min(columns.size(), most_coordinates); ++j) features.push_back({Kind::coordinate, j});
  features.push_back({Kind::special, 0});
  if (columns.size() < 2) return features;
  for (auto const kind : {Kind::sum, Kind::maximum, Kind::minimum, Kind::range, Kind::argmax}) features.push_back({kind, 0});
  auto const is_flag = [](Column const& c) { return c.kind == Column::Kind::flag || c.kind == Column::Kind::category; };
  if (std::any_of(columns.begin(), columns.end(), is_flag))
    for (auto const kind : {Kind::flags, Kind::first_flag}) features.push_back({kind, 0});
  return features;
}

std::span<double const> evaluate(Feature const& feature, ConstBatch releases, std::vector<double>& scratch) {
  switch (feature.kind) {
    case Kind::coordinate: return releases.column(feature.column);
    case Kind::sum: fold(releases, scratch, itself, [](double a, double y, std::size_t) { return a + y; }); break;
    case Kind::maximum: fold(releases, scratch, itself, [](double a, double y, std::size_t) { return y > a ? y : a; }); break;
    case Kind::minimum: fold(releases, scratch, itself, [](double a, double y, std::size_t) { return y < a ? y : a; }); break;
    case Kind::range: fill_range(releases, scratch); break;
    case Kind::argmax: fill_argmax(releases, scratch); break;
    case Kind::flags:
      fold(releases, scratch, [](double y) { return y == 1 ? 1.0 : 0.0; },
           [](double a, double y, std::size_t) { return y == 1 ? a + 1 : a; });
      break;
    case Kind::special:
      fold(releases, scratch, [](double y) { return std::isfinite(y) ? 0.0 : 1.0; },
           [](double a, double y, std::size_t) { return std::isfinite(y) ? a : a + 1; });
      break;
    case Kind::first_flag: {
      auto const none = static_cast<double>(releases.width());
      fold(releases, scratch, [&](double y) { return y == 1 ? 0.0 : none; },
           [&](double a, double y, std::size_t j) { return a == none && y == 1 ? static_cast<double>(j) : a; });
      break;
    }
  }
  return scratch;
}

std::string describe(Feature const& feature) {
  switch (feature.kind) {
    case Kind::coordinate: return fmt::format("y[{}]", feature.column);
    case Kind::maximum: return "max(y)";
    case Kind::minimum: return "min(y)";
    default: return name_of(feature.kind) + "(y)";
  }
}

std::string name_of(Feature::Kind kind) {
  for (auto const& [value, name] : names)
    if (value == kind) return name;
  return "";
}

Feature::Kind feature_kind_from(std::string const& name) {
  for (auto const& [value, known] : names)
    if (name == known) return value;
  require(false, fmt::format("feature: '{}' is unknown", name));
  return Kind::coordinate;
}

}  // namespace warner::verify
