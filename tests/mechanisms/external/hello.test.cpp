#include "mechanisms/external/hello.hpp"

#include <string>

#include "mechanisms/external/process/program_failed.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms::external;
using Catch::Contains;

TEST_CASE("a hello says what it says, and nothing is asked of it", "[mechanisms][external]") {
  CHECK(hello_from(R"({"warner": 2})") == Hello{});
  auto const said = hello_from(
      R"({"warner": 2, "name": "n", "version": "1", "claim": {"epsilon": 1, "delta": 1e-5}, "relation": "substitute",)"
      R"( "seeded": false, "prepares": true, "binary": true, "columns": ["a", "b"], "column_by_column": true})");
  CHECK(said->name == "n");
  CHECK(said->claim.at("delta") == "1e-05");
  CHECK(said->relation == "substitute");
  CHECK_FALSE(said->seeded);
  CHECK(said->prepares);
  CHECK(said->numbers == 2);
  CHECK(said->column_by_column);
  CHECK(hello_from(R"({"warner":2,"binary":3})")->numbers == 3);
  CHECK_FALSE(hello_from("1,2"));
  CHECK_FALSE(hello_from(""));
}

TEST_CASE("what is no hello of this version is refused", "[mechanisms][external]") {
  for (auto const& [line, word] : std::vector<std::pair<std::string, std::string>>{
           {R"({"warner": 3})", "version 3"},
           {R"({"warner": 2)", "not JSON"},
           {R"({"warner": 2, "name": 1})", "name is not a text"},
           {R"({"warner": 2, "seeded": "yes"})", "seeded is neither"},
           {R"({"warner": 2, "claim": 1})", "claim is no object"},
           {R"({"warner": 2, "claim": {"epsilon": []}})", "claim.epsilon"},
           {R"({"warner": 2, "relation": "swap"})", "'swap'"},
           {R"({"warner": 2, "binary": -1})", "binary"},
           {R"({"warner": 2, "binary": 1e9})", "binary"},
           {R"({"warner": 2, "binary": true})", "binary"},
           {R"({"warner": 2, "columns": [1]})", "columns"},
           {R"({"warner": 2, "binary": 3, "columns": ["a"]})", "1 columns"}})
    CHECK_THROWS_WITH(hello_from(line), Contains(word));
}

TEST_CASE("a hello that is nested without end is refused before anything descends into it", "[mechanisms][external]") {
  std::string const deep(400'000, '[');
  for (auto const& line : {R"({"warner": )" + deep, R"({"warner": )" + deep + std::string(400'000, ']') + "}"})
    CHECK_THROWS_WITH(hello_from(line), Contains("more than 1000 deep"));
  CHECK_THROWS_WITH(hello_from(R"({"warner": ")" + std::string(2'000, 'x') + R"("})"),
                    !Contains(std::string(1'000, 'x')));
}

TEST_CASE("no release begins as a hello", "[mechanisms][external]") {
  CHECK(may_be_hello("{\"war"));
  CHECK(may_be_hello("{\"warner\": 2, \"na"));
  for (auto const* release : {"1", "yes", "[1, 2]", "{\"value\": 1}"}) CHECK_FALSE(may_be_hello(release));
}
