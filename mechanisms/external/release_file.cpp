#include "mechanisms/external/release_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t looked_at = 100, fewest_numbered = 10;

ReleaseFile lines_of(std::string const& path) {
  std::ifstream file{path, std::ios::binary};
  require(file.good() && !std::filesystem::is_directory(path), fmt::format("{}: can not be read", path));
  ReleaseFile read{path, {std::istreambuf_iterator<char>{file}, {}}, {}};
  std::string_view rest{read.text.data(), read.text.size()};
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

/// Whether the first line has a word above numbers.
bool names_columns(ReleaseFile const& file) {
  std::vector<Field> first, row;
  if (!read_fields(file.lines.front(), first).empty() || file.lines.size() < 2) return false;
  std::vector<bool> above_numbers;
  for (auto const& field : first) above_numbers.push_back(field.is_word());
  for (std::size_t i = 1; i < std::min(file.lines.size(), looked_at); ++i) {
    file.read(i, row);
    for (std::size_t j = 0; j < first.size(); ++j) above_numbers[j] = above_numbers[j] && j < row.size() && !row[j].is_word();
  }
  return std::ranges::find(above_numbers, true) != above_numbers.end();
}

/// Whether both begin with a line of words that comes nowhere else.
bool share_names(ReleaseFile const& a, ReleaseFile const& b) {
  auto const name = a.lines.front();
  std::vector<Field> row;
  if (b.lines.front() != name || !read_fields(name, row).empty()) return false;
  if (row.empty() || !std::ranges::all_of(row, &Field::is_word)) return false;
  return std::ranges::count(a.lines, name) == 1 && std::ranges::count(b.lines, name) == 1;
}

void drop_first(ReleaseFile& file) {
  file.lines.erase(file.lines.begin());
  ++file.first_line;
  require(!file.lines.empty(), fmt::format("{}: has no releases, but a header", file.path));
}

void refuse_row_numbers(ReleaseFile const& file) {
  if (file.lines.size() < fewest_numbered) return;
  std::vector<Field> first, row;
  file.read(0, first);
  std::vector<bool> counts;
  for (auto const& field : first) counts.push_back(!field.is_word() && (field.value == 0 || field.value == 1));
  for (std::size_t i = 1; i < file.lines.size() && std::ranges::find(counts, true) != counts.end(); ++i) {
    file.read(i, row);
    for (std::size_t j = 0; j < counts.size(); ++j) counts[j] = counts[j] && j < row.size() && row[j].value == first[j].value + static_cast<double>(i);
  }
  auto const found = std::ranges::find(counts, true);
  require(found == counts.end(), fmt::format("{}: column {} numbers the rows (leave it out: it is no part of a release)", file.path, found - counts.begin() + 1));
}

}  // namespace

void ReleaseFile::read(std::size_t i, std::vector<Field>& row) const {
  auto const problem = read_fields(lines[i], row);
  require(problem.empty(), fmt::format("{}:{}: {}", path, first_line + i, problem));
}

ReleaseFiles read_release_files(std::string const& d, std::string const& d_prime) {
  ReleaseFiles files{lines_of(d), lines_of(d_prime)};
  auto const shared = share_names(files.d, files.d_prime);
  for (auto* file : {&files.d, &files.d_prime}) {
    if (shared || names_columns(*file)) drop_first(*file);
    refuse_row_numbers(*file);
  }
  return files;
}

}  // namespace warner::mechanisms::external
