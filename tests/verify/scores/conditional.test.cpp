#include "verify/scores/conditional.hpp"

#include <cmath>
#include <limits>

#include "tests/support/catch.hpp"

using namespace warner::verify;

namespace {

constexpr auto not_a_number = std::numeric_limits<double>::quiet_NaN();

Bins bins_of(std::size_t column, double edge) { return {{Feature::Kind::coordinate, column}, {edge}, {-1, 1}}; }

std::vector<double> scores(Conditional const& score, std::vector<double> const& numbers, double start = 0) {
  std::vector<double> out(numbers.size() / score.symbols.size(), start);
  ConditionalTable{score}.add({numbers.data(), out.size(), score.symbols.size()}, out);
  return out;
}

}  // namespace

TEST_CASE("a value is one of the symbols, or a number", "[verify]") {
  CHECK(symbol_of(std::vector{0.0, 2.0, not_a_number}, 2) == 1);
  CHECK(symbol_of(std::vector{0.0, 2.0, not_a_number}, -0.0) == 0);
  CHECK(symbol_of(std::vector{0.0, 2.0, not_a_number}, not_a_number) == 2);
  CHECK(symbol_of(std::vector{0.0, 2.0, not_a_number}, 1) == 3);
  CHECK(symbol_of(std::vector{0.0, 2.0, not_a_number}, 7) == 3);
  CHECK(symbol_of(std::vector{0.0, 2.0}, not_a_number) == 2);
  CHECK(symbol_of(std::vector{not_a_number}, not_a_number) == 0);
  CHECK(symbol_of(std::vector{not_a_number}, 1) == 1);
  CHECK(symbol_of({}, 5) == 0);
}

TEST_CASE("classes are named by the symbols of all columns", "[verify]") {
  Conditional const score{{{0, 1}, {0}}, {{{1, 1}, 0.5, {bins_of(1, 3)}}, {{0, 0}, -2, {}}}};
  CHECK(scores(score, {1, 1, 0, 0, 7, /* second column */ 2, 4, 0, 5, 0}) == std::vector{-0.5, 1.5, -2.0, 0.0, 0.0});
  CHECK(scores(score, {1, 0, /**/ 3, 0}, 10) ==
        std::vector{11.5, 8.0});  // an edge belongs to the bin above it; scores are added
}

TEST_CASE("numbers that are given a class add up", "[verify]") {
  Conditional const score{{{1}, {}, {}}, {{{0, 0, 0}, 0.25, {bins_of(1, 0), bins_of(2, 10)}}}};
  CHECK(scores(score, {1, 1, 1, 2, /**/ -5, 5, 5, 5, /**/ 0, 0, 20, 20}) == std::vector{-1.75, 0.25, 2.25, 0.0});
}

TEST_CASE("a NaN is a class of its own where it keeps coming back; else it scores NaN, as in bins", "[verify]") {
  Conditional const known{{{not_a_number}}, {{{0}, 3, {}}, {{1}, 0.5, {bins_of(0, 0)}}}};
  CHECK(scores(known, {not_a_number, 1, -1}) == std::vector{3.0, 1.5, -0.5});
  Conditional const unknown{{{7}}, {{{0}, 3, {}}, {{1}, 0.5, {bins_of(0, 0)}}}};
  auto const seen = scores(unknown, {7, not_a_number, 1});
  CHECK(seen[0] == 3);
  CHECK(std::isnan(seen[1]));
  CHECK(seen[2] == 1.5);
}

TEST_CASE("thousands of classes are told apart", "[verify]") {
  Conditional score{{{}, {}}, {}};
  std::vector<double> numbers, expected;
  for (int i = 0; i < 60; ++i)
    for (auto& symbols : score.symbols) symbols.push_back(i);
  for (std::size_t a = 0; a < 60; ++a)
    for (std::size_t b = 0; b < 60; ++b) {
      numbers.push_back(static_cast<double>(a));
      if ((a + b) % 3 != 0) score.classes.push_back({{a, b}, static_cast<double>(100 * a + b), {}});
      expected.push_back((a + b) % 3 != 0 ? static_cast<double>(100 * a + b) : 0);
    }
  for (std::size_t i = 0; i < 3600; ++i) numbers.push_back(static_cast<double>(i % 60));
  CHECK(scores(score, numbers) == expected);
}
