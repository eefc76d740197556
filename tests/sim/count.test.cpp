#include "sim/count.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "sim/instruction_set.hpp"
#include "tests/support/catch.hpp"

using namespace warner::sim;

TEST_CASE("counting counts ties, infinities and zeros of either sign, and never NaN", "[sim][same-bytes]") {
  constexpr auto infinity = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> values{0.0, -0.0, 1, none, infinity, -infinity, 2, none, 1, 1, -3, 5, 1, 0.5, 1, 1, 2, none, 1};
  for (auto const& set : instruction_sets()) {
    use_instruction_set(set);
    for (std::size_t n = 0; n <= values.size(); ++n)
      for (auto const t : {-infinity, -1.0, 0.0, 1.0, infinity, none}) {
        std::uint64_t least = 0, most = 0;
        for (std::size_t i = 0; i < n; ++i) least += values[i] >= t, most += values[i] <= t;
        CHECK(count_at_least(std::span{values}.first(n), t) == least);
        CHECK(count_at_most(std::span{values}.first(n), t) == most);
      }
    for (std::size_t n = 0; n <= values.size(); ++n) {
      std::vector<double> const edges{-infinity, 0, 0.5, 1, infinity};
      for (std::size_t many = 0; many <= edges.size(); ++many) {
        auto const some = std::span{values}.first(n);
        std::vector<std::uint64_t> counts(many);
        CHECK(count_reaching(some, std::span{edges}.first(many), counts) == count_at_least(some, -infinity));
        for (std::size_t k = 0; k < many; ++k) CHECK(counts[k] == count_at_least(some, edges[k]));
      }
    }
  }
  use_instruction_set("");
}

TEST_CASE("many edges are counted as few are, ties and infinite ones among them", "[sim][same-bytes]") {
  constexpr auto infinity = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> values{none, infinity, -infinity};
  for (int i = 0; i < 500; ++i) values.push_back(i * 37 % 500 / 4.0);
  for (auto const& set : instruction_sets()) {
    use_instruction_set(set);
    for (std::size_t const many : {1, 6, 7, 11, 12, 64, 65, 127, 128, 255, 256, 600}) {
      std::vector<double> edges{-infinity};
      for (std::size_t k = 1; k + 1 < many; ++k) edges.push_back(std::floor(static_cast<double>(k) / 2));
      if (many > 1) edges.push_back(infinity);
      for (auto const n : {values.size(), std::size_t{3}, std::size_t{0}}) {
        auto const some = std::span{values}.first(n);
        std::vector<std::uint64_t> counts(edges.size());
        CHECK(count_reaching(some, edges, counts) == count_at_least(some, -infinity));
        for (std::size_t k = 0; k < edges.size(); ++k) CHECK(counts[k] == count_at_least(some, edges[k]));
      }
    }
  }
  use_instruction_set("");
}

TEST_CASE("edges far apart, close together and at the ends of what numbers reach are counted alike",
          "[sim][same-bytes]") {
  constexpr auto infinity = std::numeric_limits<double>::infinity(), largest = std::numeric_limits<double>::max(),
                 none = std::numeric_limits<double>::quiet_NaN();
  auto const spaced = [](double from, auto const& step) {
    std::vector<double> edges{from};
    for (int k = 1; k < 100; ++k) edges.push_back(edges.back() + step(k));
    return edges;
  };
  std::vector<std::vector<double>> const all{
      spaced(-5, [](int) { return 0.1; }),                          // one in a bucket, ties with values
      spaced(1e9, [](int k) { return k % 2 == 0 ? 1e-7 : 3e-3; }),  // two
      spaced(0, [](int k) { return k < 50 ? 1e-9 : 1e9; }),         // many
      spaced(0, [](int k) { return 0x1p-1074 * k; }),               // the least numbers
      spaced(-largest, [](int) { return largest / 50; })};          // a range that is none
  for (auto const& edges : all) {
    std::vector<double> values{none, infinity, -infinity, largest, -largest, 0.0, -0.0};
    for (int i = 0; i < 40; ++i)
      for (auto const edge : edges)
        values.push_back(i % 4 == 0   ? edge
                         : i % 4 == 1 ? std::nextafter(edge, infinity)
                         : i % 4 == 2 ? std::nextafter(edge, -infinity)
                                      : edge + (edges[1] - edges[0]) * i / 40);
    std::vector<std::uint64_t> counts(edges.size());
    CHECK(count_reaching(values, edges, counts) == count_at_least(values, -infinity));
    for (std::size_t k = 0; k < edges.size(); ++k) CHECK(counts[k] == count_at_least(values, edges[k]));
  }
}
