#include "results/figures/tables/csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::results {
namespace {

std::string text_of(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[32];
  auto const end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

void append_field(std::string& out, std::string const& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) {
    out += field;
    return;
  }
  out += '"';
  for (auto const c : field) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace

std::string Cell::text() const {
  if (auto const* real = std::get_if<double>(&value_)) return text_of(*real);
  if (auto const* whole = std::get_if<std::int64_t>(&value_)) return std::to_string(*whole);
  if (auto const* word = std::get_if<std::string>(&value_)) return *word;
  return {};
}

double Cell::number() const {
  if (auto const* real = std::get_if<double>(&value_)) return *real;
  if (auto const* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  return std::numeric_limits<double>::quiet_NaN();
}

Cell const& Table::at(std::size_t row, std::string_view column) const {
  auto const found = std::ranges::find(columns_, column);
  require(found != columns_.end(), fmt::format("table: '{}' is not one of its columns", column));
  return rows_.at(row).at(static_cast<std::size_t>(found - columns_.begin()));
}

void Table::add(std::initializer_list<std::pair<std::string_view, Cell>> cells) {
  std::vector<Cell> row(columns_.size());
  for (auto const& [name, cell] : cells) {
    auto const column = std::ranges::find(columns_, name);
    require(column != columns_.end(), fmt::format("table: '{}' is not one of its columns", name));
    row[static_cast<std::size_t>(column - columns_.begin())] = cell;
  }
  rows_.push_back(std::move(row));
}

std::string Table::csv() const {
  std::string out;
  auto const end_row = [&] {
    out.back() = '\r';  // in place of the last comma
    out += '\n';
  };
  for (auto const& column : columns_) {
    append_field(out, column);
    out += ',';
  }
  end_row();
  for (auto const& row : rows_) {
    for (auto const& cell : row) {
      append_field(out, cell.text());
      out += ',';
    }
    end_row();
  }
  return out;
}

}  // namespace warner::results
