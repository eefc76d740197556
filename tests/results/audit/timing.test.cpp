#include "results/audit/audit.hpp"
#include "results/audit/record.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::results;

namespace {

Question timed(std::string const& mechanism, mechanisms::ParameterValues const& values, std::uint64_t budget) {
  Question question{.mechanism = mechanism, .values = values};
  question.options.level = 1e-9;
  question.options.budget = budget;
  question.options.timing = true;
  question.options.execution.threads = 1;
  return question;
}

}  // namespace

// The two controls, twins at level 1e-9 and one claim: a discrete Gaussian of standard deviation 5 whose sampler walks
// |noise| steps, and the same law by one look into a table.
TEST_CASE("a sampler that walks to its noise is refuted by its time, one that looks it up is spared",
          "[results][statistical]") {
  auto const walks = check(timed("broken/timing-discrete-gaussian", {}, 400'000)),
             looks_up = check(timed("discrete-gaussian", {{"sigma", 5}}, 100'000));
  CHECK(walks.refuted());
  CHECK_FALSE(looks_up.refuted());
  CHECK_FALSE(unexpected(walks));
  CHECK_FALSE(audit(timed("discrete-gaussian", {{"sigma", 5}}, 100'000)).refuted());
}

TEST_CASE("a timed record says so, and is not played again", "[results]") {
  auto const record = audit(timed("randomised-response", {}, 2'000));
  CHECK(record.timing);
  CHECK_FALSE(record.measurement.epsilon_exact.has_value());
  auto const text = to_json(record);
  CHECK(text.find("\"timing\": true") != std::string::npos);
  auto const read = record_from_json(text);
  CHECK(read.timing);
  CHECK(to_json(read) == text);
  CHECK_THROWS_WITH(replay(record, {}), Catch::Contains("timing: durations do not happen twice"));
  auto plain = record;
  plain.timing = false;
  CHECK(digest(plain) != digest(record));
  CHECK(to_json(plain).find("timing") == std::string::npos);
  auto question = timed("sparse-vector-1", {}, 2'000);
  question.search_pairs = true;
  CHECK_THROWS_WITH(audit(question), Catch::Contains("timing: "));
}
