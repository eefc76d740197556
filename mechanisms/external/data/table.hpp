#pragma once

#include <optional>
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
  std::vector<std::size_t> lines{};  ///< of each row, where a file has lines
  std::vector<std::string> notes{};  ///< what those who wrote the file may not have meant
};

/// One row, and a whole table of such rows, as JSON.
std::string json_of(Table const& table, Cells const& row);
std::string json_of(std::span<std::string const> rows);
std::string json_of(Table const& table);

/// What the cells of a column are, but for empty ones (null, the empty text).
enum class CellKind { number, boolean, text, other };
CellKind kind_of(Table const& table, std::size_t column);

/// The first cell of a column that is no number and not empty, and where it is: "\"1,000\" in line 3".
std::optional<std::string> no_number_in(Table const& table, std::size_t column);

}  // namespace warner::mechanisms::external
