#include "results/audit/lines.hpp"

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
        "events rarer than 3e-06 pass unseen; commoner ones may have been overlooked");
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
