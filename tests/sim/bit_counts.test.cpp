#include "sim/bit_counts.hpp"

#include <bit>
#include <random>
#include <vector>

#include "sim/instruction_set.hpp"
#include "tests/support/catch.hpp"

using namespace warner::sim;

TEST_CASE("ones in both are counted in any number of words", "[sim][same-bytes]") {
  std::mt19937_64 words{7};
  std::vector<std::uint64_t> a(70), b(70);
  for (auto* some : {&a, &b})
    for (auto& word : *some) word = words();
  a[3] = b[3] = ~std::uint64_t{0};
  for (auto const& set : instruction_sets()) {
    use_instruction_set(set);
    std::uint64_t counted = 0;
    for (std::size_t n = 0; n <= a.size(); ++n) {
      CHECK(ones_in_both(std::span{a}.first(n), std::span{b}.first(n)) == counted);
      if (n < a.size()) counted += static_cast<std::uint64_t>(std::popcount(a[n] & b[n]));
    }
  }
  use_instruction_set("");
}
