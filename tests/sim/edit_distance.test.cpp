#include "sim/edit_distance.hpp"

#include "tests/support/catch.hpp"

using warner::sim::edit_distance;

TEST_CASE("an edit inserts, deletes or replaces one letter", "[sim]") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("laplace", "") == 7);
  CHECK(edit_distance("", "laplace") == 7);
  CHECK(edit_distance("laplace", "laplace") == 0);
  CHECK(edit_distance("laplace", "lapace") == 1);
  CHECK(edit_distance("laplace", "lapalce") == 2);
  CHECK(edit_distance("kitten", "sitting") == 3);
}
