#include "results/suite/rule.hpp"

#include <set>

#include "tests/results/suite/sample_run.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using results::rule_of;
using results::Verdict;

TEST_CASE("every kind of claim has a number, and keeps it", "[results][suite]") {
  auto const id = [](mechanisms::Guarantee const& claim) {
    auto outcome = tests::outcome_of("x", Verdict::failed, 1);
    outcome.record = tests::refutation(claim);
    CHECK(outcome.record->refuted());
    return std::string{rule_of(outcome).id};
  };
  CHECK(id(mechanisms::PureDp{1}) == "WARNER001");
  CHECK(id(mechanisms::ApproximateDp{1, 1e-3}) == "WARNER002");
  CHECK(id(mechanisms::GaussianDp{0.5}) == "WARNER003");
  CHECK(id(mechanisms::ZeroConcentratedDp{0.1}) == "WARNER004");
  CHECK(id(mechanisms::RenyiDp{2, 0.2}) == "WARNER005");
  CHECK(id(mechanisms::TradeoffDp{{{1, 0}, {0.5, 0.1}}, "two statements"}) == "WARNER006");
}

TEST_CASE("what is no refuted claim of privacy has numbers of its own", "[results][suite]") {
  auto const run = tests::sample_run();
  CHECK(rule_of(run.outcomes[3]).id == "WARNER020");
  CHECK(rule_of(run.outcomes[5]).id == "WARNER009");
  auto outcome = run.outcomes[1];
  outcome.record->claimed_with_others = true;
  CHECK(rule_of(outcome).id == "WARNER007");
  outcome.record->measurement.strategy.score = verify::Bins{{verify::Feature::Kind::lowest_bit, 0}, {-51}, {1, -1}};
  CHECK(rule_of(outcome).id == "WARNER010");
  outcome.record.reset();
  CHECK(rule_of(outcome).id == "WARNER008");
}

TEST_CASE("rules differ, and are whole", "[results][suite]") {
  std::set<std::string_view> ids, names;
  for (auto const& rule : results::rules()) {
    ids.insert(rule.id), names.insert(rule.name);
    CHECK(rule.id.starts_with("WARNER"));
    CHECK(rule.summary.ends_with('.'));
    CHECK(rule.help.ends_with('.'));
  }
  CHECK(ids.size() == results::rules().size());
  CHECK(names.size() == results::rules().size());
}
