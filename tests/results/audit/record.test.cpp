#include "results/audit/record.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "results/audit/strategy_fields.hpp"
#include "tests/results/sample_record.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace warner;
using results::digest;
using results::Record;
using results::record_from_json;
using results::to_json;
using tests::sample_record;

constexpr auto infinity = std::numeric_limits<double>::infinity();

/// The text with `from` replaced once; the test is wrong when it is not there.
std::string edited(std::string text, std::string const& from, std::string const& to) {
  auto const at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a record reads back as it was written, with every kind of score", "[results]") {
  verify::Bins const bins{{verify::Feature::Kind::coordinate, 7}, {-1e300, 1.0 / 3}, {1e300, 0.1, -5e-324}};
  verify::Bins const combined{{verify::Feature::Kind::combination, 0, 0, {1, 0, -1.0 / 3}}, {0.5}, {1, -1}},
      scaled{{verify::Feature::Kind::log_combination, 0, 0, {1, -0.5}}, {0.5}, {1, -1}},
      multiplied{{verify::Feature::Kind::product, 2, 5, {0.1, -7}}, {0.5}, {1, -1}},
      turned{{verify::Feature::Kind::angle, 2, 5, {}}, {0.5}, {1, -1}},
      sorted{{verify::Feature::Kind::labelled, 1, 0, {5, 4, 2}}, {verify::no_such_row / 2, 0.5}, {0, 1, -1}},
      again_and_again{{verify::Feature::Kind::repeated, 0, 0, {17.25, 18.25}}, {18}, {1, -1}},
      last_digits{{verify::Feature::Kind::remainder, 3, 0, {100}}, {37}, {1, -1}},
      third_bit{{verify::Feature::Kind::remainder, 3, 0, {8, 4}}, {0.5}, {1, -1}},
      check_digit{{verify::Feature::Kind::remainder_of_sum, 0, 0, {11, 1, 0, 3}}, {0.5}, {1, -1}},
      curved{{verify::Feature::Kind::quadratic, 0, 0, {1, 0, 0.5, -2, 3, 0.1, 1e-9}}, {37}, {1, -1}};
  verify::Trees const stump{{{verify::Feature::Kind::coordinate, 1}}, {{{{0, 0.1}}, {-1, 1.0 / 3}}}};
  std::vector<verify::Score> const scores{bins,
                                          stump,
                                          combined,
                                          scaled,
                                          multiplied,
                                          turned,
                                          sorted,
                                          again_and_again,
                                          last_digits,
                                          third_bit,
                                          check_digit,
                                          curved,
                                          verify::Atoms{2, {0, 1, infinity, -0.0, 3, 4}, {1, 2, 3}},
                                          verify::Atoms{3, {}, {}},
                                          verify::Additive{{bins, bins}},
                                          verify::SumOverRows{{4, 3, 3, 1}, verify::Atoms{3, {0, 1, infinity}, {1}}},
                                          verify::SumOverRows{{6, 2, 1, 6}, stump},
                                          verify::Likelihood{}};
  for (auto const& score : scores) {
    auto record = sample_record();
    record.measurement.strategy = {score, infinity, -0.25};
    auto const text = to_json(record);
    auto const again = record_from_json(text);
    CHECK(to_json(again) == text);
    CHECK(again.measurement.strategy.score.index() == score.index());
    if (auto const* written = std::get_if<verify::Bins>(&score))
      CHECK(std::get<verify::Bins>(again.measurement.strategy.score).feature == written->feature);
    CHECK(again.measurement.strategy.say_d_from == infinity);
    CHECK(again.white_box() == std::holds_alternative<verify::Likelihood>(score));
  }
}

TEST_CASE("a score of rows that no release has is refused", "[results]") {
  auto record = sample_record();
  verify::Trees const stump{{{verify::Feature::Kind::coordinate, 1}}, {{{{0, 0.1}}, {-1, 1}}}};
  record.measurement.strategy = {verify::SumOverRows{{6, 2, 1, 6}, stump}, infinity, -0.25};
  auto const text = to_json(record);
  for (auto const& [from, to] : {std::pair{"\"rows\":6", "\"rows\":0"},
                                 {"\"rows\":6", "\"rows\":1e9"},
                                 {"\"length\":2", "\"length\":1"},  // the tree reads the second number
                                 {"\"apart\":1", "\"apart\":0"},
                                 {"\"step\":6", "\"step\":-1"},
                                 {"\"kind\":\"trees\"", "\"kind\":\"bins\""}}) {
    INFO(to);
    CHECK_THROWS_AS(record_from_json(edited(text, from, to)), std::invalid_argument);
  }
}

TEST_CASE("bins of more edges than are read are refused", "[results]") {
  auto record = sample_record();
  verify::Bins bins{{verify::Feature::Kind::coordinate, 0}, std::vector<double>(40'000), std::vector<double>(40'001)};
  std::iota(bins.edges.begin(), bins.edges.end(), 0.0);
  record.measurement.strategy = {bins, infinity, -0.25};
  CHECK_THROWS_WITH(record_from_json(to_json(record)),
                    Catch::Contains("strategy.score.edges: are 40000, and at most 32767 are read"));
}

TEST_CASE("a record keeps what JSON has no number for, and every bit of a double", "[results]") {
  auto record = sample_record();
  record.measurement.epsilon_estimate = infinity;
  record.measurement.epsilon_exact = infinity;
  record.pair.d = {-infinity, 0.1, std::numeric_limits<double>::quiet_NaN(), 5e-324, -0.0};
  record.seed = std::numeric_limits<std::uint64_t>::max();
  auto const text = to_json(record);
  CHECK(text.find("\"epsilon_estimate\": \"inf\"") != std::string::npos);
  auto const again = record_from_json(text);
  CHECK(again.measurement.epsilon_estimate == infinity);
  CHECK(again.measurement.epsilon_exact == infinity);
  CHECK(again.pair.d[0] == -infinity);
  CHECK(again.pair.d[1] == 0.1);
  CHECK(std::isnan(again.pair.d[2]));
  CHECK(again.pair.d[3] == 5e-324);
  CHECK(std::signbit(again.pair.d[4]));
  CHECK(again.seed == record.seed);

  record.measurement.epsilon_exact.reset();
  record.family = 42;
  auto const open = record_from_json(to_json(record));
  CHECK_FALSE(open.measurement.epsilon_exact);
  CHECK(open.family == 42u);
}

TEST_CASE("a record keeps the odds of a biased coin, and refuses those of none", "[results]") {
  auto record = sample_record();
  CHECK(to_json(record).find("odds") == std::string::npos);  // of the fair coin
  auto const fair = to_json(record);
  CHECK_THROWS_AS(record_from_json(edited(fair, "\"abstained\":5", "\"abstained\":5,\"odds\":7")),
                  std::invalid_argument);  // it speaks in two directions
  record.measurement.strategy.say_d_prime_to = -infinity;
  record.measurement.strategy.coin_odds = record.measurement.tally.coin_odds = 7;
  auto const text = to_json(record);
  auto const again = record_from_json(text);
  CHECK(to_json(again) == text);
  CHECK(again.measurement.tally == record.measurement.tally);
  CHECK(again.measurement.strategy.coin_odds == 7);
  for (auto const* none : {"0", "2", "31"})
    CHECK_THROWS_AS(record_from_json(edited(text, "\"odds\":7", std::string{"\"odds\":"} + none)),
                    std::invalid_argument);
}

TEST_CASE("a record says of how many strategies it has the best", "[results]") {
  auto record = sample_record();
  CHECK(to_json(record).find("strategies") == std::string::npos);
  record.measurement.strategies = 3;
  auto const text = to_json(record);
  CHECK(to_json(record_from_json(text)) == text);
  CHECK(record_from_json(text).measurement.strategies == 3);
  for (auto const* none : {"0", "1", "-2", "2.5"})
    CHECK_THROWS_AS(record_from_json(edited(text, "\"strategies\": 3", std::string{"\"strategies\": "} + none)),
                    std::invalid_argument);
}

TEST_CASE("what a search found comes back from its text, with the coins", "[results]") {
  verify::Strategy const one{verify::Bins{{}, {0}, {1, 0}}, 1, -infinity, 7},
      other{verify::Bins{{}, {0.5}, {1, -1}}, 1, -1};
  verify::FoundPair const found{2, {one, 0.75, 1000, {}, {other, one}}, 50};
  auto const again = results::found_from(results::written(found));
  CHECK(results::written(again) == results::written(found));
  CHECK(again.found.strategy.coin_odds == 7);
  REQUIRE(again.found.together.size() == 2);
  CHECK(again.found.together[0].coin_odds == 1);
  CHECK(again.found.together[1].coin_odds == 7);
}

TEST_CASE("a record keeps the provenance of the program that measured", "[results]") {
  auto record = sample_record();
  record.provenance = {"9.9", "abc", "some compiler", "some cpu", "some isa"};
  CHECK(record_from_json(to_json(record)).provenance == record.provenance);
  CHECK_FALSE(results::provenance().version.empty());
  CHECK_FALSE(results::provenance().commit.empty());
}

TEST_CASE("the digest names the question, not the answer", "[results]") {
  auto const record = sample_record();
  auto const named = digest(record);
  CHECK(named.size() == 16);
  CHECK(named.find_first_not_of("0123456789abcdef") == std::string::npos);

  auto answer = record;
  answer.measurement.tally = {1, 2, 3};
  answer.measurement.epsilon_lower_bound = 7;
  answer.seconds = 8;
  answer.provenance.cpu = "another";
  CHECK(digest(answer) == named);

  auto const changed = [&](auto change) {
    auto other = record;
    change(other);
    return digest(other) != named;
  };
  CHECK(changed([](Record& r) { r.mechanism = "laplacian"; }));
  CHECK(changed([](Record& r) { r.parameters[0].second = 1.0000000000000002; }));
  CHECK(changed([](Record& r) { r.pair.d_prime = {2}; }));
  CHECK(changed([](Record& r) { r.claim.epsilon = 2; }));
  CHECK(changed([](Record& r) { r.measurement.delta = 1e-9; }));
  CHECK(changed([](Record& r) { r.measurement.level = 0.01; }));
  CHECK(changed([](Record& r) { ++r.measurement.search_trials; }));
  CHECK(changed([](Record& r) { r.seed = 2; }));
  CHECK(changed([](Record& r) { r.generator = "philox"; }));
  CHECK(changed([](Record& r) { r.provenance.version += '9'; }));
  CHECK(changed([](Record& r) { r.asked.low_bits = true; }));
  CHECK(changed([](Record& r) { r.asked.white_box = true; }));
  CHECK(changed([](Record& r) { r.asked.search_budget = 10; }));
  CHECK(changed([](Record& r) { r.asked.until_budget = 10; }));
  CHECK(changed([](Record& r) { r.asked.among = "0123456789abcdef"; }));
  CHECK(changed([](Record& r) { r.measurement.until_width = 0.1; }));
  CHECK(changed([](Record& r) { r.pair_sought = true; }));
  CHECK(changed([](Record& r) { r.earlier_seeds = {7}; }));
}

TEST_CASE("the digest of a plain question is the one that it always had", "[results]") {
  auto record = sample_record();
  record.provenance.version = "0.1.0";
  CHECK(digest(record) == "10252eb26e76f0ad");
}

TEST_CASE("what is played on fresh releases is named by mechanism, pair and strategy alone", "[results]") {
  auto const record = sample_record();
  auto const changed = [&](auto change) {
    auto other = record;
    change(other);
    return fingerprint_of_play(other) != fingerprint_of_play(record);
  };
  CHECK(changed([](Record& r) { r.measurement.strategy.say_d_from = 0.75; }));
  CHECK(changed([](Record& r) { r.measurement.strategy.coin_odds = 3; }));
  CHECK(changed([](Record& r) { r.pair.d = {3}; }));
  CHECK(changed([](Record& r) { r.parameters[0].second = 2; }));
  CHECK(changed([](Record& r) { r.mechanism = "laplacian"; }));
  CHECK_FALSE(changed([](Record& r) { r.seed = 2; }));
  CHECK_FALSE(changed([](Record& r) { r.claim.epsilon = 2; }));
}

TEST_CASE("a broken record is refused, and the message says where", "[results]") {
  auto const good = to_json(sample_record());
  auto const refuses = [&](std::string const& from, std::string const& to, std::string const& message) {
    CHECK_THROWS_WITH(record_from_json(edited(good, from, to)), Catch::Contains(message));
  };
  refuses("warner/record/1", "warner/record/2", "'warner/record/2' is unknown (this program reads warner/record/1)");
  refuses("\"seed\"", "\"sead\"", "record: has no 'seed'");
  refuses("\"seed\": 1,", "\"seed\": -1,", "record.seed: is not a whole number");
  refuses("\"right\":70", "\"right\":7.5", "record.tally.right: is not a whole number");
  refuses("\"right\":70", "\"right\":71", "record.tally: adds up to 101 of 100 certifying trials");
  refuses("\"d\":[0.0]", "\"d\":[\"x\"]", "record.pair.d[0]: is not a number");
  refuses("\"relation\":\"substitute\"", "\"relation\":\"cousins\"", "'cousins' is unknown");
  refuses("\"edges\":[0.0,1.0]", "\"edges\":[1.0,1.0]", "strategy.score.edges: do not increase");
  refuses("\"edges\":[0.0,1.0]", "\"edges\":[0.0,\"nan\"]", "strategy.score.edges: do not increase");
  refuses("\"edges\":[0.0,1.0]", "\"edges\":[0.0]", "1 edges need 2 log ratios, not 3");
  refuses("\"log_ratio\":[1.0,", "\"log_ratio\":[\"inf\",", "a log ratio is not finite");
  refuses("\"kind\":\"coordinate\"", "\"kind\":\"difference\"", "feature.column: 0 has none before it");
  refuses("\"kind\":\"bins\"", "\"kind\":\"tea leaves\"", "'tea leaves' is unknown");
  refuses("\"decision\": \"not refuted\"", "\"decision\": \"refuted\"", "contradicts epsilon_lower_bound");
  refuses("\"level\": 0.05", "\"level\": -1", "record.level: -1 is not in (0, 1)");
  refuses("\"blind_spot\": 3e-06", "\"blind_spot\": \"nan\"", "record.blind_spot: nan is not in [0, 1]");
  refuses("\"parameters\": ", "\"more\": " + std::string(100'000, '['), "JSON: is more than 256 values deep");
  CHECK_THROWS_WITH(record_from_json("{"), Catch::Contains("JSON: stops making sense at byte"));
  CHECK_THROWS_WITH(record_from_json("[]"), Catch::Contains("record: is not an object"));
  CHECK_THROWS_AS(record_from_json(""), std::invalid_argument);
}

TEST_CASE("the keys of a record stand in the order of the contract", "[results]") {
  auto const text = to_json(sample_record());
  std::size_t last = 0;
  for (auto const* key : {"schema",
                          "verb",
                          "mechanism",
                          "parameters",
                          "pair",
                          "claim",
                          "delta",
                          "level",
                          "decision",
                          "epsilon_lower_bound",
                          "epsilon_estimate",
                          "epsilon_exact",
                          "tally",
                          "trials",
                          "witness",
                          "detectable_epsilon",
                          "blind_spot",
                          "white_box",
                          "seed",
                          "replicates",
                          "stopping",
                          "seconds",
                          "provenance"}) {
    auto const at = text.find("\n  \"" + std::string{key} + "\": ");
    CAPTURE(key);
    REQUIRE(at != std::string::npos);
    CHECK(at >= last);
    last = at;
  }
}
