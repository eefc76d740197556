// A program's answer of lines, in pieces as they come: lines do not depend on the pieces, every line is a value, and a
// schema fits what it was learned from.
#include <vector>

#include "mechanisms/external/heard.hpp"
#include "mechanisms/external/release/learn_schema.hpp"
#include "mechanisms/external/release/read_value.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace warner::mechanisms;
using namespace warner::mechanisms::external;
using namespace warner::tests;

namespace {

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

void require_well_formed(Value const& value) {
  must(!value.nodes().empty() && value[0].end == value.nodes().size(), "a value is one tree");
  must(value[0].kind >= Value::Kind::list, "outermost is a list, a map or an error");
  for (std::size_t i = 0; i < value.nodes().size(); ++i) {
    auto at = i + 1;
    while (at < value[i].end) at = value[at].end;
    must(at == value[i].end && value[i].end > i, "children fill their parent");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size < 2) return 0;
  auto const text = text_of(data + 1, size - 1);
  auto const lines = lines_of(text, text.size());
  must(lines == lines_of(text, 1 + data[0]), "lines do not depend on the pieces in which they come");
  std::vector<Value> values(lines.size());
  std::vector<Example> examples;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    read_value(lines[i], values[i]);
    require_well_formed(values[i]);
    if (i % 2 == 0) examples.push_back({&values[i], i / 2 % 2});
  }
  if (examples.empty()) return 0;
  auto const schema = learn_schema(examples);
  must(!schema.columns().empty(), "a schema has columns");
  std::vector<double> numbers(schema.columns().size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto const fits = schema.place(values[i], {numbers.data(), 1, numbers.size()}, 0);
    must(fits || i % 2 == 1, "what a schema was learned from fits it");
  }
  return 0;
}
