#include "verify/scores/sum_over_rows.hpp"

#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr std::size_t n = 300;

/// Small whole numbers, and NaN.
std::vector<double> some_numbers(std::size_t width) {
  std::mt19937_64 random{3};
  std::vector<double> numbers(n * width);
  for (auto& y : numbers) {
    auto const k = random() % 5;
    y = k == 4 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(k);
  }
  return numbers;
}

/// 10 where the first number of a row is 1 or more, and 3 where its third is 2 or more.
Trees const of_three{{{Feature::Kind::coordinate, 0}, {Feature::Kind::coordinate, 2}},
                     {{{{0, 1}}, {0, 10}}, {{{1, 2}}, {0, 3}}}};
double by_hand_of_three(double first, double, double third) { return (first >= 1 ? 10 : 0) + (third >= 2 ? 3 : 0); }

}  // namespace

TEST_CASE("a score of a row is summed over the rows of a table, and over windows", "[verify]") {
  for (auto const& [shape, width] : {std::pair{RowShape{4, 3, 3, 1}, 12u}, std::pair{RowShape{4, 3, 1, 4}, 12u},
                                     std::pair{RowShape{8, 3, 1, 1}, 10u}, std::pair{RowShape{1, 3, 1, 1}, 3u},
                                     std::pair{RowShape{4, 3, 3, 1, 2}, 14u}}) {
    auto const numbers = some_numbers(width);
    mechanisms::ConstBatch const releases{numbers.data(), n, width};
    REQUIRE(shape.columns_read() == width);
    std::vector<double> out(n, 0.5), expected(n, 0.5), by_table(n, 0.5), expected_by_table(n, 0.5);
    SumOverRowsTable{SumOverRows{shape, of_three}}.add(releases, out);
    SumOverRowsTable{SumOverRows{shape, Atoms{3, {0, 1, 2, 3, 3, 3}, {4, -1}}}}.add(releases, by_table);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t row = 0; row < shape.rows; ++row) {
        auto const at = [&shape = shape, row](std::size_t k) {
          return shape.first + row * shape.apart + k * shape.step;
        };
        auto const a = releases(i, at(0)), b = releases(i, at(1)), c = releases(i, at(2));
        expected[i] += by_hand_of_three(a, b, c);
        expected_by_table[i] += a == 0 && b == 1 && c == 2 ? 4 : a == 3 && b == 3 && c == 3 ? -1 : 0;
      }
    CHECK(out == expected);
    CHECK(by_table == expected_by_table);
  }
}
