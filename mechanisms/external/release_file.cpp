#include "mechanisms/external/release_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

#include <fmt/format.h>

#include "mechanisms/external/process/descriptor.hpp"
#include "sim/driver.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t looked_at = 100, fewest_numbered = 10;

constexpr std::size_t longest_line = 1'000'000;

/// What a system call gave that a signal may end: waiting for somebody to write into a FIFO, say.
template <class Call>
auto done(std::string const& path, Call const& call) {
  auto const result = call();
  if (result < 0 && errno == EINTR) throw sim::Interrupted{};
  require(result >= 0, fmt::format("{}: can not be read ({})", path, std::strerror(errno)));
  return result;
}

/// All of it, as long as there is no line that is too long to be a release: what never ends is not read to the end of
/// memory.
std::vector<char> text_of(std::string const& path) {
  Descriptor const file{done(path, [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); })};
  std::vector<char> text;
  std::array<char, 1 << 16> part;
  std::size_t line = 1, begin = 0;
  for (;;) {
    auto const many =
        static_cast<std::size_t>(done(path, [&] { return ::read(file.number(), part.data(), part.size()); }));
    if (many == 0) return text;
    auto const require_short = [&](std::size_t end) {
      require(end <= begin + longest_line, fmt::format("{}:{}: a line of more than a million bytes", path, line));
    };
    for (std::size_t i = 0; i < many; ++i) {
      if (part[i] != '\n') continue;
      require_short(text.size() + i);
      ++line;
      begin = text.size() + i + 1;
    }
    text.insert(text.end(), part.data(), part.data() + many);
    require_short(text.size());
  }
}

ReleaseFile lines_of(std::string const& path) {
  ReleaseFile read{path, text_of(path), {}};
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
    for (std::size_t j = 0; j < first.size(); ++j)
      above_numbers[j] = above_numbers[j] && j < row.size() && !row[j].is_word();
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
    for (std::size_t j = 0; j < counts.size(); ++j)
      counts[j] = counts[j] && j < row.size() && row[j].value == first[j].value + static_cast<double>(i);
  }
  auto const found = std::ranges::find(counts, true);
  require(found == counts.end(),
          fmt::format("{}: column {} numbers the rows (leave it out: it is no part of a release)", file.path,
                      found - counts.begin() + 1));
}

}  // namespace

void ReleaseFile::read(std::size_t i, std::vector<Field>& row) const {
  auto const problem = read_fields(lines[i], row);
  require(problem.empty(), fmt::format("{}:{}: {}", path, first_line + i, problem));
}

ReleaseFiles read_release_files(std::string const& d, std::string const& d_prime) {
  std::error_code error;
  require(!std::filesystem::equivalent(d, d_prime, error) || error,
          fmt::format("{}: one file twice (releases of D and of D' come from two)", d));
  ReleaseFiles files{lines_of(d), lines_of(d_prime)};
  if (!std::ranges::all_of(files.d.lines, is_blank) || !std::ranges::all_of(files.d_prime.lines, is_blank))
    refuse_blank_lines(files.d), refuse_blank_lines(files.d_prime);
  auto const shared = share_names(files.d, files.d_prime), named = names_columns(files.d),
             named_prime = names_columns(files.d_prime);
  require(!named || !named_prime || files.d.lines.front() == files.d_prime.lines.front(),
          fmt::format("{}: its columns are '{}', and those of {} are '{}' (the fields of both must mean the same)", d,
                      shown(files.d.lines.front()), d_prime, shown(files.d_prime.lines.front())));
  if (shared || named) drop_first(files.d);
  if (shared || named_prime) drop_first(files.d_prime);
  refuse_row_numbers(files.d);
  refuse_row_numbers(files.d_prime);
  return files;
}

}  // namespace warner::mechanisms::external
