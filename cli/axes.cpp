#include "cli/axes.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cli/parts.hpp"
#include "sim/require.hpp"

namespace warner::cli {

Axis axis_from(std::string const& text) {
  auto const equals = text.find('=');
  require(equals != std::string::npos && equals > 0,
          fmt::format("--sweep: '{}' is no NAME=VALUE,VALUE (say epsilon=0.5,1,2)", text));
  auto const values = text.substr(equals + 1);
  Axis axis{text.substr(0, equals), parts_of(values, values.find('|') != std::string::npos ? '|' : ',')};
  while (axis.name.starts_with("-")) axis.name.erase(0, 1);
  require(!axis.values.empty() && std::ranges::find(axis.values, "") == axis.values.end(),
          fmt::format("--sweep: a value of {} is empty ('{}')", axis.name, values));
  std::set<std::string> const different{axis.values.begin(), axis.values.end()};
  require(different.size() == axis.values.size(),
          fmt::format("--sweep: a value of {} comes twice ('{}')", axis.name, values));
  return axis;
}

std::vector<Axis> axes_from(std::vector<std::string> const& texts) {
  std::vector<Axis> axes;
  for (auto const& text : texts) {
    auto axis = axis_from(text);
    require(std::ranges::find(axes, axis.name, &Axis::name) == axes.end(),
            fmt::format("--sweep: {} varies twice", axis.name));
    axes.push_back(std::move(axis));
  }
  return axes;
}

std::vector<std::string> combination(std::vector<Axis> const& axes, std::size_t i) {
  std::vector<std::string> values(axes.size());
  for (auto k = axes.size(); k-- > 0;) {
    values[k] = axes[k].values[i % axes[k].values.size()];
    i /= axes[k].values.size();
  }
  return values;
}

bool fill_holes(std::string& command, std::string const& name, std::string const& value) {
  auto const hole = "{" + name + "}";
  auto found = false;
  for (auto at = command.find(hole); at != std::string::npos; at = command.find(hole, at + value.size())) {
    command.replace(at, hole.size(), value);
    found = true;
  }
  return found;
}

std::vector<std::size_t> widths_of(std::vector<Axis> const& axes) {
  std::vector<std::size_t> widths;
  for (auto const& axis : axes) {
    auto width = axis.name.size();
    for (auto const& value : axis.values) width = std::max(width, value.size());
    widths.push_back(width);
  }
  return widths;
}

std::string row_of(std::vector<std::string> const& values, std::vector<std::size_t> const& widths) {
  std::string row;
  for (std::size_t k = 0; k < values.size(); ++k) row += fmt::format("{:<{}}  ", values[k], widths.at(k));
  return row;
}

std::vector<std::string> names_of(std::vector<Axis> const& axes) {
  std::vector<std::string> names;
  for (auto const& axis : axes) names.push_back(axis.name);
  return names;
}

}  // namespace warner::cli
