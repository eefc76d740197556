#include <algorithm>
#include <cctype>
#include <charconv>
#include <csv.h>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "results/audit/file.hpp"
#include "results/figures/census/census.hpp"
#include "sim/require.hpp"

namespace warner::results {
namespace {

constexpr std::size_t lines_reported = 5;
constexpr char const* uci_columns[] = {
    "age",          "workclass", "fnlwgt", "education",    "education_num", "marital_status", "occupation",
    "relationship", "race",      "sex",    "capital_gain", "capital_loss",  "hours_per_week", "native_country",
    "income"};

/// "Marital Status" and "marital-status" are "marital_status"; the revised file's "Target" is "income".
std::string normalised(std::string_view name) {
  std::string out;
  for (auto const c : name) {
    auto const byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte)) out += static_cast<char>(std::tolower(byte));
    else if (!out.empty() && out.back() != '_') out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  if (out == "target" || out == "class") return "income";
  if (out == "country") return "native_country";
  if (out == "marital") return "marital_status";
  return out;
}

bool is_age(std::string_view text) {
  int age = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), age);
  return error == std::errc{} && end == text.data() + text.size() && age >= 0 && age <= 150;
}

/// What libcsv calls back with, row by row.
struct Reader {
  Census census;
  std::vector<std::string> fields;
  std::uint64_t line = 0;  // of the text just fed
  std::size_t age = 0;     // index of the age column
  bool first = true;
  std::string failure;  // no exception may cross libcsv, which is C

  void end_field(void* data, std::size_t size) { fields.emplace_back(static_cast<char const*>(data), size); }

  void end_row() {
    auto const row = std::exchange(fields, {});
    if (row.size() == 1 && row.front().empty()) return;  // a blank line
    if (std::exchange(first, false) && take_header(row)) return;
    if (!failure.empty()) return;
    if (row.size() != census.columns.size() || !(is_missing(row[age]) || is_age(row[age]))) {
      if (census.malformed++ < lines_reported) census.malformed_lines.push_back(line);
      return;
    }
    for (std::size_t i = 0; i < row.size(); ++i) census.columns[i].second.push_back(row[i]);
  }

  /// Whether the first row was a header.
  bool take_header(std::vector<std::string> const& row) {
    std::vector<std::string> names;
    for (auto const& field : row) names.push_back(normalised(field));
    auto const found = std::ranges::find(names, "age");
    auto const is_header = found != names.end();
    if (!is_header) {
      if (row.size() != std::size(uci_columns) || !is_age(row.front())) {
        failure = "it has no age column (neither a header that names one, nor the 15 columns of adult.data)";
        return true;
      }
      names.assign(std::begin(uci_columns), std::end(uci_columns));
    } else {
      age = static_cast<std::size_t>(found - names.begin());
    }
    for (auto const& name : names) census.columns.push_back({name, {}});
    return is_header;
  }
};

[[noreturn]] void fail(std::string const& name, std::string_view why) {
  throw std::invalid_argument{fmt::format("{}: not a census that can be read ({})", name, why)};
}

}  // namespace

Census parse_census(std::string_view text, std::string const& name) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
  if (text.empty()) fail(name, "it is empty");
  if (text.find('\0') != std::string_view::npos) fail(name, "it holds NUL bytes, so it is no text");

  csv_parser parser;
  if (csv_init(&parser, 0) != 0) fail(name, "the CSV reader can not start");
  auto const freed = std::unique_ptr<csv_parser, void (*)(csv_parser*)>{&parser, csv_free};
  Reader reader;
  reader.census.source = name;
  auto const on_field = [](void* data, std::size_t size, void* self) {
    static_cast<Reader*>(self)->end_field(data, size);
  };
  auto const on_row = [](int, void* self) { static_cast<Reader*>(self)->end_row(); };
  for (std::size_t begin = 0; begin < text.size();) {  // line by line, so that a bad row has a line number
    auto const newline = text.find('\n', begin);
    auto const end = newline == std::string_view::npos ? text.size() : newline + 1;
    ++reader.line;
    if (csv_parse(&parser, text.data() + begin, end - begin, on_field, on_row, &reader) != end - begin)
      fail(name, fmt::format("line {}: {}", reader.line, csv_strerror(csv_error(&parser))));
    if (!reader.failure.empty()) fail(name, reader.failure);
    begin = end;
  }
  csv_fini(&parser, on_field, on_row, &reader);
  if (!reader.failure.empty()) fail(name, reader.failure);
  if (reader.census.rows() == 0)
    fail(name, reader.census.malformed == 0 ? "it has no row"
                                            : fmt::format("none of its {} rows is whole", reader.census.malformed));
  return std::move(reader.census);
}

Census read_census(std::filesystem::path const& path) {
  auto const text = read_file(path);
  try {
    auto census = parse_census(text, path.string());
    census.source = path.filename().string();
    return census;
  } catch (std::bad_alloc const&) {
    fail(path.string(), "it does not fit into memory");
  }
}

}  // namespace warner::results
