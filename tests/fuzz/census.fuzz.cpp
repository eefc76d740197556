// A census: every column has as many rows, every age is one, and what is written as CSV is read again.
#include "results/figures/census/census.hpp"

#include <string>

#include "tests/fuzz/fuzz.hpp"

using namespace warner;
using namespace warner::tests;

namespace {

std::string written(results::Census const& census) {
  std::string text;
  auto const& columns = census.columns;
  auto const add = [&](char const* before, std::string const& field) {
    text += before;
    text += quoted(field, '"', "\"\"");
  };
  for (std::size_t j = 0; j < columns.size(); ++j) add(j == 0 ? "" : ",", columns[j].first);
  for (std::size_t i = 0; i < census.rows(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j) add(j == 0 ? "\n" : ",", columns[j].second[i]);
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const census = accepted([&] { return results::parse_census(text_of(data, size), "census"); });
  if (!census) return 0;
  must(census->rows() > 0, "a census has people");
  for (auto const& [name, values] : census->columns)
    must(values.size() == census->rows(), "every column has as many rows");
  must(census->malformed_lines.size() <= census->malformed, "lines that are named were counted");
  for (auto const age : census->ages()) must(age >= -1 && age <= 150, "an age is one");
  auto const again = accepted([&] { return results::parse_census(written(*census), "census"); });
  must(again && again->malformed == 0 && again->columns == census->columns, "a census is written and read again");
  return 0;
}
