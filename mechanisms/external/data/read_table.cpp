#include "mechanisms/external/data/read_table.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <csv.h>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mechanisms/external/data/csv_notes.hpp"
#include "mechanisms/external/data/json_text.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::external {
namespace {

using Json = nlohmann::ordered_json;
using Fields = std::vector<std::optional<std::string>>;  // of one line; none: an empty field without quotes

[[noreturn]] void fail(std::string const& name, std::string const& problem) {
  throw std::invalid_argument{fmt::format("{}: {}", name, problem)};
}

std::string lower(std::string_view text) {
  std::string out{text};
  for (auto& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// The JSON of a number as people and programs write it; empty where it is none.
std::string number_written(std::string_view text) {
  if (is_json_number(text)) return std::string{text};
  auto const word = lower(text);
  if (word == "nan") return "\"nan\"";
  if (word == "inf" || word == "+inf" || word == "infinity") return "\"inf\"";
  if (word == "-inf" || word == "-infinity") return "\"-inf\"";
  auto const digits = text.substr(text.starts_with('+') || text.starts_with('-') ? 1 : 0);
  if (digits.size() > 1 && digits[0] == '0' && digits[1] != '.') return {};  // 007 is a name
  double value = 0;
  auto const unsigned_text = text.starts_with('+') ? text.substr(1) : text;
  auto const [end, error] = std::from_chars(unsigned_text.data(), unsigned_text.data() + unsigned_text.size(), value);
  if (error != std::errc{} || end != unsigned_text.data() + unsigned_text.size()) return {};
  return fmt::format("{}", value);
}

std::string boolean_written(std::string_view text) {
  auto const word = lower(text);
  return word == "true" || word == "false" ? word : "";
}

/// What libcsv calls back with; no exception may cross it, for it is C.
struct Lines {
  std::vector<Fields> lines;
  std::vector<std::size_t> numbers;  // of each line in the file
  Fields fields;
  std::size_t line = 1;

  void end_field(void* data, std::size_t size) {
    if (data == nullptr) fields.emplace_back(std::nullopt);
    else fields.emplace_back(std::string{static_cast<char const*>(data), size});
  }
  void end_line() {
    if (fields.size() == 1 && !fields.front()) fields.clear();  // a blank line
    if (!fields.empty()) lines.push_back(std::move(fields)), numbers.push_back(line);
    fields.clear();
  }
};

Lines lines_of(std::string_view text, std::string const& name) {
  csv_parser parser;
  if (csv_init(&parser, CSV_EMPTY_IS_NULL | CSV_STRICT | CSV_STRICT_FINI) != 0)
    fail(name, "the CSV reader can not start");
  auto const freed = std::unique_ptr<csv_parser, void (*)(csv_parser*)>{&parser, csv_free};
  Lines lines;
  auto const on_field = [](void* data, std::size_t size, void* self) {
    static_cast<Lines*>(self)->end_field(data, size);
  };
  auto const on_line = [](int, void* self) { static_cast<Lines*>(self)->end_line(); };
  for (std::size_t begin = 0; begin < text.size(); ++lines.line) {  // line by line, so that a bad one has a number
    auto const newline = text.find('\n', begin);
    auto const end = newline == std::string_view::npos ? text.size() : newline + 1;
    if (csv_parse(&parser, text.data() + begin, end - begin, on_field, on_line, &lines) != end - begin)
      fail(fmt::format("{}:{}", name, lines.line), csv_strerror(csv_error(&parser)));
    begin = end;
  }
  lines.line = std::max<std::size_t>(lines.line, 2) - 1;  // the last line, if it has no end
  if (csv_fini(&parser, on_field, on_line, &lines) != 0) fail(name, "it ends within quotes");
  return lines;
}

bool is_header(Fields const& line) {
  std::set<std::string> seen;
  for (auto const& field : line)
    if (!field || field->empty() || !number_written(*field).empty() || !seen.insert(*field).second) return false;
  return true;
}

/// Writes a column's cells as what all of them are.
void type_column(std::vector<Fields> const& lines, std::size_t first, std::size_t column, Table& table) {
  auto const all = [&](auto const& written) {
    auto any = false;
    for (auto i = first; i < lines.size(); ++i)
      if (auto const& field = lines[i][column]; field && !field->empty()) {
        if (written(*field).empty()) return false;
        any = true;
      }
    return any;
  };
  auto const numbers = all(number_written), booleans = all(boolean_written);
  for (auto i = first; i < lines.size(); ++i) {
    auto const& field = lines[i][column];
    auto const typed = numbers || booleans;
    table.rows[i - first][column] = !field || (typed && field->empty()) ? "null"
                                    : numbers                           ? number_written(*field)
                                    : booleans                          ? boolean_written(*field)
                                                                        : json_string(*field);
  }
}

std::string cell_of(Json const& json) {
  return texts_as_literals(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// A cell as a field: texts in quotes where they need them.
std::string field_of(std::string const& cell) {
  if (cell.empty() || cell == "null") return {};
  if (cell.front() != '"') return cell;
  auto text = Json::parse(cell).get<std::string>();
  if (!text.empty() && text.find_first_of(",\"\r\n") == std::string::npos && text.front() != ' ' && text.back() != ' ')
    return text;
  std::string quoted = "\"";
  for (auto const c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

/// A file's text without the byte order mark that some editors put before it.
std::string_view without_mark(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

}  // namespace

Table table_from_csv(std::string_view text, std::string const& name) {
  text = without_mark(text);
  if (text.find('\0') != std::string_view::npos) fail(name, "it holds NUL bytes, so it is no text");
  auto const [lines, numbers, rest, last] = lines_of(text, name);
  if (lines.empty()) fail(name, "it has no line");
  auto const width = lines.front().size();
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (lines[i].size() != width)
      fail(fmt::format("{}:{}", name, numbers[i]),
           fmt::format("it has {} fields, and the first line has {}", lines[i].size(), width));
  Table table;
  auto const headed = is_header(lines.front());
  table.rows_are = headed ? Table::Rows::objects : Table::Rows::lists;
  for (std::size_t j = 0; j < width; ++j) table.columns.push_back(headed ? *lines.front()[j] : fmt::format("{}", j));
  table.rows.assign(lines.size() - headed, Cells(width));
  for (std::size_t j = 0; j < width; ++j) type_column(lines, headed, j, table);
  table.lines.assign(numbers.begin() + headed, numbers.end());
  table.notes = notes_of_csv(text, name, table);
  return table;
}

Table table_from_json(std::string_view text, std::string const& name) {
  require(!is_too_deep(text), fmt::format("{}: lists lie more than {} deep in each other", name, deepest_json));
  auto const document = Json::parse(literals_as_texts(without_mark(text)), nullptr, false);
  if (!document.is_array()) fail(name, "it is not a JSON list of rows, such as [{\"age\": 33}, {\"age\": 35}]");
  auto const all = [&](auto const& is) { return !document.empty() && std::ranges::all_of(document, is); };
  Table table;
  if (all([](Json const& row) { return row.is_object(); })) {
    for (auto const& row : document)
      for (auto const& [key, value] : row.items())
        if (std::ranges::find(table.columns, key) == table.columns.end()) table.columns.push_back(key);
    for (auto const& row : document) {
      Cells cells;
      for (auto const& column : table.columns) cells.push_back(row.contains(column) ? cell_of(row[column]) : "");
      table.rows.push_back(std::move(cells));
    }
    return table;
  }
  table.rows_are =
      all([](Json const& row) { return row.is_array() && !row.empty(); }) ? Table::Rows::lists : Table::Rows::values;
  std::size_t width = 1;
  for (auto const& row : document) {
    Cells cells;
    if (table.rows_are == Table::Rows::values) cells.push_back(cell_of(row));
    else
      for (auto const& item : row) cells.push_back(cell_of(item));
    width = std::max(width, cells.size());
    table.rows.push_back(std::move(cells));
  }
  for (auto& row : table.rows) row.resize(width);
  for (std::size_t j = 0; j < width; ++j) table.columns.push_back(fmt::format("{}", j));
  return table;
}

std::string csv_of(std::string const& dataset, Table const& table) {
  auto const rows = table_from_json(dataset, "dataset");
  std::string text;
  auto const end_line = [&](std::string const& line) { text += line + "\n"; };
  auto const line_of = [](std::size_t width, auto const& field) {
    std::string line;
    for (std::size_t j = 0; j < width; ++j) line += (j == 0 ? "" : ",") + field(j);
    return width == 1 && line.empty() ? std::string{"\"\""} : line;  // a blank line would be none
  };
  auto const width = table.columns.size();
  if (table.rows_are == Table::Rows::objects)
    end_line(line_of(width, [&](std::size_t j) { return field_of(json_string(table.columns[j])); }));
  for (auto const& row : rows.rows)
    end_line(line_of(width, [&](std::size_t j) { return j < row.size() ? field_of(row[j]) : std::string{}; }));
  return text;
}

bool is_csv(std::string_view name) { return lower(name).ends_with(".csv"); }

Table table_from(std::string_view text, std::string const& name) {
  return is_csv(name) ? table_from_csv(text, name) : table_from_json(text, name);
}

std::string dataset_of_file(std::string text, std::string const& name) {
  if (is_csv(name)) return json_of(table_from_csv(text, name));
  text.erase(0, text.size() - without_mark(text).size());
  require(is_json(text), fmt::format("{}: it is neither JSON nor called .csv", name));
  auto const first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  return on_one_line(text.substr(first, last + 1 - first));
}

}  // namespace warner::mechanisms::external
