#include "mechanisms/contract/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "mechanisms/contract/dataset.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;

TEST_CASE("the eight patterns of length five", "[mechanisms]") {
  auto const patterns = eight_patterns(5);
  REQUIRE(patterns.size() == 8);
  auto const is = [](Pair const& pair, Dataset const& d, Dataset const& d_prime, std::string_view label) {
    INFO(label);
    CHECK(pair.d == d);
    CHECK(pair.d_prime == d_prime);
    CHECK(pair.label == label);
  };
  Dataset const base{1, 1, 1, 1, 1};
  is(patterns[0], base, {2, 1, 1, 1, 1}, "one above");
  is(patterns[1], base, {0, 1, 1, 1, 1}, "one below");
  is(patterns[2], base, {2, 0, 0, 0, 0}, "one above rest below");
  is(patterns[3], base, {0, 2, 2, 2, 2}, "one below rest above");
  is(patterns[4], base, {2, 2, 0, 0, 0}, "half and half");
  is(patterns[5], base, {2, 2, 2, 2, 2}, "all above");
  is(patterns[6], base, {0, 0, 0, 0, 0}, "all below");
  is(patterns[7], {1, 1, 0, 0, 0}, {0, 0, 1, 1, 1}, "X shape");
}

TEST_CASE("patterns are neighbours: each entry moves by the step at most, in the first two only one does",
          "[mechanisms]") {
  for (std::size_t const length : {1, 2, 3, 10})
    for (double const step : {1.0, 0.25}) {
      auto const patterns = eight_patterns(length, step);
      for (std::size_t i = 0; i < patterns.size(); ++i) {
        auto const& [d, d_prime, relation, label] = patterns[i];
        INFO(label << ", length " << length);
        REQUIRE(d.size() == length);
        REQUIRE(d_prime.size() == length);
        std::size_t moved = 0;
        for (std::size_t j = 0; j < length; ++j) {
          CHECK((d[j] == d_prime[j] || std::fabs(d[j] - d_prime[j]) == step));
          moved += d[j] != d_prime[j];
        }
        CHECK(moved >= 1);
        CHECK(relation == (i < 2 ? Relation::one_differs : Relation::all_differ));
        if (i < 2) CHECK(moved == 1);
      }
    }
}

TEST_CASE("no two patterns are one question, in either order", "[mechanisms]") {
  for (auto const& [length, left] :
       std::vector<std::pair<std::size_t, std::size_t>>{{1, 2}, {2, 7}, {3, 7}, {4, 8}, {10, 8}}) {
    auto const patterns = eight_patterns(length);
    CHECK(patterns.size() == left);
    for (auto const& a : patterns)
      CHECK(std::ranges::count_if(patterns, [&](Pair const& b) {
              return (a.d == b.d && a.d_prime == b.d_prime) || (a.d == b.d_prime && a.d_prime == b.d);
            }) == 1);
  }
  CHECK_THROWS_AS(eight_patterns(0), std::invalid_argument);
}

TEST_CASE("records are added, removed, replaced, and replaced in groups", "[mechanisms]") {
  Dataset const d{4, 5, 6};
  auto const is = [&](Pair const& pair, Dataset const& d_prime, Relation relation) {
    CHECK(pair.d == d);
    CHECK(pair.d_prime == d_prime);
    CHECK(pair.relation == relation);
  };
  is(add(d, 7), {4, 5, 6, 7}, Relation::add_remove);
  is(remove(d, 1), {4, 6}, Relation::add_remove);
  is(substitute(d, 2, 9), {4, 5, 9}, Relation::substitute);
  is(group(d, 2, 0), {0, 0, 6}, Relation::substitute);
  is(group(d, 0, 0), d, Relation::substitute);
  CHECK_THROWS_WITH(remove(d, 3), Catch::Contains("index: 3"));
  CHECK_THROWS_WITH(substitute(d, 3, 0), Catch::Contains("index: 3"));
  CHECK_THROWS_WITH(group(d, 4, 0), Catch::Contains("k: ") && Catch::Contains("4"));
}

TEST_CASE("a relation is found by its name", "[mechanisms]") {
  for (auto const relation :
       {Relation::substitute, Relation::add_remove, Relation::one_differs, Relation::all_differ, Relation::value})
    CHECK(relation_from(name_of(relation)) == relation);
  CHECK_THROWS_WITH(relation_from("cousin"), Catch::Contains("relation: 'cousin'"));
}

TEST_CASE("datasets are refused for what they are", "[mechanisms]") {
  CHECK_NOTHROW(require_numbers({1.5, -2}, 2));
  CHECK_THROWS_WITH(require_numbers({1}, 2), Catch::Contains("dataset: 1 values"));
  CHECK_THROWS_WITH(require_numbers({HUGE_VAL}, 1), Catch::Contains("inf is not a finite number"));
  CHECK_NOTHROW(require_integers({-3}, 1));
  CHECK_THROWS_WITH(require_integers({0x1p60}, 1), Catch::Contains("is not an integer below 2^52"));
  CHECK_NOTHROW(require_categories({0, 3}, 2, 3));
  CHECK_THROWS_WITH(require_categories({-1}, 1, 3), Catch::Contains("-1 is not one of 0, .., 3"));
  CHECK(l1_distance({{0, 3}, {1, 5}}) == 3);
  CHECK(l2_distance({{0, 3}, {3, 7}}) == 5);
}
