// A program's answer of lines, in pieces as they come: lines do not depend on the pieces, fields are read again as
// themselves, and what fits a layout goes into a batch.
#include <vector>

#include "mechanisms/external/heard.hpp"
#include "mechanisms/external/layout.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace warner::mechanisms;
using namespace warner::mechanisms::external;
using namespace warner::tests;

namespace {

using Rows = std::vector<std::vector<Field>>;

/// The lines of a text that is heard so many bytes at a time.
std::vector<std::string> lines_of(std::string_view text, std::size_t at_a_time) {
  Heard heard{0};
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < text.size(); i += at_a_time) {
    heard.add(text.substr(i, at_a_time));
    while (auto const line = heard.next()) lines.emplace_back(*line);
  }
  heard.end();
  while (auto const line = heard.next()) lines.emplace_back(*line);
  must(heard.rest().empty(), "every byte is in a line");
  return lines;
}

/// A field is read again as itself.
void require_alike(std::vector<Field> const& row) {
  std::vector<Field> again;
  for (auto const& field : row)
    if (field.is_word() && !field.word.empty()) {
      must(read_fields(field.word, again).empty() && again.size() == 1 && again[0].word == field.word &&
               again[0].value == field.value,
           "a word is read again as itself");
      must(field.value >= 0 && field.value < 0x1p53, "a word is a number of 53 bits");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size < 2) return 0;
  auto const text = text_of(data + 1, size - 1);
  auto const lines = lines_of(text, text.size());
  must(lines == lines_of(text, 1 + data[0]), "lines do not depend on the pieces in which they come");
  Rows rows;
  for (auto const& line : lines) {
    std::vector<Field> row;
    if (auto const problem = read_fields(line, row); !problem.empty()) continue;
    require_alike(row);
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return 0;
  try {
    Layout const layout{Rows(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>((rows.size() + 1) / 2))};
    must(!layout.columns().empty() && layout.words().size() <= 64,
         "a layout has columns, and tells of 64 words at most");
    std::vector<double> numbers(layout.columns().size());
    for (auto const& row : rows) layout.place(row, {numbers.data(), 1, numbers.size()}, 0);
  } catch (Misfit const& misfit) {
    must(*misfit.what() != '\0', "a misfit says what is wrong");
  }
  return 0;
}
