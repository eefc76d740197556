#pragma once

#include <span>
#include <string>
#include <vector>

namespace warner::mechanisms::external {

/// A row: the JSON text of each cell; an empty text where the row lacks it.
using Cells = std::vector<std::string>;

/// A list of rows, as a program reads it in JSON.
///
///   named columns   [{"age": 33, "city": "Paris"}, ...]
///   lists           [[33, "Paris"], ...]                    columns are called 0, 1, ..
///   values          [33, 35, ...]                           one column without a name
struct Table {
  enum class Rows { objects, lists, values };
  Rows rows_are = Rows::objects;
  std::vector<std::string> columns;
  std::vector<Cells> rows;
};

/// One row, and a whole table of such rows, as JSON.
std::string json_of(Table const& table, Cells const& row);
std::string json_of(std::span<std::string const> rows);

/// What the cells of a column are, but for empty ones (null, the empty text).
enum class CellKind { number, boolean, text, other };
CellKind kind_of(Table const& table, std::size_t column);

}  // namespace warner::mechanisms::external
