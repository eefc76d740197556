#include "mechanisms/external/data/csv_notes.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "mechanisms/external/data/json_text.hpp"
#include "mechanisms/external/release/utf8.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t lines_looked_at = 100;

template <class Visit>
void for_each_line(std::string_view text, Visit const& visit) {
  for (std::size_t line = 1, from = 0; from < text.size(); ++line) {
    auto const end = std::min(text.find('\n', from), text.size());
    if (!visit(text.substr(from, end - from), line)) return;
    from = end + 1;
  }
}

std::optional<std::size_t> line_beyond_utf8(std::string_view text) {
  std::optional<std::size_t> found;
  if (is_utf8(text)) return found;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    if (!is_utf8(line)) found = number;
    return !found;
  });
  return found;
}

/// How many of a character each line has, where all have as many; else 0.
std::size_t in_each_line(std::string_view text, char c) {
  std::optional<std::size_t> many;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    if (line.empty() || line == "\r") return true;
    auto const here = static_cast<std::size_t>(std::ranges::count(line, c));
    if (many.value_or(here) != here) many = 0;
    else many = here;
    return *many > 0 && number < lines_looked_at;
  });
  return many.value_or(0);
}

bool lacks_a_name(Table const& table) {
  if (table.rows_are != Table::Rows::lists || table.rows.size() < 2 || table.columns.size() < 2) return false;
  auto const& first = table.rows.front();
  std::set<std::string_view> names;
  for (std::size_t j = 1; j < first.size(); ++j)
    if (auto const name = within_quotes(first[j]); name.empty() || is_json_number(name) || !names.insert(name).second)
      return false;
  return first.front() == "null" || first.front() == "\"\"";
}

/// "column 'income' is text, for ..", where most of its cells are numbers. Digits behind a zero are names.
std::string of_odd_cell(Table const& table, std::size_t column) {
  std::size_t numbers = 0, others = 0;
  std::optional<std::size_t> odd;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    auto const cell = within_quotes(table.rows[i][column]);
    if (cell.empty()) continue;
    auto const are_digits = cell.find_first_not_of("0123456789") == std::string_view::npos;
    ++(is_json_number(cell) ? numbers : others);
    if (!is_json_number(cell) && are_digits) return {};
    if (!is_json_number(cell) && !odd) odd = i;
  }
  if (!odd || numbers <= others) return {};
  return fmt::format("column '{}' is text, for {} in line {} is no number ({} of {} cells are)", table.columns[column],
                     shortened(table.rows[*odd][column]), table.lines[*odd], numbers, numbers + others);
}

}  // namespace

std::vector<std::string> notes_of_csv(std::string_view text, std::string const& name, Table const& table) {
  std::vector<std::string> notes;
  if (auto const line = line_beyond_utf8(text))
    notes.push_back(fmt::format("{}:{}: is no UTF-8, and what is none becomes U+FFFD", name, *line));
  if (table.columns.size() == 1)
    for (auto const& [c, words] : {std::pair{';', "semicolons"}, std::pair{'\t', "tabs"}})
      if (in_each_line(text, c) > 0)
        notes.push_back(
            fmt::format("{}: has one column, with {} in each line (commas part the fields of CSV)", name, words));
  if (lacks_a_name(table)) {
    notes.push_back(
        fmt::format("{}:{}: is taken for a row, and no header, for its first field is empty (an index that pandas "
                    "wrote? to_csv(index=False) writes none)",
                    name, table.lines.front()));
    return notes;
  }
  for (std::size_t j = 0; j < table.columns.size(); ++j)
    if (auto note = of_odd_cell(table, j); !note.empty()) notes.push_back(fmt::format("{}: {}", name, note));
  return notes;
}

}  // namespace warner::mechanisms::external
