// A drawing that goes into a page: nothing in it runs or is fetched, every tag is closed, and reading what came out
// changes no more than the prefix.
#include <string>

#include "results/report/inline_svg.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace warner;
using namespace warner::tests;

namespace {

std::string lower_case(std::string text) {
  for (auto& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const drawing = accepted([&] { return results::inline_svg(text_of(data, size), "p", "a \"label\" <of> it"); });
  if (!drawing) return 0;
  must(drawing->starts_with("<svg"), "a drawing is one svg element");
  must(drawing->size() <= 6 * size + 200, "a drawing is no longer than its file with all entities written out");
  auto const lower = lower_case(*drawing);
  for (auto const* dangerous :
       {"<script", "<style", "<foreignobject", "<iframe", "<a ", "<a>", "<!", "<?", "href=\"http", "href=\"//",
        "href=\"javascript", " src=\""})  // in text a quote is an entity
    must(lower.find(dangerous) == std::string::npos, "nothing in a drawing runs or is fetched");
  auto const again = accepted([&] { return results::inline_svg(*drawing, "p", "again"); });
  must(again.has_value(), "what came out is a drawing");
  return 0;
}
