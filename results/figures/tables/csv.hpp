#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warner::results {

/// A number or a word of a table; empty where the column has no meaning for the row.
class Cell {
 public:
  Cell() = default;
  Cell(std::floating_point auto value) : value_{static_cast<double>(value)} {}
  Cell(std::integral auto value) : value_{static_cast<std::int64_t>(value)} {}
  Cell(std::string_view value) : value_{std::string{value}} {}
  Cell(char const* value) : value_{std::string{value}} {}
  Cell(std::string value) : value_{std::move(value)} {}

  /// As it stands in the file, before quoting. Doubles are the shortest text that reads back as the same double;
  /// "inf", "-inf", "nan" for those that are none.
  std::string text() const;
  bool is_word() const { return std::holds_alternative<std::string>(value_); }
  /// @returns NaN for words and empty cells.
  double number() const;

 private:
  std::variant<std::monostate, double, std::int64_t, std::string> value_;
};

/// A tidy table: one observation a row, one variable a column.
class Table {
 public:
  explicit Table(std::vector<std::string> columns) : columns_{std::move(columns)} {}

  /// One row by column names; those not named stay empty. @throws std::invalid_argument for a name that is no column.
  void add(std::initializer_list<std::pair<std::string_view, Cell>> cells);

  std::size_t rows() const { return rows_.size(); }
  /// @throws std::invalid_argument for a name that is no column.
  Cell const& at(std::size_t row, std::string_view column) const;
  std::vector<std::string> const& columns() const { return columns_; }

  /// RFC 4180: a header row, CRLF after every row, quotes where a field needs them.
  std::string csv() const;

 private:
  std::vector<std::string> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace warner::results
