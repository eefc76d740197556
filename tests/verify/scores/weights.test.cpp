#include "verify/scores/weights.hpp"

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;
using Kind = Feature::Kind;

TEST_CASE("what a score of many columns reads is said by how far it moves the score", "[verify]") {
  auto const bins = [](std::size_t column, double most) {
    return Bins{{Kind::coordinate, column}, {0}, {-most, most}};
  };
  Additive const additive{{bins(0, 0.1), bins(1, 2), bins(2, 0), bins(3, 1), bins(4, 0.5)}};
  CHECK(reads_most(additive) == "y[1], y[3], y[4] and 1 more");
  CHECK(reads_most(additive, {{"a"}, {"b"}, {"c"}, {"d"}, {"e"}}) == "b, d, e and 1 more");
  Trees const trees{{{Kind::coordinate, 0}, {Kind::difference, 1}, {Kind::coordinate, 7}},
                    {{{{0, 0.5}, {1, 2}}, {0, 0.25, 3, 3.5}}, {{{1, 1}}, {0, 1}}}};
  CHECK(reads_most(trees) == "y[1] - y[0], y[0]");
  CHECK(reads_most(SumOverRows{{.length = 8}, trees}) == "row[1] - row[0], row[0]");
  CHECK(reads_most(bins(1, 2)).empty());
  CHECK(reads_most(Likelihood{}).empty());
}
