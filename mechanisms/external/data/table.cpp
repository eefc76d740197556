#include "mechanisms/external/data/table.hpp"

#include <algorithm>

#include "mechanisms/external/data/json_text.hpp"

namespace warner::mechanisms::external {
namespace {

bool is_empty(std::string const& cell) { return cell.empty() || cell == "null" || cell == "\"\""; }

/// Words for numbers that JSON can not write, and the literals of Python.
bool is_number_beyond_json(std::string const& cell) {
  return cell == "\"nan\"" || cell == "\"inf\"" || cell == "\"-inf\"" || cell == "NaN" || cell == "Infinity" ||
         cell == "-Infinity";
}

}  // namespace

std::string json_of(Table const& table, Cells const& row) {
  if (table.rows_are == Table::Rows::values) return row.front();
  auto const objects = table.rows_are == Table::Rows::objects;
  std::string text;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i].empty()) continue;
    if (!text.empty()) text += ", ";
    if (objects) text += json_string(table.columns[i]) + ": ";
    text += row[i];
  }
  return (objects ? "{" : "[") + text + (objects ? "}" : "]");
}

std::string json_of(std::span<std::string const> rows) {
  std::size_t length = 2;
  for (auto const& row : rows) length += row.size() + 2;
  std::string text = "[";
  text.reserve(length);
  for (auto const& row : rows) {
    if (text.size() > 1) text += ", ";
    text += row;
  }
  return text += "]";
}

CellKind kind_of(Table const& table, std::size_t column) {
  auto kind = CellKind::other;
  auto first = true;
  for (auto const& row : table.rows) {
    if (column >= row.size() || is_empty(row[column])) continue;
    auto const& cell = row[column];
    auto const here = is_json_number(cell) || is_number_beyond_json(cell) ? CellKind::number
                      : cell == "true" || cell == "false"                 ? CellKind::boolean
                      : cell.front() == '"'                               ? CellKind::text
                                                                          : CellKind::other;
    if (!first && here != kind) return CellKind::other;
    kind = here;
    first = false;
  }
  return first ? CellKind::other : kind;
}

}  // namespace warner::mechanisms::external
