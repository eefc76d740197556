#include "mechanisms/external/requests.hpp"

#include <cmath>
#include <limits>

#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using namespace warner::mechanisms::external;

TEST_CASE("a request says what was written, and both arms are equally long", "[mechanisms][external]") {
  Requests const requests{{"[1.0]", "[2,  -0.0]"}};
  CHECK(requests(0, 3, 7) == "{\"dataset\": [1.0], \"trials\": 3, \"seed\": 7}     \n");
  CHECK(requests(1, 3, 7) == "{\"dataset\": [2,  -0.0], \"trials\": 3, \"seed\": 7}\n");
}

TEST_CASE("datasets that are handed over once are named by number, equally long", "[mechanisms][external]") {
  Requests const requests{{"[1]", "[2, 3]"}};
  CHECK(requests.prepare(0) == "{\"prepare\": 0, \"data\": [1]}\n");
  CHECK(requests.prepare(1) == "{\"prepare\": 1, \"data\": [2, 3]}\n");
  CHECK(requests.of_prepared(0, 1, 2) == "{\"prepared\": 0, \"trials\": 1, \"seed\": 2}\n");
  CHECK(requests.of_prepared(1, 1, 2) == "{\"prepared\": 1, \"trials\": 1, \"seed\": 2}\n");
  Requests const many{std::vector<std::string>(12, "0")};
  CHECK(many.of_prepared(3, 1, 2) == "{\"prepared\":  3, \"trials\": 1, \"seed\": 2}\n");
  CHECK(many.of_prepared(11, 1, 2).size() == many.of_prepared(3, 1, 2).size());
  CHECK(many(11, 1, 2) == "{\"dataset\": 0, \"trials\": 1, \"seed\": 2}\n");
}

TEST_CASE("numbers are written so that they can be read back", "[mechanisms][external]") {
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  auto const [d, d_prime] =
      written({{0, -0.0, 0.1, 1e22}, {infinity, -infinity, std::nan("")}, Relation::substitute, ""});
  CHECK(d == "[0, -0.0, 0.1, 1e+22]");
  CHECK(d_prime == "[\"inf\", \"-inf\", \"nan\"]");
}
