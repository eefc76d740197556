#include "results/figures/census/census.hpp"

#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/require.hpp"

namespace warner::results {

bool is_missing(std::string_view value) { return value.empty() || value == "?"; }

std::vector<std::string> const* Census::find(std::string_view name) const {
  for (auto const& [column, values] : columns)
    if (column == name) return &values;
  return nullptr;
}

std::vector<std::string> const& Census::column(std::string_view name) const {
  auto const* values = find(name);
  if (values) return *values;
  std::vector<std::string> names;
  for (auto const& [column, ignored] : columns) names.push_back(column);
  require(false, fmt::format("{}: no column '{}' (it has {})", source, name, fmt::join(names, ", ")));
  return columns.front().second;
}

std::vector<int> Census::ages() const {
  std::vector<int> ages;
  for (auto const& text : column("age")) {
    auto age = -1;
    std::from_chars(text.data(), text.data() + text.size(), age);
    ages.push_back(age);
  }
  return ages;
}

}  // namespace warner::results
