#include "results/audit/words.hpp"

#include "tests/support/catch.hpp"

using warner::results::share;

TEST_CASE("A share of trials is said in digits that tell it from all and from none", "[results]") {
  CHECK(share(0) == "none");
  CHECK(share(1) == "all");
  CHECK(share(0.99999) == "nearly all");
  CHECK(share(0.33456) == "0.3346");
  CHECK(share(1e-9) == "1e-09");
}
