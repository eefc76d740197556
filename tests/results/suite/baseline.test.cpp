#include "results/suite/baseline.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "tests/support/catch.hpp"
#include "verify/bounds/two_tallies.hpp"

using namespace warner;
using namespace warner::results;
using Kind = Move::Kind;

namespace {

std::vector<verify::TimePair> pairs_of(std::size_t many, std::uint64_t head) { return {many, {1000, head}}; }

/// A baseline of one entry of accuracy, whose older program is "old".
Baseline accepted() {
  Baseline baseline{.version = 1, .level = 0.05};
  baseline.entries.push_back({.name = "counts",
                              .question = "--exec count",
                              .beyond = 2.5,
                              .reference = {"old", 1, 1, {100, 900, 0}},
                              .current = {"old", 1, 1, {100, 900, 0}}});
  return baseline;
}

/// Its second version: another program, that was timed beside the older one.
Baseline later(std::vector<verify::TimePair> pairs) {
  auto baseline = accepted();
  baseline.version = 2;
  baseline.entries.front().current = {"new", 2, 1, {52, 448, 0}};
  baseline.entries.front().times = {"old", "new", 2, 64, std::move(pairs)};
  return baseline;
}

Move of_time(Baseline const& base, Baseline const& head, double factor = 1.1) {
  auto const moves = compare(base, head, factor);
  REQUIRE(moves.size() == 2);
  CHECK_FALSE(moves[0].time);
  REQUIRE(moves[1].time);
  CHECK(moves[0].level == moves[1].level);
  return moves[1];
}

std::string replaced(std::string text, std::string const& what, std::string const& by) {
  auto const at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

}  // namespace

TEST_CASE("A program is slower where its times are beyond the factor, and faster likewise", "[results]") {
  auto const base = accepted();
  CHECK(of_time(base, later(pairs_of(20, 1200))).kind == Kind::worse);
  CHECK(of_time(base, later(pairs_of(20, 1200)), 1.3).kind == Kind::none);
  CHECK(of_time(base, later(pairs_of(20, 1050))).kind == Kind::none);
  CHECK(of_time(base, later(pairs_of(20, 950))).kind == Kind::none);
  CHECK(of_time(base, later(pairs_of(20, 800))).kind == Kind::better);
  CHECK(of_time(base, later(pairs_of(3, 9000))).kind == Kind::none);  // 1/8 is no small probability
  auto const move = of_time(base, later(pairs_of(20, 1200)));
  CHECK(move.p_worse == Approx(std::pow(0.5, 20)));
  CHECK(move.time->ratio.median == 1.2);
  CHECK(move.time->ratio.lower == 1.2);
  CHECK(move.time->accepted);
  CHECK_THROWS_AS(compare(base, later({}), 0.9), std::invalid_argument);
}

TEST_CASE("Entries that were timed share the version's level with the others", "[results]") {
  auto const base = accepted();
  auto const of_version = verify::level_of_comparison(0.05, 2);
  CHECK(of_time(base, later(pairs_of(20, 1000))).level == Approx(of_version / 4));
  auto untimed = later({});
  untimed.entries.front().times.reset();
  REQUIRE(compare(base, untimed).size() == 1);
  CHECK(compare(base, untimed).front().level == Approx(of_version / 2));
}

TEST_CASE("Times of another program, version or question say nothing", "[results]") {
  auto const base = accepted();
  auto other_program = later(pairs_of(20, 1200)), other_version = other_program, other_question = other_program,
       other_reference = other_program;
  other_program.entries.front().times->head = "newer";
  other_version.entries.front().times->version = 1;
  other_question.entries.front().question = "--exec other";
  CHECK(compare(base, other_program).size() == 1);
  CHECK(compare(base, other_version).size() == 1);
  CHECK(compare(base, other_question).size() == 1);
  other_reference.entries.front().times->base = "older";
  CHECK_FALSE(of_time(base, other_reference).time->accepted);
}

TEST_CASE("Baselines are read as they were written, and garbage is refused by name", "[results]") {
  auto const head = later({{1000, 1200}, {1, 18'446'744'073'709'551'615u}});
  auto const text = to_json(head);
  auto const read = baseline_from_json(text);
  CHECK(to_json(read) == text);
  REQUIRE(read.entries.front().times);
  CHECK(read.entries.front().times->pairs[1].head == 18'446'744'073'709'551'615u);
  auto const untimed = to_json(accepted());
  CHECK(untimed.find("times") == std::string::npos);
  CHECK(to_json(baseline_from_json(untimed)) == untimed);
  for (auto const& [what, by] : {std::pair{"1000,", "0,"},
                                 {"1000,", ""},
                                 {"1000,", "-1,"},
                                 {"\"errors_beyond\": 2.5", "\"errors_beyond\": null"},
                                 {"\"warner_baseline\": 1", "\"warner_baseline\": 2"},
                                 {"\"level\": 0.05", "\"level\": 1"},
                                 {"\"coin_odds\": 1", "\"coin_odds\": 0"},
                                 {"\"nanoseconds\"", "\"microseconds\""}}) {
    INFO(what << " becomes " << by);
    CHECK_THROWS_AS(baseline_from_json(replaced(text, what, by)), std::invalid_argument);
  }
  auto twice = head;
  twice.entries.push_back(twice.entries.front());
  CHECK_THROWS_AS(baseline_from_json(to_json(twice)), std::invalid_argument);
}
