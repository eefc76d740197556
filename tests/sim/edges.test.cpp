#include "sim/edges.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

#include "sim/instruction_set.hpp"
#include "tests/support/catch.hpp"

using namespace warner::sim;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity(), largest = std::numeric_limits<double>::max(),
               none = std::numeric_limits<double>::quiet_NaN();

using Numbers = std::vector<double>;

Numbers spaced(double from, int many, std::function<double(int)> const& step) {
  Numbers edges{from};
  for (int k = 1; k < many; ++k) edges.push_back(edges.back() + step(k));
  return edges;
}

/// What edges are said to do, done by hand.
void check_against_hand(Numbers const& edges, Numbers const& values) {
  std::vector<std::int16_t> place(values.size());
  std::vector<std::uint64_t> reached(edges.size());
  std::uint64_t numbers = 0;
  Numbers heights(edges.size() + 1), sums(values.size());
  for (std::size_t k = 0; k < heights.size(); ++k) heights[k] = std::sin(static_cast<double>(k));
  Numbers const before{0.5, -0.0, 0.0, none, infinity, -infinity, 0x1p60, -0x1p-60};
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = before[i % before.size()];
  auto expected = sums;
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::size_t k = 0;
    while (k < edges.size() && edges[k] <= values[i]) ++reached[k++];
    place[i] = static_cast<std::int16_t>(k);
    numbers += !std::isnan(values[i]);
    expected[i] += std::isnan(values[i]) ? values[i] : heights[k];
  }
  Edges const ready{edges};
  CHECK(ready.size() == edges.size());
  std::vector<std::int16_t> places(values.size());
  ready.places(values, places);
  CHECK(places == place);
  ready.add_steps(values, heights, sums);
  auto const same_bits = [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
  };
  CHECK(std::ranges::equal(sums, expected, same_bits));
  std::vector<std::uint64_t> counts(edges.size(), 5);
  CHECK(ready.count_reaching(values, counts) == numbers);
  for (std::size_t k = 0; k < edges.size(); ++k) CHECK(counts[k] == reached[k] + 5);
}

template <class Check>
void on_every_instruction_set(Check check) {
  for (auto const& set : instruction_sets()) {
    use_instruction_set(set);
    check();
  }
  use_instruction_set("");
}

}  // namespace

TEST_CASE("numbers find their places among edges, however many of both", "[sim][same-bytes]") {
  on_every_instruction_set([] {
    for (auto const many : {0, 1, 2, 3, 10, 13, 14, 24, 25, 64, 255, 256, 600, 5000}) {
      Numbers edges;
      for (int k = 0; k < many; ++k) edges.push_back(k / 8.0 - 2);
      for (auto const n : {0, 1, 7, 8, 9, 67, 256, 263, 513}) {
        Numbers values;
        for (int i = 0; i < n; ++i) values.push_back(i % 13 == 5 ? none : i * 37 % 500 / 16.0 - 5);
        check_against_hand(edges, values);
      }
    }
  });
}

TEST_CASE("many edges are as few are, ties and infinite ones among them", "[sim][same-bytes]") {
  Numbers values{none, infinity, -infinity, 0.0, -0.0};
  for (int i = 0; i < 500; ++i) values.push_back(i * 37 % 500 / 4.0);
  on_every_instruction_set([&] {
    for (std::size_t const many : {1, 2, 3, 5, 6, 7, 11, 12, 24, 25, 64, 65, 127, 128, 255, 256, 600}) {
      Numbers edges{-infinity};
      for (std::size_t k = 1; k + 1 < many; ++k) edges.push_back(std::floor(static_cast<double>(k) / 2));
      if (many > 1) edges.push_back(infinity);
      for (auto const n : {values.size(), std::size_t{3}, std::size_t{0}})
        check_against_hand(edges, Numbers(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n)));
    }
  });
}

TEST_CASE("edges may lie far apart, close together, upon each other and at the ends of what numbers reach",
          "[sim][same-bytes]") {
  std::vector<Numbers> all{spaced(-5, 100, [](int) { return 0.1; }),  // one in a bucket, ties with values
                           spaced(1e9, 100, [](int k) { return k % 2 == 0 ? 1e-7 : 3e-3; }),  // two
                           spaced(0, 100, [](int k) { return k % 3 == 0 ? 1 : 0; }),          // three, the same
                           spaced(0, 100, [](int k) { return k < 50 ? 1e-9 : 1e9; }),         // many
                           spaced(0, 100, [](int k) { return 0x1p-1074 * k; }),               // the least numbers
                           spaced(-largest, 100, [](int) { return largest / 50; }),           // a range that is none
                           spaced(-infinity, 20, [](int k) { return k; }),                    // all the same
                           {-infinity, 0, 1, 2, 3, infinity},
                           {0, 1, 2, 3, infinity, infinity}};
  on_every_instruction_set([&] {
    for (auto const& edges : all) {
      Numbers values{none, infinity, -infinity, largest, -largest, 0.0, -0.0};
      for (int i = 0; i < 40; ++i)
        for (auto const edge : edges)
          values.push_back(i % 4 == 0   ? edge
                           : i % 4 == 1 ? std::nextafter(edge, infinity)
                           : i % 4 == 2 ? std::nextafter(edge, -infinity)
                                        : edge + (edges[1] - edges[0]) * i / 40);
      check_against_hand(edges, values);
    }
  });
}

TEST_CASE("edges that fall, are none, or do not match what is asked are refused", "[sim]") {
  CHECK_THROWS_AS(Edges(Numbers{1, 0}), std::invalid_argument);
  CHECK_THROWS_AS(Edges(Numbers{0, none, 1}), std::invalid_argument);
  CHECK_THROWS_AS(Edges(Numbers(40'000)), std::invalid_argument);
  Edges const edges{Numbers{0, 1}};
  Numbers two(2), three(3);
  CHECK_THROWS_AS(edges.add_steps(two, two, two), std::invalid_argument);
  CHECK_THROWS_AS(edges.add_steps(two, three, three), std::invalid_argument);
  std::vector<std::int16_t> places(3);
  CHECK_THROWS_AS(edges.places(two, places), std::invalid_argument);
  std::vector<std::uint64_t> counts(3);
  CHECK_THROWS_AS(edges.count_reaching(two, counts), std::invalid_argument);
}
