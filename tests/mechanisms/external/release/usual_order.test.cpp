#include "mechanisms/external/release/usual_order.hpp"

#include "tests/support/catch.hpp"

using namespace warner::mechanisms::external;

TEST_CASE("things that always come in one order are found to, whatever is missing", "[mechanisms][external]") {
  using Ranks = std::vector<std::size_t>;
  auto const order = usual_order(4, {{3, 1}, {1, 2}, {3, 2}, {2, 0}, {}});
  CHECK(order.always);
  CHECK(order.ranks == Ranks{3, 1, 2, 0});
  CHECK(usual_order(0, {}).always);
  auto const mixed = usual_order(3, {{0, 1, 2}, {0, 2, 1}, {0, 1, 2}});
  CHECK_FALSE(mixed.always);
  CHECK(mixed.ranks == Ranks{0, 1, 2});
}
