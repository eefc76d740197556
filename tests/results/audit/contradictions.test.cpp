#include "results/audit/contradictions.hpp"

#include "mechanisms/contract/tradeoff_dp.hpp"
#include "results/audit/audit.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::results;

namespace {

Question question(std::string const& mechanism, std::uint64_t budget) {
  Question asked{.mechanism = mechanism};
  asked.options.budget = budget;
  return asked;
}

std::vector<std::string> found_in(std::string const& text) {
  auto const record = record_from_json(text);
  return contradictions(text, replay(record, {}).follows);
}

std::string edited(std::string text, std::string const& from, std::string const& to) {
  auto const at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("everything in a record follows from its question, its strategies and its trials", "[results]") {
  for (auto const& name : {"laplace", "gaussian-analytic", "broken/rare-leak", "sparse-vector-1",
                           "sparse-vector-monotone", "ignores-data", "k-ary-randomised-response", "zcdp-gaussian"}) {
    auto const& entries = mechanisms::registry();
    if (std::ranges::none_of(entries, [&](auto const& entry) { return entry.name == name; })) continue;
    CAPTURE(name);
    CHECK(found_in(to_json(audit(question(name, 50'000)))).empty());
    CHECK(found_in(to_json(check(question(name, 5'000)))).empty());
  }
  auto asked = question("gaussian", 5'000);
  asked.claim = mechanisms::GaussianDp{0.5};
  CHECK(found_in(to_json(check(asked))).empty());
  asked.delta = 1e-3;
  CHECK(found_in(to_json(audit(asked))).empty());
  asked = question("laplace", 20'000);
  asked.claim = mechanisms::all_at_once({{1, 0}, {0, 0.2}}, "both");
  CHECK(found_in(to_json(check(asked))).empty());
  asked.claim = mechanisms::PureDp{0.3};
  CHECK(found_in(to_json(audit(asked))).empty());
}

TEST_CASE("an edited field is named, with what follows in its place", "[results]") {
  auto const text = to_json(audit(question("laplace", 50'000)));
  auto const alone = [&](std::string const& from, std::string const& to) {
    auto const found = found_in(edited(text, from, to));
    CAPTURE(from, found);
    REQUIRE(found.size() == 1);
    return found.front();
  };
  CHECK(alone(R"("guarantee": "epsilon = 1")", R"("guarantee": "epsilon = 0.5")") ==
        R"(guarantee: recorded "epsilon = 0.5", follows "epsilon = 1")");
  CHECK(alone(R"("epsilon_exact": 1.0)", R"("epsilon_exact": 1.5)") == "epsilon_exact: recorded 1.5, follows 1.0");
  CHECK(alone(R"("replicates": [0,)", R"("replicates": [1,)") == "replicates[0]: recorded 1, follows 0");
  CHECK(alone(R"("flaw": null)", R"("flaw": "none")") == R"(flaw: recorded "none", follows null)");
  CHECK(alone(R"("stopping": "fixed")", R"("stopping": "anytime")") ==
        R"(stopping: recorded "anytime", follows "fixed")");
  CHECK(alone(R"("white_box": false)", R"("white_box": false, "certified": true)") ==
        "certified: recorded true, follows nothing");
  CHECK(found_in(edited(text, R"("level": 0.05)", R"("level": 0.9)")).size() > 3);
  auto const checked = to_json(check(question("broken/laplace-half-scale", 5'000)));
  CHECK(found_in(edited(checked, R"("ended":"refuted")", R"("ended":"budget spent")")).size() == 1);
  CHECK(!found_in(edited(checked, R"("log_wealth":)", R"("log_wealth":1)")).empty());
  CHECK_THROWS_WITH(record_from_json(edited(text, R"("seed":)", R"("level": 0.01, "seed":)")),
                    Catch::Contains("'level' is given twice"));
  CHECK_THROWS_AS(record_from_json(edited(text, R"("seed":)", R"("seed": 1e83648, "seed_":)")), std::invalid_argument);
}

TEST_CASE("a record of a dataset that the mechanism does not take is refused", "[results]") {
  auto const text = to_json(audit(question("laplace", 50'000)));
  CHECK_THROWS_WITH(found_in(edited(text, R"("d_prime":[1.0])", R"("d_prime":[])")),
                    Catch::Contains("0 values where this mechanism takes 1"));
  CHECK_THROWS_WITH(found_in(edited(text, R"("d":[0.0])", R"("d":["nan"])")),
                    Catch::Contains("nan is not a finite number"));
  auto const signed_zero = found_in(edited(text, R"("d":[0.0])", R"("d":[-0.0])"));
  CHECK(signed_zero.empty());  // -0 is 0
}
