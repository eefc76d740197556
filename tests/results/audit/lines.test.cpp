#include "results/audit/lines.hpp"

#include <limits>

#include "mechanisms/contract/tradeoff_dp.hpp"
#include "results/audit/words.hpp"
#include "tests/results/sample_record.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using tests::sample_record;

TEST_CASE("a record is told in labelled lines, in the order that people read", "[results]") {
  auto const record = sample_record();
  CHECK(results::title(record) == "laplace  (epsilon = 1, sensitivity = 1)");
  std::vector<std::string> labels;
  for (auto const& [label, text] : results::lines(record)) labels.push_back(label);
  CHECK(labels == std::vector<std::string>{"neighbours", "claim", "decision", "epsilon", "", "says D when",
                                           "says D' when", "tally", "detectable", "blind spot", "seed"});
  auto const said = results::lines(record);
  CHECK(results::text_of(said, "neighbours") == "D = [0], D' = [1] (substitute)");
  CHECK(results::text_of(said, "decision") == "not refuted at level 0.05");
  CHECK(results::text_of(said, "epsilon") == "at least 0.9, certified with 95 % confidence");
  CHECK(results::text_of(said, "blind spot") ==
        "events rarer than 3e-06 may pass unseen; commoner ones may have been overlooked");
}

TEST_CASE("certified bounds are rounded down in every line", "[results]") {
  auto record = sample_record();
  record.measurement.epsilon_lower_bound = 0.99999996;
  CHECK(results::text_of(results::lines(record), "epsilon").starts_with("at least 0.999999,"));
  CHECK(results::bound_in_words(record) == "epsilon is at least 0.999999");
  record.rho_lower_bound = 0.50000051;
  CHECK(results::text_of(results::lines(record), "rho").starts_with("at least 0.5,"));
  record.renyi_lower_bounds = {{2, 1.0000051}};
  CHECK(results::text_of(results::lines(record), "Renyi of order 2").starts_with("at least 1,"));
}

TEST_CASE("an epsilon is detectable where one is claimed, and it is said why none is", "[results]") {
  auto record = sample_record();
  auto const said = [&] { return results::text_of(results::lines(record), "detectable"); };
  CHECK(said() == "an epsilon of 1.2 on this event would have been refuted with probability 0.99");
  record.detectable_epsilon = std::numeric_limits<double>::infinity();
  CHECK(said().ends_with("with probability 0.99: too few guesses"));
  record.claim.delta = 1e-5;
  CHECK(said().ends_with("too few guesses beside those that delta allows"));
  record.measurement.tally = {0, 0, 10'000'000};
  CHECK(said() == "nothing, for no event looked worth a guess");
  record.claimed_mu = 0.5;
  CHECK(said().empty());
  record.claimed_mu.reset();
  record.claimed_tradeoff = mechanisms::all_at_once({{1, 0}, {0, 0.2}}, "both");
  CHECK(said().empty());
}

TEST_CASE("a line that a record does not have is empty", "[results]") {
  CHECK(results::text_of(results::lines(sample_record()), "broken on purpose").empty());
  CHECK(results::text_of(results::lines(sample_record("x", "half the noise")), "broken on purpose") ==
        "half the noise");
  CHECK(results::text_of({}, "claim").empty());
}

TEST_CASE("a confidence has as many digits as tell the level", "[results]") {
  CHECK(results::confidence(0.05) == "95 %");
  CHECK(results::confidence(1e-9) == "99.9999999 %");
  CHECK(results::confidence(1e-20) == "100 % less 1e-18 %");
}
