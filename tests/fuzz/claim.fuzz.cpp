// --claim-tradeoff: statements come out in order, each a claim by itself, none implied by the others, and a second
// reading is the same.
#include "cli/claim.hpp"

#include <algorithm>
#include <string>

#include "mechanisms/contract/tradeoff_dp.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace warner;
using namespace warner::tests;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const text{typed(data, size)};
  if (text.find(':') == std::string::npos && text.find_first_of("x;") != std::string::npos)
    return 0;  // one release alone: to compose a thousand takes a minute
  auto const claim = accepted([&] { return cli::tradeoff_from(text); });
  if (!claim) return 0;
  auto const& statements = claim->statements;
  must(!statements.empty() && statements.size() <= 64, "1 to 64 statements are tested at once");
  for (auto const& [epsilon, delta] : statements)
    must(epsilon >= 0 && delta >= 0 && delta < 1, "each statement is a claim");
  for (std::size_t i = 1; i < statements.size(); ++i)
    must(statements[i - 1].epsilon < statements[i].epsilon && statements[i - 1].delta > statements[i].delta,
         "a larger epsilon has a smaller delta");
  for (auto const& [epsilon, delta] : statements)
    must(mechanisms::delta_at(*claim, epsilon) <= delta, "the claim holds where it was stated");
  auto const again = cli::tradeoff_from(text);
  must(std::ranges::equal(statements, again.statements,
                          [](auto const& a, auto const& b) { return a.epsilon == b.epsilon && a.delta == b.delta; }),
       "a second reading is the same");
  return 0;
}
