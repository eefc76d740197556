#include "results/report/runs_page.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include "results/audit/file.hpp"
#include "results/report/history.hpp"
#include "results/suite/badge.hpp"
#include "results/suite/run_json.hpp"
#include "tests/results/suite/sample_run.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace warner;
using Catch::Matchers::Contains;
using results::Verdict;
namespace fs = std::filesystem;

/// So many runs, of which the last but one is green.
std::vector<results::ReportedRun> some_runs(std::size_t many) {
  std::vector<results::ReportedRun> runs;
  for (std::size_t i = 0; i < many; ++i) {
    auto run = tests::sample_run();
    run.started = fmt::format("2026-11-{:02}T00:00:00Z", i + 1);
    if (i + 2 == many) run.outcomes = {run.outcomes[0], run.outcomes[4]};
    runs.push_back({fmt::format("{}.json", i), run});
  }
  return runs;
}

bool holds(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the history of a claim has the runs that it was in", "[results][suite]") {
  auto const runs = some_runs(4);
  auto const list = histories(runs);
  REQUIRE(list.size() == 6);
  CHECK(list[0].name == "noisy count");
  CHECK(list[0].entries.size() == 4);
  CHECK(list[1].entries.size() == 3);
  CHECK(list[1].entries.back().run == 3);
  auto const both = bound_and_claim(list[1].latest());
  REQUIRE(both);
  CHECK(both->claim == 1);
  CHECK(both->bound > 1);
  CHECK_FALSE(bound_and_claim(list[3].latest()));
  auto const picture = history_picture(list[1], runs.size());
  CHECK_THAT(picture, Contains("class=\"failed\"") && Contains("class=\"claim\"") && Contains("class=\"line\""));
}

TEST_CASE("a claim of mu, rho or one order is drawn in its own currency", "[results][suite]") {
  auto const claim = [](mechanisms::Guarantee const& claimed) {
    auto outcome = tests::outcome_of("x", Verdict::failed, 1);
    outcome.record = tests::refutation(claimed);
    return bound_and_claim(outcome);
  };
  CHECK(claim(mechanisms::GaussianDp{0.5})->claim == 0.5);
  CHECK(claim(mechanisms::GaussianDp{0.5})->bound > 0.5);
  CHECK(claim(mechanisms::ZeroConcentratedDp{0.1})->claim == 0.1);
  CHECK(claim(mechanisms::RenyiDp{2, 0.2})->claim == 0.2);
  CHECK_FALSE(claim(mechanisms::TradeoffDp{{{1, 0}, {0.5, 0.1}}, "two"})->claim);
}

TEST_CASE("the page of runs shows text from files as text", "[results][suite]") {
  auto runs = some_runs(2);
  runs.push_back({"<x>\"'.json", tests::nasty_run()});
  runs.back().run.started = "2026-12-01T00:00:00Z<u>";
  auto const page = runs_page(runs);
  auto const body = page.substr(page.find("<body>"));
  CHECK_FALSE(holds(body, "<b>&amp"));
  CHECK_FALSE(holds(body, "<u>"));
  CHECK(holds(body, "&lt;b&gt;"));
  CHECK(holds(page, "<title>Privacy of quotes &quot;"));
  CHECK(runs_page(runs) == page);
}

TEST_CASE("runs are found by what they say of themselves, the oldest first", "[results][suite]") {
  auto name = (fs::temp_directory_path() / "warner-runs-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()));
  fs::path const folder{name};
  auto const runs = some_runs(3);
  results::write_file(folder / "z.json", to_json(runs[0].run) + "\n");
  results::write_file(folder / "runs" / "b.json", to_json(runs[1].run) + "\n");
  results::write_file(folder / "a.json", to_json(runs[2].run) + "\n");
  results::write_file(folder / "other.json", "{\"schema\": \"something/1\"}");
  auto const found = results::read_runs(folder);
  REQUIRE(found.size() == 3);
  CHECK(found[0].file == "z.json");
  CHECK(found[1].file == "runs/b.json");
  CHECK(found[2].file == "a.json");
  CHECK(results::write_runs_page(folder) == folder / "runs.html");
  results::write_file(folder / "broken.json", "{\"schema\": \"warner/run/1\"}");
  CHECK_THROWS_WITH(results::read_runs(folder), Contains("broken.json: run: has no 'suite'"));
  fs::remove_all(folder);
}

TEST_CASE("a badge says the worst that is true, in words", "[results][suite]") {
  auto run = tests::sample_run();
  CHECK(badge_text(run) == "1 of 6 claims refuted");
  auto const without = [&run](Verdict verdict) {
    std::erase_if(run.outcomes, [verdict](auto const& outcome) { return outcome.verdict == verdict; });
    return badge_text(run);
  };
  CHECK_THAT(badge(run), Contains("aria-label=\"privacy: 1 of 6 claims refuted\"") && Contains("#a3123f"));
  run.outcomes[1].verdict = Verdict::passed, run.outcomes[1].leaks = true;
  CHECK(badge_text(run) == "1 of 6 leak not found");
  std::erase_if(run.outcomes, [](auto const& outcome) { return outcome.name == "half the noise"; });
  CHECK(without(Verdict::failed) == "1 of 4 not tested");
  CHECK_THAT(badge(run), Contains("#5c6370"));
  CHECK(without(Verdict::error) == "1 of 3 inconclusive");
  CHECK(without(Verdict::inconclusive) == "2 claims hold, 2 left out");
  run.deselected = 0;
  CHECK(badge_text(run) == "2 claims hold");
  CHECK_THAT(badge(run), Contains("#0072b2"));
  run.outcomes.pop_back();
  CHECK(badge_text(run) == "1 claim holds");
  CHECK(without(Verdict::passed) == "no claims");
}
