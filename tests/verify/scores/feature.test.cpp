#include "verify/scores/feature.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;
using Kind = Feature::Kind;

namespace {

constexpr auto not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr auto infinity = std::numeric_limits<double>::infinity();

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for (int kind = 0; kind <= static_cast<int>(Kind::quadratic); ++kind) kinds.push_back(static_cast<Kind>(kind));
  return kinds;
}

std::vector<double> values(Feature const& feature, std::vector<double> const& numbers, std::size_t width) {
  std::vector<double> scratch;
  auto const seen = evaluate(feature, {numbers.data(), numbers.size() / width, width}, scratch);
  return {seen.begin(), seen.end()};
}

/// Of one release.
double value(Feature const& feature, std::vector<double> const& release) {
  return values(feature, release, release.size()).at(0);
}
double value(Kind kind, std::vector<double> const& release) { return value(Feature{kind, 0}, release); }

std::vector<Feature> of(std::vector<mechanisms::Column::Kind> const& kinds, bool low_bits = false) {
  std::vector<mechanisms::Column> columns;
  for (auto const kind : kinds) columns.push_back({"y", kind});
  return features_of(columns, low_bits);
}

auto count(std::vector<Feature> const& features, Kind kind) {
  return std::ranges::count(features, kind, &Feature::kind);
}

}  // namespace

TEST_CASE("functionals of a release", "[verify]") {
  std::vector<double> const release{3, 1, -2, 3};
  CHECK(value(Kind::coordinate, release) == 3);
  CHECK(value(Kind::sum, release) == 5);
  CHECK(value(Kind::maximum, release) == 3);
  CHECK(value(Kind::minimum, release) == -2);
  CHECK(value(Kind::range, release) == 5);
  CHECK(value(Kind::argmax, release) == 0);  // the first of equal ones
  CHECK(value(Kind::argmax, {0, 2, -infinity}) == 1);
  CHECK(value(Kind::flags, release) == 1);
  CHECK(value(Kind::flags, {1, 0, 1, 1 + 1e-15}) == 2);
  CHECK(value(Kind::special, release) == 0);
  CHECK(value(Kind::special, {not_a_number, 1, -infinity, infinity}) == 3);
  CHECK(value(Kind::first_flag, release) == 1);
  CHECK(value(Kind::first_flag, {0, 2, 3}) == 3);
  CHECK(value(Kind::gap, release) == 0);
  CHECK(value(Kind::gap, {-1, 5, 2.5, -7}) == 2.5);
  CHECK(value(Kind::gap, {5, -1, -7}) == 6);
  CHECK(value(Kind::distinct, {5, -1, 5, 2, -1}) == 3);
  CHECK(value(Kind::distinct, {0.0, -0.0, infinity, infinity}) == 2);
  CHECK(value(Kind::distinct, {not_a_number, 1, not_a_number, 2}) == 2);
}

TEST_CASE("functionals with parameters", "[verify]") {
  std::vector<double> const two{3, 5, 0.25, 4};  // a column after the other
  CHECK(values({Kind::difference, 1}, two, 2) == std::vector{-2.75, -1.0});
  CHECK(values({Kind::combination, 0, 0, {1, -2}}, two, 2) == std::vector{2.5, -3.0});
  CHECK(values({Kind::combination, 0, 0, {2}}, two, 2) == std::vector{6.0, 10.0});
  auto const logs = values({Kind::log_combination, 0, 0, {1, -0.5}}, {std::exp(1.0), 3, std::exp(2.0), 9}, 2);
  for (auto const y : logs) CHECK(std::fabs(y) <= 0x1p-30);
  CHECK(log_on_a_grid(std::exp(1.0)) == 1);
  CHECK(std::fabs(log_on_a_grid(3) - std::log(3)) <= 0x1p-31);
  CHECK(std::isnan(log_on_a_grid(0)));
  CHECK(std::isnan(values({Kind::log_combination, 0, 0, {1, 1}}, {2, 0}, 2)[0]));
  CHECK(values({Kind::log_combination, 0, 0, {1, 0}}, {1, -5}, 2) == std::vector{0.0});
  CHECK(values({Kind::product, 0, 1, {1, 0.5}}, two, 2) == std::vector{-0.5, 14.0});
  CHECK(values({Kind::distance, 0, 0, {1, 0.5, 4, 2}}, two, 2) == std::vector{1 + 56.25, 4.0});
  CHECK(values({Kind::distance, 0, 0, {1, 0, 4, 2}}, {infinity, 5}, 2) == std::vector{4.0});
  auto const angles = values({Kind::angle, 0, 1, {}}, {2, 0, -3, 0, 1, 0, 0, 5, 0, -4, 1, 0}, 2);
  CHECK(std::vector(angles.begin(), angles.begin() + 5) == std::vector<double>{0, 1, 2, 3, 0.5});
  CHECK(std::isnan(angles[5]));
  CHECK(values({Kind::sum_of_two, 1, 0, {-1, 0.5}}, {0.3, 1, 0.4, 3.7}, 2) == std::vector<double>{0, 2.5});
  CHECK(values({Kind::sum_of_two, 0, 1, {1, 1}}, {1, 2, 3, infinity}, 2) == std::vector<double>{4, infinity});
  CHECK(values({Kind::labelled, 2, 0, {5, 2, 1}}, {7, 5, 5, 8, 10, 30, 20, 40}, 4) == std::vector<double>{20, 30});
  CHECK(values({Kind::labelled, 2, 0, {7, 2, 1}}, {7, 5, 5, 8, 10, 30, 20, 40}, 4) ==
        std::vector<double>{10, no_such_row});
  CHECK(values({Kind::labelled, 1, 0, {5, 2, 2}}, {7, 10, 5, 20}, 4) == std::vector<double>{20});
  auto const repeated = values({Kind::repeated, 0, 0, {-1, 0, 17.25}}, {17.25, 3, -0.0, -1, 0, 4}, 2);
  CHECK(repeated[0] == 17.25);  // the first of two
  CHECK(std::isnan(values({Kind::repeated, 0, 0, {17.25}}, {17, 18}, 2)[0]));
  for (int i = 0; i < 20'000; ++i)  // some of which share what is looked at first with NaN
    REQUIRE(values({Kind::repeated, 0, 0, {i + 0.5}}, {not_a_number, i + 0.5}, 2)[0] == i + 0.5);
  auto const remainders =
      values({Kind::remainder, 0, 0, {10}}, {123, -123, 40, -40, -1e-30, infinity, not_a_number}, 1);
  CHECK(std::vector(remainders.begin(), remainders.begin() + 5) == std::vector<double>{3, 7, 0, 0, 0});
  CHECK(values({Kind::remainder_of_sum, 0, 0, {7}}, {3, -1, 6, -2}, 2) == std::vector<double>{2, 4});
  CHECK(std::isnan(remainders[5]));
  CHECK(std::isnan(remainders[6]));
}

TEST_CASE("remainders are those of the standard library, moved to be positive", "[verify]") {
  for (auto const modulus : {1.0, 2.0, 3.0, 7.0, 10.0, 128.0, 10'000.0, 0x1p40, 0.1, 2.5}) {
    std::vector<double> numbers{0x1p52, -0x1p52, 0x1p60, 1e300, -1e300, 9e15, -1e-300};
    for (int k = -50; k <= 50; ++k)
      for (auto const y : {k * modulus, k * modulus * (1 + 0x1p-50), k * 1e6 * modulus, k * 0.3, k * 1e9 / 7})
        for (auto const towards : {-infinity, y, infinity}) numbers.push_back(std::nextafter(y, towards));
    auto const found = values({Kind::remainder, 0, 0, {modulus}}, numbers, 1);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      auto const r = std::fmod(numbers[i], modulus), up = r < 0 ? r + modulus : r;
      CHECK(found[i] == (up < modulus ? up : 0));
    }
  }
}

TEST_CASE("the lowest bit of a double", "[verify]") {
  auto const bits =
      values({Kind::lowest_bit, 0},
             {1, 0.75, 3, 0, std::numeric_limits<double>::denorm_min(), -0x1.8p-60, infinity, not_a_number}, 1);
  CHECK(std::vector(bits.begin(), bits.begin() + 6) == std::vector<double>{0, -2, 0, 1100, -1074, -61});
  CHECK(std::isnan(bits[6]));
  CHECK(std::isnan(bits[7]));
}

TEST_CASE("the decimals of a double", "[verify]") {
  auto const decimals =
      values({Kind::decimals, 0},
             {1, 0.25, -0.1, 123456.789012, 0, 1e300, 1.0 / 3, 2.5e-9, 1e15, 0x1p-60, infinity, not_a_number}, 1);
  CHECK(std::vector(decimals.begin(), decimals.begin() + 10) == std::vector<double>{0, 2, 1, 6, 0, 0, 20, 10, 0, 20});
  CHECK(std::isnan(decimals[10]));
  CHECK(std::isnan(decimals[11]));
}

TEST_CASE("a NaN is passed over where others are compared, and spoils sums", "[verify]") {
  std::vector<double> const later{5, not_a_number, 3}, first{not_a_number, 5, 3};
  CHECK(value(Kind::maximum, later) == 5);
  CHECK(value(Kind::minimum, later) == 3);
  CHECK(value(Kind::range, later) == 2);
  CHECK(value(Kind::argmax, later) == 0);
  CHECK(value(Kind::gap, later) == 2);
  CHECK(value(Kind::gap, {3, 5, not_a_number}) == 2);
  for (auto const kind : {Kind::maximum, Kind::minimum, Kind::range, Kind::gap})
    CHECK(std::isnan(value(kind, first)));  // it stays if it comes first
  for (auto const& release : {later, first}) {
    CHECK(std::isnan(value(Kind::sum, release)));
    CHECK(std::isnan(value({Kind::difference, 1}, release)));
    CHECK(std::isnan(value({Kind::product, 0, 1, {0, 0}}, release)));
    CHECK(value(Kind::special, release) == 1);
    CHECK(value(Kind::flags, release) == 0);
    CHECK(value(Kind::first_flag, release) == 3);
  }
  CHECK(value({Kind::combination, 0, 0, {0, 2}}, first) == 10);  // a weight of 0 asks for nothing
  CHECK(std::isnan(value(Kind::gap, {infinity, infinity, 1})));
}

TEST_CASE("a sum modulo something is of all columns, or of weighted ones", "[verify]") {
  CHECK(value({Kind::remainder_of_sum, 0, 0, {7}}, {5, 6, 100}) == 111 % 7);
  CHECK(value({Kind::remainder_of_sum, 0, 0, {7, 2, 3}}, {5, 6, 100}) == 28 % 7);
  CHECK(value({Kind::remainder_of_sum, 0, 0, {7, 0, 0, -1}}, {5, 6, 100}) == 5);
}

TEST_CASE("many releases are each their own, wherever a chunk ends", "[verify]") {
  constexpr std::size_t n = 2500, width = 3;
  std::vector<double> numbers;
  for (std::size_t i = 0; i < n * width; ++i) numbers.push_back(static_cast<double>(i * i * 7 % 11) - 4);
  for (auto const kind : all_kinds()) {
    Feature feature{kind, 1, 2, {}};
    if (kind == Kind::combination) feature.parameters = {1, 0.5, -3};
    if (kind == Kind::log_combination) feature.parameters = {1, 0, -0.5};
    if (kind == Kind::product) feature.parameters = {1, 2};
    if (kind == Kind::remainder || kind == Kind::remainder_of_sum) feature.parameters = {4};
    if (kind == Kind::sum_of_two) feature.parameters = {-1, 0.5};
    if (kind == Kind::quadratic) feature.parameters = {1, 0, 2, 0.5, 0, 1, 1, 0, 2, 1, -1, 0.25};
    if (kind == Kind::labelled) feature.parameters = {1, 1, 1};
    if (kind == Kind::repeated) feature.parameters = {-1, 0, 1};
    auto const together = values(feature, numbers, width);
    REQUIRE(together.size() == n);
    std::size_t differing = 0;
    for (std::size_t i = 0; i < n; ++i) {
      auto const alone = value(feature, {numbers[i], numbers[n + i], numbers[2 * n + i]});
      differing += together[i] != alone && !(std::isnan(together[i]) && std::isnan(alone));
    }
    CAPTURE(name_of(kind));
    CHECK(differing == 0);
  }
}

TEST_CASE("the features worth a look depend on what the columns are", "[verify]") {
  using Column = mechanisms::Column::Kind;
  CHECK(of({Column::real}) == std::vector<Feature>{{Kind::coordinate, 0}, {Kind::special, 0}});
  CHECK(of({Column::integer}) ==
        std::vector<Feature>{{Kind::coordinate, 0}, {Kind::special, 0}, {Kind::lowest_bit, 0}});
  CHECK(of({Column::floating}) ==
        std::vector<Feature>{{Kind::coordinate, 0}, {Kind::special, 0}, {Kind::lowest_bit, 0}, {Kind::decimals, 0}});
  CHECK(of({Column::real}, true) == of({Column::floating}));
  auto const pair = of({Column::real, Column::real}), mixed = of({Column::flag, Column::real, Column::integer});
  for (auto const kind : {Kind::sum, Kind::maximum, Kind::minimum, Kind::range, Kind::argmax, Kind::difference}) {
    CHECK(count(pair, kind) == 1);
    CHECK(count(mixed, kind) == 1);
  }
  CHECK(count(of({Column::flag, Column::flag}), Kind::difference) == 1);
  CHECK(count(of({Column::flag, Column::real}), Kind::difference) == 0);
  CHECK(count(pair, Kind::distinct) == 1);
  CHECK(count(of({Column::flag, Column::flag, Column::real}), Kind::distinct) == 0);
  CHECK(count(pair, Kind::gap) == 0);
  CHECK(count(pair, Kind::flags) == 0);
  CHECK(count(mixed, Kind::gap) == 1);
  CHECK(count(mixed, Kind::flags) == 1);
  CHECK(count(mixed, Kind::first_flag) == 1);
  CHECK(count(of(std::vector(100, Column::real)), Kind::coordinate) == 64);
}

TEST_CASE("a feature says which columns it reads, and reads no other", "[verify]") {
  CHECK(columns_read({Kind::coordinate, 4}) == 5);
  CHECK(columns_read({Kind::combination, 0, 0, {1, -2}}) == 2);
  CHECK(columns_read({Kind::log_combination, 0, 0, {1, -2, 1}}) == 3);
  CHECK(columns_read({Kind::distance, 0, 0, {1, 2, 3, 4, 5, 6}}) == 3);
  CHECK(columns_read({Kind::quadratic, 0, 0, std::vector(7, 1.0)}) == 2);
  CHECK(columns_read({Kind::product, 0, 1, {1, 0.5}}) == 2);
  CHECK(columns_read({Kind::product, 3, 1, {1, 0.5}}) == 4);
  CHECK(columns_read({Kind::angle, 0, 2, {}}) == 3);
  CHECK(columns_read({Kind::labelled, 1, 0, {5, 4, 2}}) == 8);
  CHECK(columns_read({Kind::remainder, 2, 0, {10, 10, 10, 10}}) == 3);
  CHECK(columns_read({Kind::remainder_of_sum, 0, 0, {11, 1, 0, 2}}) == 3);
}

TEST_CASE("features have names to be found by, and words to be read", "[verify]") {
  for (auto const kind : all_kinds()) CHECK(feature_kind_from(name_of(kind)) == kind);
  CHECK_THROWS_AS(feature_kind_from("entropy"), std::invalid_argument);
  CHECK(describe({Kind::remainder, 0, 0, {10}}) == "(y[0] mod 10)");
  CHECK(describe({Kind::remainder, 0, 0, {8, 4}}) == "floor((y[0] mod 8) / 4)");
  CHECK(describe({Kind::remainder_of_sum, 0, 0, {11, 1, 0, 2}}) == "((y[0] + 2 y[2]) mod 11)");
  CHECK(describe({Kind::quadratic, 0, 0, {1, 0, 0, 0.5, 0, 0, 1}}) == "quadratic of (y[1])");
  CHECK(describe({Kind::quadratic, 0, 0, {1, 0, 0, 0.5, 0, 3, 1}}) == "quadratic of (y[0], y[1])");
  CHECK(describe({Kind::combination, 0, 0, {1, -2}}) == "y[0] - 2 y[1]");
  CHECK(describe({Kind::combination, 0, 0, {-0.5, 0, 1, 0.25, 3, 0.125}}) ==
        "-0.5 y[0] + y[2] + 0.25 y[3] + 3 y[4] + ..");
  CHECK(describe({Kind::log_combination, 0, 0, {1, -0.5}}) == "(log y[0] - 0.5 log y[1])");
  CHECK(describe({Kind::product, 0, 1, {1, 0.5}}) == "(y[0] - 1) (y[1] - 0.5)");
  CHECK(describe({Kind::product, 0, 1, {0, -2}}) == "y[0] (y[1] + 2)");
  CHECK(describe({Kind::angle, 0, 1, {}}) == "angle(y[0], y[1])");
  CHECK(describe({Kind::sum_of_two, 6, 1, {-1, 0.5}}) == "(y[6] - y[1])");
  CHECK(describe({Kind::labelled, 1, 0, {5, 4, 2}}) == "(y[1] where y[0] is 5, in whichever row)");
  CHECK(describe({Kind::repeated, 0, 0, {0.5, 2}}) == "(the number of y among 0.5, 2)");
  CHECK(describe({Kind::repeated, 0, 0, {1, 2, 3, 4, 5, 6}}) == "(the number of y among 1, 2, 3, 4 or 2 more)");
  CHECK(describe({Kind::difference, 3}) == "y[3] - y[2]");
  CHECK(describe({Kind::maximum, 0}) == "max(y)");
  CHECK(describe({Kind::remainder_of_sum, 0, 0, {7}}) == "(sum(y) mod 7)");
  CHECK(describe({Kind::distinct, 0}) == "distinct(y)");
  CHECK(describe({Kind::distance, 0, 0, {1, 2, 3, 0, -0.5, 2}}) == "squared distance of (y[0], y[2]) from (1, -0.5)");
  CHECK(describe({Kind::distance, 0, 0, {1, 1, 2, 1, 3, 1, 4, 1, 5, 1}}) ==
        "squared distance of (y[0], y[1], y[2], y[3], ..) from (1, 2, 3, 4, ..)");
  CHECK(describe({Kind::first_flag, 0}) == "first_flag(y)");
}
