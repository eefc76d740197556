#include "results/suite/run_json.hpp"

#include <set>

#include "results/suite/identity.hpp"
#include "tests/results/suite/sample_run.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace warner;
using Catch::Matchers::Contains;
using results::run_from_json;
using results::Verdict;

std::string replaced(std::string text, std::string const& what, std::string const& by) {
  auto const at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

}  // namespace

TEST_CASE("a run is written and read back, byte for byte", "[results][suite]") {
  auto const text = to_json(tests::sample_run());
  auto const run = run_from_json(text);
  CHECK(to_json(run) == text);
  CHECK(run.outcomes.size() == 6);
  CHECK(run.outcomes[1].verdict == Verdict::failed);
  CHECK(run.outcomes[1].record->refuted());
  CHECK(run.outcomes[1].regression == "privacy.regressions/half-the-noise.json");
  CHECK(run.outcomes[2].more_seconds == 12);
  CHECK(run.outcomes[4].leaks);
  CHECK(run.outcomes[0].place.line == 4);
  CHECK(run.outcomes[0].tags == std::vector<std::string>{"fast"});
  CHECK(run.deselected == 2);
  CHECK(run.started == "2026-11-23T01:47:37Z");
  CHECK(results::is_run(text));
  CHECK_FALSE(results::is_run(to_json(*run.outcomes[0].record)));
  CHECK_FALSE(results::is_run("[]"));
  CHECK_FALSE(results::is_run("{\"schema\": 1}"));
}

TEST_CASE("bytes that are no text are written as U+FFFD, once", "[results][suite]") {
  auto const text = to_json(tests::nasty_run());
  CHECK(to_json(run_from_json(text)) == text);
  auto const many = to_json(tests::long_run(1000));
  CHECK(to_json(run_from_json(many)) == many);
}

TEST_CASE("an interrupted and an empty run are runs", "[results][suite]") {
  results::Run const run{.suite = "s", .level = 0.5, .started = "", .interrupted = true};
  auto const again = run_from_json(to_json(run));
  CHECK(again.interrupted);
  CHECK(again.outcomes.empty());
}

TEST_CASE("a run that contradicts itself is refused, by name", "[results][suite]") {
  auto const text = to_json(tests::sample_run());
  auto const refused = [&](std::string const& what, std::string const& by, std::string const& why) {
    CHECK_THROWS_WITH(run_from_json(replaced(text, what, by)), Contains(why));
  };
  refused("warner/run/1", "warner/run/2", "run.schema: 'warner/run/2' is unknown (this program reads warner/run/1)");
  refused("\"verdict\":\"failed\"", "\"verdict\":\"passed\"", "run.outcomes[1].verdict: contradicts the record");
  refused("\"verdict\":\"passed\"", "\"verdict\":\"fine\"", "run.outcomes[0].verdict: is unknown");
  refused("\"name\":\"twin\"", "\"name\":\"crashes\"", "run.outcomes: have 'crashes' twice");
  refused("\"level\": 1e-06", "\"level\": 0", "run.level: 0 is not in (0, 1)");
  refused("\"line\":4", "\"line\":-4", "run.outcomes[0].place.line: is not a whole number");
  refused("\"planned\":", "\"plan\":", "has no 'planned'");
  CHECK_THROWS_AS(run_from_json("{"), std::invalid_argument);
}

TEST_CASE("an identity is of mechanism, pair and claim, not of what was counted", "[results][suite]") {
  auto const run = tests::sample_run();
  auto const names = identities(run);
  CHECK(std::set<std::string>{names.begin(), names.end()}.size() == names.size());
  auto const of = [](auto const& change) {
    auto outcome = tests::sample_run().outcomes[1];
    change(outcome);
    return results::identity(outcome);
  };
  auto const as_it_is = of([](auto&) {});
  CHECK(as_it_is.size() == 16);
  CHECK(as_it_is == of([](auto& outcome) {
          outcome.trials = 7, outcome.seconds = 8, outcome.level = 0.1, outcome.place.line = 99, outcome.name = "other";
          outcome.record->seed = 12, outcome.record->measurement.epsilon_lower_bound = 1.5;
          outcome.command = outcome.regression = "";
        }));
  CHECK(as_it_is != of([](auto& outcome) { outcome.claim = "epsilon = 2"; }));
  CHECK(as_it_is != of([](auto& outcome) { outcome.mechanism = "laplace"; }));
  CHECK(as_it_is != of([](auto& outcome) { outcome.leaks = true; }));
  CHECK(as_it_is != of([](auto& outcome) { outcome.record->pair.d = {3}; }));
  CHECK(as_it_is != of([](auto& outcome) { outcome.record->parameters.front().second = 2; }));
  auto const sought = of([](auto& outcome) { outcome.record->pair_sought = true; });
  CHECK(sought == of([](auto& outcome) { outcome.record->pair_sought = true, outcome.record->pair.d = {3}; }));
  auto twice = run;
  twice.outcomes = {run.outcomes[1], run.outcomes[1], run.outcomes[1]};
  CHECK(identities(twice) == std::vector<std::string>{as_it_is, as_it_is + "-2", as_it_is + "-3"});
}
