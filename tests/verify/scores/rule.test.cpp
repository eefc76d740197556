#include "verify/scores/rule.hpp"

#include <limits>

#include "tests/support/catch.hpp"

using namespace warner::verify;
using warner::mechanisms::Column;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
using Columns = std::vector<Column>;
using Kind = Feature::Kind;

/// What is said of the bins with a 1.
std::string said(Bins bins, Columns const& columns = {}) { return say_d({std::move(bins), 1, -infinity}, columns); }

Columns const named{{"y.city", Column::Kind::category, {"absent", "\"Oslo\"", "\"Rome\""}},
                    {"y.age", Column::Kind::integer, {}, true},
                    {"y.ok", Column::Kind::flag},
                    {"y", Column::Kind::category, {"", "a list", "an error"}}};

}  // namespace

TEST_CASE("a rule speaks of columns by their names, and of words", "[verify]") {
  CHECK(said({{Kind::coordinate, 1}, {30}, {0, 1}}) == "y[1] >= 30");
  CHECK(said({{Kind::coordinate, 1}, {30}, {0, 1}}, named) == "y.age >= 30");
  CHECK(said({{Kind::coordinate, 1}, {30}, {1, 0}}, named) == "y.age < 30, or there is none");
  CHECK(said({{Kind::coordinate, 0}, {0.5, 1.5}, {0, 1, 0}}, named) == "y.city is \"Oslo\"");
  CHECK(said({{Kind::coordinate, 0}, {0.5, 1.5}, {1, 0, 1}}, named) == "y.city is absent, \"Rome\" or something else");
  CHECK(said({{Kind::coordinate, 0}, {5}, {0, 1}}, named) == "y.city is something else");
  CHECK(said({{Kind::coordinate, 0}, {5, 2e15}, {0, 1, 0}}, named) ==
        "y.city is something else with a number below 2e+15");
  CHECK(said({{Kind::coordinate, 0}, {5, 2e15}, {0, 0, 1}}, named) ==
        "y.city is something else with a number from 2e+15 on");
  CHECK(said({{Kind::coordinate, 0}, {1.5, 5, 2e15, 3e15}, {0, 1, 0, 1, 0}}, named) ==
        "y.city is \"Rome\" or something else with a number from 2e+15 on and below 3e+15");
  CHECK(said({{Kind::coordinate, 2}, {0.5}, {0, 1}}, named) == "y.ok = 1");
  CHECK(said({{Kind::coordinate, 2}, {0.5}, {1, 0}}, named) == "y.ok = 0");
  CHECK(said({{Kind::coordinate, 3}, {1.5, 2.5}, {0, 1, 0}}, named) == "y is an error");
  CHECK(said({{Kind::difference, 1}, {2}, {0, 1}}, named) == "y.age - y.city >= 2");
  CHECK(said({{Kind::coordinate, 9}, {2}, {0, 1}}, named) == "y[9] >= 2");
  CHECK(said({{Kind::coordinate, 0}, {}, {0}}) == "never");
}

TEST_CASE("last bits are spoken of as multiples", "[verify]") {
  CHECK(said({{Kind::lowest_bit, 0}, {0.5}, {1, 0}}) == "y[0] is no multiple of 2");
  CHECK(said({{Kind::lowest_bit, 0}, {0.5}, {0, 1}}) == "y[0] is a multiple of 2");
  CHECK(said({{Kind::lowest_bit, 0}, {2, 3}, {0, 1, 0}}) == "y[0] is a multiple of 4, but not of 8");
  CHECK(said({{Kind::lowest_bit, 0}, {-8}, {1, 0}}) == "y[0] is no multiple of 1/256");
  CHECK(said({{Kind::lowest_bit, 0}, {-53}, {1, 0}}) == "y[0] is no multiple of 2^-53");
  CHECK(said({{Kind::lowest_bit, 0}, {1050}, {0, 1}}) == "y[0] is 0");
  CHECK(said({{Kind::lowest_bit, 0}, {1e300}, {0, 1}}) == "y[0] is 0");
  CHECK(said({{Kind::lowest_bit, 0}, {-infinity, infinity}, {0, 1, 0}}) ==
        "y[0] is a multiple of 2^-2000, but not of 2^2000");
}

TEST_CASE("of a table that leaves all other releases to one side, the rule says what they are not", "[verify]") {
  Atoms const atoms{1, {7, 8, 3, 4}, {-0.9, -0.7, 1, 0.2}};
  Strategy const others_are_d{atoms, 0, -0.8}, others_are_d_prime{atoms, 0.5, 0}, silent{atoms, 0.5, -0.8};
  CHECK(say_d(others_are_d) == "y not in {(7), (8)}");
  CHECK(say_d_prime(others_are_d) == "y in {(7)}");
  CHECK(say_d(others_are_d_prime) == "y in {(3)}");
  CHECK(say_d_prime(others_are_d_prime) == "y not in {(3), (4)}");
  CHECK(say_d(silent) == "y in {(3)}");
  CHECK(say_d({atoms, -1, -infinity}) == "always");
  CHECK(say_d_prime({atoms, -1, -infinity}) == "never");
  CHECK(say_d({Atoms{1, {1, 2, 3, 4, 5, 6}, {-1, -1, -1, -1, -1, -1}}, 0, -infinity}) ==
        "y not in {(1), (2), (3), (4), .. 2 more}");
}

TEST_CASE("atoms and plain events are told in words", "[verify]") {
  Atoms const atoms{2, {1, 30, 0x1p33, 2}, {1, -1}};
  CHECK(say_d({atoms, 1, -1}, named) == "y in {(\"Oslo\", 30)}");
  CHECK(say_d_prime({atoms, 1, -1}, named) == "y in {(something else, 2)}");
  for (auto const no_word : {-1.0, 3.0, std::numeric_limits<double>::quiet_NaN()})
    CHECK(say_d({Atoms{1, {no_word}, {1}}, 1, -1}, named) == "y in {(something else)}");
  Strategy strategy{Likelihood{}, 1, -1};
  CHECK(plain_event(strategy).empty());
  strategy.plain = PlainEvent{{{Kind::coordinate, 1}, {30}, {0, 1}}, true, 0.5, 0.1};
  CHECK(plain_event(strategy, named) == "y.age >= 30");
}
