#include "results/figures/reference.hpp"

#include "results/figures/figure_json.hpp"
#include "results/figures/tables/agreement.hpp"
#include "tests/support/catch.hpp"

using namespace warner::results;

namespace {

Figure const coin{"coin", "A coin", 252, nullptr};

struct Run {
  std::string json, csv;
};

Run run(std::uint64_t heads, std::uint64_t seed = 1, bool quick = true, std::string what = "heads",
        double exact = 0.5) {
  Findings findings{Table{{"heads"}}};
  findings.table.add({{"heads", heads}});
  Agreement agreement;
  agreement.proportion(std::move(what), heads, 1000, exact);
  agreement.equal("sides", 2, 2);
  findings.comparisons = agreement.judge();
  FigureOptions options;
  options.seed = seed;
  options.quick = quick;
  return {figure_json(coin, options, findings), findings.table.csv()};
}

}  // namespace

TEST_CASE("a run equals the reference that was made of it", "[results]") {
  auto const [json, csv] = run(510);
  auto const check = check_reference(reference_json(json, csv), json, csv);
  CHECK(check.same_run);
  CHECK(check.compared == 2);
  CHECK(check.problems.empty());
}

TEST_CASE("the same seed must give the same bytes", "[results]") {
  auto const old = run(510), now = run(511);
  auto const check = check_reference(reference_json(old.json, old.csv), now.json, now.csv);
  REQUIRE(check.problems.size() == 1);
  CHECK_THAT(check.problems[0], Catch::Contains("other bytes"));
  CHECK(check_reference(reference_json(old.json, ""), now.json, now.csv)
            .problems.empty());  // a figure that measures time
}

// Intervals at 1e-6 / 2 a comparison reach some five deviations (79 heads) to either side: 510 and 560 meet, 400 and
// 600 do not.
TEST_CASE("another seed must give intervals that meet", "[results]") {
  auto const old = run(510), near = run(560, 2), one = run(400), far = run(600, 2);
  auto const spared = check_reference(reference_json(old.json, old.csv), near.json, near.csv);
  CHECK_FALSE(spared.same_run);
  CHECK(spared.problems.empty());
  auto const refuted = check_reference(reference_json(one.json, one.csv), far.json, far.csv);
  REQUIRE(refuted.problems.size() == 1);
  CHECK_THAT(refuted.problems[0], Catch::Contains("heads") && Catch::Contains("do not meet"));
}

TEST_CASE("what changed its name or its exact value is noticed", "[results]") {
  auto const old = run(510), renamed = run(510, 2, true, "tails"), other = run(510, 2, true, "heads", 0.51),
             full = run(510, 1, false, "tails");
  auto const reference = reference_json(old.json, old.csv);
  CHECK(check_reference(reference, renamed.json, renamed.csv).problems.size() == 2);
  REQUIRE(check_reference(reference, other.json, other.csv).problems.size() == 1);
  CHECK_THAT(check_reference(reference, other.json, other.csv).problems[0], Catch::Contains("exact value 0.51"));
  auto const longer = check_reference(reference, full.json, full.csv);  // names may hold numbers of trials
  CHECK(longer.problems.empty());
  CHECK(longer.compared == 1);
}

TEST_CASE("a bound's exact value may belong to a pair that the search chose", "[results]") {
  auto const bound = [](std::uint64_t seed, double exact) {
    Findings findings{Table{{"x"}}};
    Agreement agreement;
    warner::verify::Measurement measured{};
    measured.tally = {900, 100, 0};
    agreement.certified("epsilon", measured, exact);
    agreement.equal("sides", 2, 2);
    findings.comparisons = agreement.judge();
    FigureOptions options;
    options.seed = seed;
    return Run{figure_json(coin, options, findings), ""};
  };
  auto const reference = reference_json(bound(1, 3).json, "");
  CHECK(check_reference(reference, bound(2, 4).json, "").problems.empty());
  CHECK(check_reference(reference, bound(1, 4).json, "").problems.size() == 1);
}

TEST_CASE("a text that is no reference is refused", "[results]") {
  auto const [json, csv] = run(510);
  CHECK_THROWS_AS(check_reference("{", json, csv), std::invalid_argument);
  CHECK_THROWS_AS(check_reference(json, json, csv), std::invalid_argument);
  CHECK_THROWS_AS(reference_json("{}", csv), std::invalid_argument);
}
