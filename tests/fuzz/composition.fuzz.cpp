// `warner compose`: what is accepted has laws and counts that an accountant can take, and a second reading is the same.
#include "cli/composition.hpp"

#include <string>

#include "tests/fuzz/fuzz.hpp"

using namespace warner;
using namespace warner::tests;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const text{typed(data, size)};
  auto const items = accepted([&] { return cli::composition_from(text); });
  if (!items) return 0;
  must(!items->empty(), "a composition is of something");
  auto const again = cli::composition_from(text);
  must(again.size() == items->size(), "a second reading has as many items");
  for (std::size_t i = 0; i < again.size(); ++i) {
    auto const& [law, count] = (*items)[i];
    must(count >= 1 && count <= 1'000'000, "a count is in [1, 1e6]");
    must(!law.name.empty(), "a law has a name");
    must(law.name == again[i].law.name && law.parameters == again[i].law.parameters && count == again[i].count,
         "a second reading is the same");
    for (auto const& [name, value] : law.parameters) must(value == value, "no parameter is NaN");
  }
  return 0;
}
