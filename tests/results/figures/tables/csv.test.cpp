#include "results/figures/tables/csv.hpp"

#include <limits>

#include "tests/support/catch.hpp"

using warner::results::Table;

TEST_CASE("a table is RFC 4180: header, CRLF, quotes where needed", "[results]") {
  Table table{{"name", "n", "x"}};
  table.add({{"name", "plain"}, {"n", 3}, {"x", 0.1}});
  table.add({{"x", -2.5e-300}, {"name", "comma, \"quote\" and\nnew line"}});
  table.add({{"n", std::numeric_limits<std::int64_t>::min()}});
  CHECK(table.csv() ==
        "name,n,x\r\nplain,3,0.1\r\n\"comma, \"\"quote\"\" and\nnew line\",,-2.5e-300\r\n,-9223372036854775808,\r\n");
  CHECK(table.rows() == 3);
}

TEST_CASE("numbers that are none have names", "[results]") {
  auto const infinity = std::numeric_limits<double>::infinity();
  Table table{{"a", "b", "c"}};
  table.add({{"a", infinity}, {"b", -infinity}, {"c", std::numeric_limits<double>::quiet_NaN()}});
  CHECK(table.csv() == "a,b,c\r\ninf,-inf,nan\r\n");
}

TEST_CASE("a table refuses a column that it does not have", "[results]") {
  Table table{{"a"}};
  CHECK_THROWS_WITH(table.add({{"b", 1}}), Catch::Contains("'b'"));
  CHECK(table.rows() == 0);
}
