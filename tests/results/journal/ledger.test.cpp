#include "results/journal/ledger.hpp"

#include <sstream>

#include "results/journal/journal.hpp"
#include "results/journal/part.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/folder.hpp"

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

TEST_CASE("steps towards a text are kept until it is there, and are of no part", "[results]") {
  sim::Reduction const step{"recount", {0, sim::block_size}, 1, "strategy"}, game{"game", {0, sim::block_size}, 1};
  sim::Piece const piece{{0, sim::block_size}, {7}};
  Ledger ledger;
  for (auto const& reduction : {step, game}) {
    CHECK(ledger.begin(reduction).empty());
    ledger.keep(reduction, piece);
    CHECK(ledger.begin(reduction).size() == 1);
  }
  CHECK(ledger.kept().reductions.size() == 1);
  auto const part = part_from_json(to_json({{}, {}, ledger.kept()}));
  CHECK(part.kept.reductions.contains("game"));
  CHECK(part.kept.steps.empty());
  ledger.keep_text("another", "text");
  CHECK(ledger.kept().steps.size() == 1);
  ledger.keep_text("strategy", "found");
  CHECK(ledger.kept().steps.empty());
}

TEST_CASE("a journal that was cut off in a search goes on from its steps", "[results]") {
  tests::Folder const folder;
  auto const file = folder / "journal";
  RunName const run{"0", "commit", {"measure", "laplace"}};
  sim::Reduction const step{"recount", {0, 2 * sim::block_size}, 1, "strategy"};
  std::ostringstream notes;
  {
    Journal journal{file, run, {}, notes};
    journal.keeper().begin(step);
    journal.keeper().keep(step, {{0, sim::block_size}, {7}});
  }
  {
    Journal journal{file, run, {}, notes};
    auto const pieces = journal.keeper().begin(step);
    REQUIRE(pieces.size() == 1);
    CHECK(pieces.front().sums == sim::Sums{7});
    journal.keeper().keep_text("strategy", "found");
  }
  Journal journal{file, run, {}, notes};
  CHECK(journal.kept().steps.empty());
  CHECK(journal.keeper().text("strategy") == "found");
}
