#include "mechanisms/external/data/table.hpp"

#include <algorithm>

#include <fmt/format.h>

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

std::string json_of(Table const& table) {
  std::vector<std::string> rows;
  rows.reserve(table.rows.size());
  for (auto const& row : table.rows) rows.push_back(json_of(table, row));
  return json_of(rows);
}

std::optional<std::string> no_number_in(Table const& table, std::size_t column) {
  std::optional<std::size_t> odd;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (column >= table.rows[i].size() || is_empty(table.rows[i][column])) continue;
    auto const& cell = table.rows[i][column];
    if (is_json_number(cell) || is_number_beyond_json(cell)) continue;
    if (!odd) odd = i;
    if (is_json_number(within_quotes(cell))) continue;  // of a column of text: what made it text comes later
    odd = i;
    break;
  }
  if (!odd) return std::nullopt;
  auto const cell = shortened(table.rows[*odd][column]);
  return table.lines.empty() ? fmt::format("{} in row {}", cell, *odd + 1)
                             : fmt::format("{} in line {}", cell, table.lines[*odd]);
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
