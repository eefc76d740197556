#include "mechanisms/external/release_file.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "mechanisms/external/npy.hpp"
#include "mechanisms/external/process/read_file.hpp"
#include "mechanisms/external/release/limits.hpp"
#include "mechanisms/external/release/read_value.hpp"
#include "mechanisms/external/release/shown.hpp"
#include "sim/byte_hash.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t looked_at = 100, fewest_numbered = 10;

/// All of it, as long as there is no line that is too long to be a release: what never ends is not read to the end of
/// memory.
std::vector<char> text_of(std::string const& path) {
  auto const file = opened_to_read(path);
  std::vector<char> text;
  std::size_t line = 1, begin = 0;
  auto const require_short = [&](std::size_t end) {
    require(end <= begin + longest_line || is_npy({text.data(), text.size()}),
            fmt::format("{}:{}: a line of more than a million bytes", path, line));
  };
  read_to_end(file.number(), path, [&](std::string_view part) {
    for (auto i = part.find('\n'); i != part.npos; i = part.find('\n', i + 1)) {
      require_short(text.size() + i);
      ++line;
      begin = text.size() + i + 1;
    }
    text.insert(text.end(), part.begin(), part.end());
    require_short(text.size());
  });
  return text;
}

ReleaseFile lines_of(std::string const& path) {
  ReleaseFile read{.path = path, .text = text_of(path)};
  read.hash = sim::hash_of_bytes({read.text.data(), read.text.size()});
  if (is_npy({read.text.data(), read.text.size()})) {
    read_npy(read);
    return read;
  }
  std::string_view rest{read.text.data(), read.text.size()};
  require(
      !rest.starts_with("PAR1"),
      fmt::format("{}: is a Parquet file (CSV, JSON lines and NumPy arrays can be read: pandas writes them)", path));
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);  // a byte order mark
  while (!rest.empty()) {
    auto const end = std::min(rest.find('\n'), rest.size());
    read.lines.push_back(rest.substr(0, end));
    if (read.lines.back().ends_with('\r')) read.lines.back().remove_suffix(1);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  require(!read.lines.empty(), fmt::format("{}: has no releases", path));
  return read;
}

/// The fields of a line that is a list without lists or maps in it, an empty word as absent; empty for others.
std::vector<Value::Node> fields_of(std::string_view line) {
  Value value;
  read_value(line, value);
  if (value[0].kind != Value::Kind::list || children_of(value, 0) + 1 != value.nodes().size()) return {};
  std::vector<Value::Node> fields{value.nodes().begin() + 1, value.nodes().end()};
  for (auto& field : fields) {
    if (field.kind == Value::Kind::word && field.text.empty()) field.kind = Value::Kind::absent;
    field.text = {};  // it may point into the value
  }
  return fields;
}

bool is_missing(Value::Node const& field) {
  return field.kind == Value::Kind::null || field.kind == Value::Kind::absent;
}

bool is_word(Value::Node const& field) { return field.kind == Value::Kind::word || field.kind == Value::Kind::absent; }

/// Whether the first line has a word above numbers, some of which may be missing.
bool names_columns(ReleaseFile const& file) {
  auto const first = fields_of(file.lines.front());
  if (file.numbers > 0 || first.empty() || file.lines.size() < 2) return false;
  std::vector<bool> all_fit, any_number(first.size());
  for (auto const& field : first) all_fit.push_back(is_word(field) && !is_missing(field));
  for (std::size_t i = 1; i < std::min(file.lines.size(), looked_at); ++i) {
    auto const row = fields_of(file.lines[i]);
    for (std::size_t j = 0; j < first.size(); ++j) {
      auto const is_number = j < row.size() && row[j].kind == Value::Kind::number;
      any_number[j] = any_number[j] || is_number;
      all_fit[j] = all_fit[j] && (is_number || (j < row.size() && is_missing(row[j])));
    }
  }
  for (std::size_t j = 0; j < first.size(); ++j)
    if (all_fit[j] && any_number[j]) return true;
  return false;
}

/// Whether both begin with a line of words that comes nowhere else.
bool share_names(ReleaseFile const& a, ReleaseFile const& b) {
  auto const name = a.lines.front();
  if (a.numbers > 0 || b.lines.front() != name) return false;
  auto const row = fields_of(name);
  if (row.empty() || !std::ranges::all_of(row, is_word)) return false;
  return std::ranges::count(a.lines, name) == 1 && std::ranges::count(b.lines, name) == 1;
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t") == std::string_view::npos; }

/// A blank line among others is an accident of formatting, and would be a release of no field, which may tell the
/// datasets apart.
void refuse_blank_lines(ReleaseFile const& file) {
  auto const blank = std::ranges::find_if(file.lines, is_blank);
  require(
      blank == file.lines.end(),
      fmt::format("{}:{}: a blank line where others have fields (leave it out, or write [] for a release of no field)",
                  file.path, file.first_line + static_cast<std::size_t>(blank - file.lines.begin())));
}

/// Takes the header off.
void take_names(ReleaseFile& file) {
  Value header;
  read_value(file.lines.front(), header);
  for_each_child(header, 0, [&](std::size_t at, std::size_t) { file.names.emplace_back(header[at].text); });
  file.lines.erase(file.lines.begin());
  ++file.first_line;
  require(!file.lines.empty(), fmt::format("{}: has no releases, but a header", file.path));
}

void refuse_row_numbers(ReleaseFile const& file) {
  if (file.numbers > 0 || file.lines.size() < fewest_numbered) return;
  auto const first = fields_of(file.lines.front());
  std::vector<bool> counts;
  for (auto const& field : first)
    counts.push_back(field.kind == Value::Kind::number && (field.number == 0 || field.number == 1));
  for (std::size_t i = 1; i < file.lines.size() && std::ranges::find(counts, true) != counts.end(); ++i) {
    auto const row = fields_of(file.lines[i]);
    for (std::size_t j = 0; j < counts.size(); ++j)
      counts[j] = counts[j] && j < row.size() && row[j].number == first[j].number + static_cast<double>(i);
  }
  auto const found = std::ranges::find(counts, true);
  require(found == counts.end(),
          fmt::format("{}: column {} numbers the rows (leave it out: it is no part of a release)", file.path,
                      found - counts.begin() + 1));
}

}  // namespace

ReleaseFiles read_release_files(std::string const& d, std::string const& d_prime) {
  std::error_code error;
  require(!std::filesystem::equivalent(d, d_prime, error) || error,
          fmt::format("{}: one file twice (releases of D and of D' come from two)", d));
  ReleaseFiles files{lines_of(d), lines_of(d_prime)};
  require(files.d.numbers == files.d_prime.numbers,
          fmt::format("{}: has {} numbers a row, and {} has {} (0: lines of text)", d, files.d.numbers, d_prime,
                      files.d_prime.numbers));
  if (files.d.numbers > 0) return files;
  if (!std::ranges::all_of(files.d.lines, is_blank) || !std::ranges::all_of(files.d_prime.lines, is_blank))
    refuse_blank_lines(files.d), refuse_blank_lines(files.d_prime);
  auto const shared = share_names(files.d, files.d_prime), named = names_columns(files.d),
             named_prime = names_columns(files.d_prime);
  require(!named || !named_prime || files.d.lines.front() == files.d_prime.lines.front(),
          fmt::format("{}: its columns are '{}', and those of {} are '{}' (the fields of both must mean the same)", d,
                      shown(files.d.lines.front()), d_prime, shown(files.d_prime.lines.front())));
  if (shared || named) take_names(files.d);
  if (shared || named_prime) take_names(files.d_prime);
  refuse_row_numbers(files.d);
  refuse_row_numbers(files.d_prime);
  return files;
}

ReleaseFile read_release_file(std::string const& path) {
  auto file = lines_of(path);
  if (file.numbers > 0) return file;
  refuse_blank_lines(file);
  if (names_columns(file)) take_names(file);
  refuse_row_numbers(file);
  return file;
}

}  // namespace warner::mechanisms::external
