#include "results/journal/ledger.hpp"

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::results;

TEST_CASE("a ledger of many pieces keeps few, and what they come to", "[results]") {
  constexpr std::uint64_t many = 20'000;
  sim::Reduction const reduction{"game", {0, many * sim::block_size}, 2};
  Ledger ledger;
  CHECK(ledger.begin(reduction).empty());
  for (std::uint64_t i = 0; i < many; ++i) {
    auto const block = i ^ 1;  // as ranks that overtake each other bring them
    ledger.keep(reduction, {{block * sim::block_size, (block + 1) * sim::block_size}, {block, 1}});
  }
  auto const pieces = ledger.begin(reduction);
  CHECK(pieces.size() <= 1025);
  auto const whole = joined(pieces);
  REQUIRE(whole.size() == 1);
  CHECK(whole.front().range == reduction.range);
  CHECK(whole.front().sums == sim::Sums{many * (many - 1) / 2, many});
}
