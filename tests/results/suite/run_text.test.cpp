#include "results/suite/run_text.hpp"

#include "results/suite/explanation.hpp"
#include "tests/results/suite/sample_run.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace warner;
using results::Verdict;

bool holds(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a failure says claim, bound, witness, neighbours, and how to see it again", "[results][suite]") {
  auto const block = results::block_of(tests::sample_run().outcomes[1]);
  for (auto const* const part :
       {"half the noise: epsilon = 1 is refuted: epsilon is at least ", "  claim       epsilon = 1\n",
        "  certified   epsilon at least ", ", with 99.9999 % confidence at all times\n", "  trials      ",
        ", at level 2.5e-07: a sound mechanism fails with this probability at most\n",
        "  neighbours  D = [0], D' = [1] (substitute)\n", "  witness     says D when y[0] < ",
        "  witness     says D' when y[0] >= ", "  again       warner check laplace --claim-epsilon 1",
        "  smaller     warner shrink privacy.regressions/half-the-noise.json\n",
        "  record      privacy.regressions/half-the-noise.json\n", "  declared    privacy.toml:9\n"})
    CHECK_THAT(block, Catch::Matchers::Contains(part));
}

TEST_CASE("what did not pass says why, and what did says nothing", "[results][suite]") {
  auto const run = tests::sample_run();
  CHECK(results::block_of(run.outcomes[0]).empty());
  auto const slow = results::block_of(run.outcomes[2]);
  CHECK(holds(slow,
              "slow one: epsilon = 1 is not refuted, by 512 of 18,364 trials; the others would take about 12 s more"));
  CHECK(holds(slow, "  more        about 12 s, at the speed seen\n"));
  auto const error = results::block_of(run.outcomes[3]);
  CHECK(holds(error, "crashes: epsilon = 1 was not tested: python3 counts.py: exited with status 3"));
  CHECK(results::block_of(run.outcomes[4]).empty());
  auto const lost = results::block_of(run.outcomes[5]);
  CHECK(holds(lost, "lost leak: a leak is expected, and epsilon = 1 is not refuted by 18,364 trials"));
  CHECK(holds(lost, "blind spot  events rarer than"));
  CHECK(holds(lost, "power       a leak of 1.2 is found with probability 0.99 by 18,364 trials"));
}

TEST_CASE("the summary counts, and says how often a build is red by chance", "[results][suite]") {
  auto const text = results::summary_of(tests::sample_run());
  CHECK(holds(text, "6 claims: 2 passed, 2 failed, 1 inconclusive, 1 not tested; 2 left out  ("));
  CHECK(holds(text, "level 1e-06 for all together: at most one build in 1,000,000 is red by chance"));
  CHECK(results::false_alarms(1e-6) ==
        "at most one build in 1,000,000 is red by chance; of years of ten builds a day, at most one in 273 has a red "
        "one");
  CHECK(results::false_alarms(0.05) ==
        "at most one build in 20 is red by chance; of ten builds a day, at most 183 a year on average");
  CHECK(results::false_alarms(0.3) ==
        "at most one build in 3 is red by chance; of ten builds a day, at most 1,095 a year on average");
}

TEST_CASE("the summary counts what passed by trials that find no leak", "[results][suite]") {
  results::Run run{.suite = "privacy.toml", .level = 1e-6};
  run.outcomes.push_back(tests::outcome_of("seen", Verdict::passed, 1));
  run.outcomes.push_back(tests::outcome_of("unseen", Verdict::passed, 2));
  run.outcomes.push_back(tests::outcome_of("accuracy", Verdict::passed, 3));
  run.outcomes[1].power = 0;
  run.outcomes[2].power = run.outcomes[2].violation = 0;
  CHECK(holds(results::summary_of(run), "3 claims: 3 passed (1 by too few trials to find a leak)  ("));
}

TEST_CASE("a line of text has one line whatever it is made of", "[results][suite]") {
  for (auto const& outcome : tests::nasty_run().outcomes) {
    auto const line = results::line_of(outcome, 20);
    CHECK(std::ranges::count(line, '\n') == 1);
    CHECK(line.find_first_of("\x1B\r\x01") == std::string::npos);
    CHECK(std::ranges::count(results::sentence(outcome), '\n') == 0);
    for (auto const& part : results::explanation(outcome)) CHECK(!part.label.empty());
  }
}

TEST_CASE("what is certified is said in the claim's own currency", "[results][suite]") {
  auto const bound = [](mechanisms::Guarantee const& claim) {
    return results::bound_in_words(tests::refutation(claim));
  };
  CHECK(bound(mechanisms::PureDp{1}).starts_with("epsilon is at least 1."));
  CHECK(bound(mechanisms::ApproximateDp{1, 1e-3}).ends_with(" at delta = 0.001"));
  CHECK(bound(mechanisms::GaussianDp{0.5}).starts_with("mu is at least "));
  CHECK(bound(mechanisms::ZeroConcentratedDp{0.1}).starts_with("rho is at least "));
  CHECK(bound(mechanisms::RenyiDp{2, 0.2}).starts_with("the Renyi divergence of order 2 is at least "));
}

TEST_CASE("the claim's own currency comes first, and a claim that was not read is left out", "[results][suite]") {
  auto outcome = tests::outcome_of("x", Verdict::failed, 3);
  outcome.record = tests::refutation(mechanisms::GaussianDp{0.5});
  auto const block = results::block_of(outcome);
  auto const bounds = block.substr(block.find("  certified   mu at least "));
  CHECK(holds(bounds.substr(0, bounds.find('\n')), "; epsilon at least "));
  outcome = tests::outcome_of("x", Verdict::error, 3);
  outcome.claim = "", outcome.problem = "it ended";
  CHECK(results::sentence(outcome) == "not tested: it ended");
  CHECK_FALSE(holds(results::block_of(outcome), "\n  claim "));
}

TEST_CASE("a claim of accuracy has a finding in place of a record", "[results][suite]") {
  auto outcome = tests::outcome_of("visits", Verdict::failed, 3);
  outcome.claim = "rmse = 1.5";
  outcome.finding = "rmse at least 1.9";
  CHECK(results::sentence(outcome) == "rmse = 1.5 is refuted: rmse at least 1.9");
  auto const block = results::block_of(outcome);
  CHECK(holds(block, "  certified  rmse at least 1.9\n"));
  CHECK(holds(block, "  trials     18,364, at level 2.5e-07: a sound mechanism fails"));
  outcome.verdict = Verdict::passed;
  CHECK(results::line_of(outcome, 8).ends_with("rmse at least 1.9\n"));
}
