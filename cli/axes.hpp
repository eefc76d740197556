#pragma once

#include <string>
#include <vector>

namespace warner::cli {

/// What varies in a sweep, and the values that it takes.
struct Axis {
  std::string name;
  std::vector<std::string> values;
};

/// Of "epsilon=0.5,1,2", or "NAME=A|B" where values have commas.
/// @throws std::invalid_argument for anything else, and for values that come twice or are empty.
Axis axis_from(std::string const& text);

/// Several, all different. @throws std::invalid_argument as above, and where one name comes twice.
std::vector<Axis> axes_from(std::vector<std::string> const& texts);

/// Combination i of all: the last axis turns fastest.
std::vector<std::string> combination(std::vector<Axis> const& axes, std::size_t i);

/// Puts a value in the place of {name} in a command. @returns whether there was such a place.
bool fill_holes(std::string& command, std::string const& name, std::string const& value);

/// Under each axis the width of its longest word; a row of values in these widths.
std::vector<std::size_t> widths_of(std::vector<Axis> const& axes);
std::string row_of(std::vector<std::string> const& values, std::vector<std::size_t> const& widths);
std::vector<std::string> names_of(std::vector<Axis> const& axes);

}  // namespace warner::cli
