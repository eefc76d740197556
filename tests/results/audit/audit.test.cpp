#include "results/audit/audit.hpp"

#include <atomic>
#include <cmath>
#include <stdexcept>

#include "mechanisms/contract/tradeoff_dp.hpp"
#include "results/audit/contradictions.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::results;

namespace {

Question question(std::string const& mechanism, double budget, double level) {
  Question asked{.mechanism = mechanism};
  asked.options.budget = static_cast<std::uint64_t>(budget);
  asked.options.level = level;
  return asked;
}

}  // namespace

// Over the whole catalogue and every pair of it, at level 1e-9 a bound: none is above the exact epsilon of its pair
// (some hundreds of bounds, so a false alarm has probability below 1e-6 under any seed). The broken ones are refuted on
// their default pair.
TEST_CASE("no certified bound is above the truth, the sound are spared and the broken refuted",
          "[results][statistical]") {
  for (auto const& entry : mechanisms::registry()) {
    auto const pairs = mechanisms::make(entry, {}).pairs;
    for (auto const& pair : pairs) {
      CAPTURE(entry.name, pair.label);
      auto asked = question(entry.name, 1e6, 1e-9);
      asked.pair = pair;
      auto const record = audit(asked);
      auto const& measured = record.measurement;
      if (measured.epsilon_exact) CHECK(measured.epsilon_lower_bound <= *measured.epsilon_exact);
      if (!entry.broken()) CHECK_FALSE(record.refuted());
      else if (&pair == &pairs.front() && entry.out_of_reach.empty()) CHECK(record.refuted());
      CHECK_FALSE((&pair == &pairs.front() && unexpected(record)));
    }
  }
}

// What an oracle certifies at this budget is within a per cent or two of the truth for these; so must we be. Level
// 0.05.
TEST_CASE("bounds of simple mechanisms come close to the truth", "[results][statistical]") {
  struct Case {
    char const* mechanism;
    double at_least;  // of the exact epsilon
  };
  for (auto const& [mechanism, at_least] :
       {Case{"laplace", 0.985}, Case{"discrete-laplace", 0.985}, Case{"randomised-response", 0.985},
        Case{"randomised-response-asymmetric", 0.98}, Case{"k-ary-randomised-response", 0.97}, Case{"poll", 0.90},
        Case{"laplace-vector", 0.96}}) {
    CAPTURE(mechanism);
    auto const measured = audit(question(mechanism, 4e6, 0.05)).measurement;
    CHECK(measured.epsilon_lower_bound > at_least * *measured.epsilon_exact);
  }
}

TEST_CASE("the question's claim, delta and pair decide what is tested", "[results]") {
  auto asked = question("gaussian-analytic", 1e5, 0.05);
  CHECK(audit(asked).claim.delta == 1e-5);
  asked.delta = 1e-3;
  CHECK(audit(asked).claim.delta == 1e-3);
  asked.delta = 1e-7;  // the mechanism says nothing there
  CHECK_THROWS_AS(audit(asked), std::invalid_argument);
  asked.claim = mechanisms::GaussianDp{0.3};
  CHECK(audit(asked).claim.epsilon > 1);
  asked = question("laplace", 1e5, 0.05);
  asked.claim = mechanisms::PureDp{0.5};
  CHECK(audit(asked).refuted());
  asked.pair = mechanisms::Pair{{0}, {0.4}, mechanisms::Relation::substitute, {}};
  CHECK_FALSE(audit(asked).refuted());
  asked.pair = mechanisms::Pair{{0, 1}, {0, 2}, mechanisms::Relation::substitute, {}};
  CHECK_THROWS_AS(audit(asked), std::invalid_argument);
  asked.claim = mechanisms::PureDp{-1};
  CHECK_THROWS_AS(audit(asked), std::invalid_argument);
}

TEST_CASE("a record replays to its tally", "[results]") {
  for (auto const& entry : mechanisms::registry()) {
    CAPTURE(entry.name);
    auto const record = audit(question(entry.name, 1e5, 0.05));
    CHECK(replay(record, {}).same());
    CHECK(replay(record_from_json(to_json(record)), {3, nullptr, nullptr}).same());
  }
}

TEST_CASE("fresh releases are played with a strategy that speaks, however silent a check ended", "[results]") {
  auto asked = question("randomised-response", 2e5, 0.05);
  asked.options.seed = 3;
  auto const record = check(asked);
  REQUIRE(record.sequential->check.rounds.back().strategy.directions() == 0);
  CHECK(record.measurement.epsilon_estimate > record.measurement.epsilon_lower_bound);
  CHECK(play_fresh(record, {.trials = 0, .level = 0.05, .seed = 4}, {}).measurement.epsilon_lower_bound > 1);
}

TEST_CASE("fresh releases are none that the strategy has seen, however long ago", "[results]") {
  auto asked = question("laplace", 2e4, 0.05);
  asked.options.seed = 3;
  auto const found = audit(asked);
  Fresh const fresh{.trials = 4096, .level = 0.05, .seed = 4};
  auto const again = record_from_json(to_json(play_fresh(found, fresh, {})));
  CHECK(again.earlier_seeds == std::vector<std::uint64_t>{3});
  for (std::uint64_t const seen : {3, 4}) {
    CHECK_THROWS_WITH(play_fresh(again, {.trials = 4096, .level = 0.05, .seed = seen}, {}),
                      Catch::Contains("fresh releases need another"));
    CHECK_THROWS_AS(play_part(again, seen, {0, 4096}, {}), std::invalid_argument);
  }
  auto const part = play_part(again, 5, {0, 4096}, {});
  CHECK_THROWS_AS(conclude_parts(again, part, {.trials = 4096, .level = 0.05, .seed = 3}), std::invalid_argument);
  CHECK(conclude_parts(again, part, {.trials = 4096, .level = 0.05, .seed = 5}).earlier_seeds.size() == 2);
  CHECK(unseen_seed(found) == 4);
  auto const before = play_fresh(found, {.trials = 4096, .level = 0.05, .seed = 2}, {});
  CHECK(unseen_seed(before) == 4);  // 3 found the strategy
}

TEST_CASE("a record says what was asked of its search, and its digest tells it", "[results]") {
  auto asked = question("laplace", 2e4, 0.05);
  auto const plain = audit(asked);
  CHECK(to_json(plain).find("\"search_budget\"") == std::string::npos);
  auto const differs = [&](auto change) {
    auto other = asked;
    change(other);
    auto const text = to_json(audit(other));
    CHECK(to_json(record_from_json(text)) == text);
    return digest(record_from_json(text)) != digest(plain);
  };
  CHECK(differs([](Question& q) { q.options.search = verify::most_search_trials(q.options.budget); }));
  CHECK(differs([](Question& q) { q.options.low_bits = true; }));
  CHECK(differs([](Question& q) { q.search_pairs = true; }));
}

TEST_CASE("the layers of a check of mu stand in its record, and come back", "[results]") {
  Question question{.mechanism = "gaussian", .values = {{"sigma", 1}}, .claim = mechanisms::GaussianDp{0.5}};
  question.options.budget = 5'000;
  auto const record = check(question);
  CHECK(record.refuted());
  CHECK_FALSE(record.sequential->check.rounds.back().nested.laid.bets.empty());
  auto const text = to_json(record);
  CHECK(text.find("\"layers\":{\"feature\"") != std::string::npos);
  auto const read = record_from_json(text);
  CHECK(to_json(read) == text);
  CHECK(read.sequential->check.rounds.back().nested.tally == record.sequential->check.rounds.back().nested.tally);
  CHECK(replay(record, {}).same());
}

TEST_CASE("the statements of a claimed trade-off function stand in the record, and come back", "[results]") {
  auto asked = question("laplace", 2e4, 1e-9);
  asked.claim = mechanisms::all_at_once({{1, 0}, {0, 0.2}}, "both");
  auto const record = check(asked);
  CHECK(record.refuted());
  CHECK(record.guarantee == "both");
  CHECK(record.claim.delta == 0.2);
  CHECK(record.divergences->total_variation <= 0.3935);
  auto const text = to_json(record);
  auto const again = record_from_json(text);
  CHECK(again.refuted());
  CHECK(again.claimed_tradeoff->statements.size() == 2);
  CHECK(to_json(again) == text);
  asked.claim = mechanisms::all_at_once({{1, 0}, {0, 0.4}}, "both");
  CHECK_FALSE(check(asked).refuted());
  CHECK(audit(asked).claim.epsilon == 1);  // a measurement takes one statement: what follows at the smallest delta
  asked.delta = 0.4;
  CHECK(check(asked).claim.epsilon == 0);
  CHECK_FALSE(check(asked).claimed_tradeoff);
}

TEST_CASE("claimed divergences stand in the record, come back, and replay", "[results]") {
  auto asked = question("laplace", 2e4, 1e-3);
  asked.claim = mechanisms::RenyiDp{8, 0.9129};
  asked.also = {mechanisms::ZeroConcentratedDp{0.1}};
  for (auto const& record : {check(asked), audit(asked)}) {
    CHECK(record.refuted());
    CHECK(record.claimed_divergences.rho == 0.1);
    CHECK(record.guarantee == "(alpha, epsilon) = (8, 0.9129) (Renyi DP) and rho = 0.1 (zero-concentrated DP)");
    auto const text = to_json(record);
    auto const again = record_from_json(text);
    CHECK(again.refuted());
    CHECK(again.claimed_divergences == record.claimed_divergences);
    CHECK(to_json(again) == text);
    auto const played = replay(again, {});
    CHECK(played.same());
    CHECK(contradictions(text, played.follows).size() <= 1);  // the words name the claims in another order
  }
  asked.claim = mechanisms::ZeroConcentratedDp{0.1};
  asked.also.clear();
  auto const checked = check(asked), measured = audit(asked);
  for (auto const* record : {&checked, &measured}) {
    REQUIRE(record->rho_lower_bound);
    CHECK(*record->rho_lower_bound > 0.1);
    CHECK(*record->rho_lower_bound < 0.32);  // (tanh(1/2) / 2, what two guesses have, is 0.23; all of it, 0.32)
    CHECK(contradictions(to_json(*record), replay(*record, {}).follows).empty());
    auto other = *record;
    other.claimed_tradeoff->statements.front().delta *= 0.99;
    CHECK_FALSE(contradictions(to_json(other), replay(other, {}).follows).empty());
  }
  asked.claim = mechanisms::ZeroConcentratedDp{0.5};
  CHECK_FALSE(check(asked).refuted());
  CHECK_FALSE(audit(asked).refuted());
  asked.delta = 1e-3;  // a check at a delta tests what follows there
  CHECK_FALSE(check(asked).claimed_tradeoff);
  CHECK(check(asked).claim.delta == 1e-3);
  CHECK(audit(asked).claim.delta == 1e-3);
  CHECK(audit(asked).rho_lower_bound);
}

TEST_CASE("the strategy of a check of mu is played on fresh releases against the mu's line at epsilon = 0",
          "[results]") {
  auto asked = question("gaussian", 1e5, 1e-3);
  asked.claim = mechanisms::GaussianDp{0.2};
  auto record = check(asked);
  REQUIRE(record.claimed_mu);
  REQUIRE(record.refuted());
  record.provenance.cpu = "another machine";
  record.seconds = 1e6;
  auto const fresh = play_fresh(record, {.trials = 100'000, .level = 1e-3, .seed = 77}, {});
  CHECK(fresh.refuted());
  CHECK(fresh.provenance.cpu == provenance().cpu);
  CHECK(fresh.seconds < 1e5);
  CHECK(record_from_json(to_json(fresh)).refuted());
  asked.claim = mechanisms::GaussianDp{1};  // the mechanism's own
  CHECK_FALSE(play_fresh(check(asked), {.trials = 100'000, .level = 1e-3, .seed = 77}, {}).refuted());
}

TEST_CASE("the blind spot is that of the rule that decides", "[results]") {
  auto asked = question("broken/rare-leak", 1e5, 0.05);
  asked.values = {{"tau", 0.05}};
  asked.claim = mechanisms::ZeroConcentratedDp{1};
  auto const record = audit(asked);
  CHECK(record.refuted());
  CHECK(record.blind_spot < 0.05);
  CHECK_FALSE(record.detectable_epsilon);
  CHECK(to_json(record).find("\"detectable_epsilon\": null") != std::string::npos);
  CHECK_FALSE(record_from_json(to_json(record)).detectable_epsilon);
  asked.claim = mechanisms::PureDp{1};
  auto const alone = audit(asked);
  asked.also = {mechanisms::ZeroConcentratedDp{1}};
  CHECK(audit(asked).blind_spot > alone.blind_spot);  // the level is shared, and the bound on guesses another
  CHECK(alone.detectable_epsilon);
}

TEST_CASE("a width is of the bound on a claimed epsilon", "[results]") {
  auto asked = question("gaussian", 1e4, 0.05);
  asked.options.until = verify::WidthGoal{0.1, 10'000};
  for (auto const& claim :
       {mechanisms::Guarantee{mechanisms::GaussianDp{0.5}}, mechanisms::Guarantee{mechanisms::ZeroConcentratedDp{0.1}},
        mechanisms::Guarantee{mechanisms::RenyiDp{2, 0.1}}}) {
    asked.claim = claim;
    CHECK_THROWS_WITH(check(asked), Catch::Contains("--until-width: is of the bound on epsilon"));
  }
  asked.claim = mechanisms::GaussianDp{0.5};
  asked.delta = 1e-3;
  CHECK_NOTHROW(check(asked));
}

TEST_CASE("a claim of another kind that exact values contradict is no surprise where it is refuted", "[results]") {
  auto asked = question("laplace", 1e5, 1e-3);
  asked.claim = mechanisms::PureDp{2};
  asked.also = {mechanisms::GaussianDp{0.1}};
  auto const record = audit(asked);
  REQUIRE(record.refuted());
  CHECK_FALSE(unexpected(record));
  asked.also.clear();
  asked.claim = mechanisms::ZeroConcentratedDp{0.1};
  REQUIRE(audit(asked).refuted());
  CHECK_FALSE(unexpected(audit(asked)));
  auto by_mistake = record;
  by_mistake.claimed_tradeoff->statements = {{2, 0}};
  CHECK(unexpected(by_mistake));
}

TEST_CASE("a budget is not planned from pilots that were interrupted", "[results]") {
  std::atomic<bool> interrupted = true;
  auto asked = question("laplace", 1e6, 0.05);
  asked.seconds = 60;
  asked.options.execution.interrupted = &interrupted;
  CHECK_THROWS_AS(check(asked), sim::Interrupted);
  CHECK_THROWS_AS(audit(asked), sim::Interrupted);
}

TEST_CASE("choosing a pair is paid from the budget, also where a width is asked for", "[results]") {
  auto asked = question("laplace", 40'000, 0.05);
  asked.search_pairs = true;
  asked.options.until = verify::WidthGoal{1e-3, 40'000};
  auto const checked = check(asked);
  CHECK(checked.pair_sought);
  CHECK(checked.measurement.search_trials > 0);
  CHECK(checked.measurement.search_trials + checked.sequential->check.trials() <= 40'000);
}
