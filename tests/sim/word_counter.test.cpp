#include "sim/word_counter.hpp"

#include <cmath>
#include <limits>

#include "sim/count.hpp"
#include "sim/instruction_set.hpp"
#include "sim/variates.hpp"
#include "tests/support/catch.hpp"

using namespace warner::sim;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

/// Counts by words and counts by comparing the variates, of the same stream; both streams must end at the same word.
template <class Fill>
void check_same(WordCounter const& counter, Fill const& fill, std::vector<double> const& edges, std::size_t n) {
  Stream by_words{Address{21}, 4}, by_values{Address{21}, 4};
  std::vector<std::uint64_t> counts(edges.size(), 0);
  counter(by_words, n, counts);
  std::vector<double> values(n);
  fill(by_values, values);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    CAPTURE(edges[i], n);
    CHECK(counts[i] == count_at_least(values, edges[i]));
  }
  CHECK(by_words.position() == by_values.position());
}

}  // namespace

TEST_CASE("counting words gives the counts of drawing and comparing", "[sim][same-bytes]") {
  for (auto const& set : instruction_sets()) {
    use_instruction_set(set);
    for (std::size_t const n : {0u, 1u, 100u, 512u, 4096u, 50'001u}) {
      for (auto const& parameters : {std::pair{0.0, 1.0}, std::pair{1.0, 10.0}, std::pair{-3.25, 0.01}}) {
        auto const location = parameters.first,
                   scale = parameters.second;  // plain names: clang 14 can not capture bindings
        std::vector<double> const edges{-infinity, location - 40 * scale, location - scale,       location - 1e-9,
                                        location,  location + 1e-12,      location + 0.3 * scale, location + 36 * scale,
                                        infinity};
        auto const counter = laplace_counter(location, scale, edges);
        REQUIRE(counter);
        check_same(
            *counter, [&](Stream& s, std::span<double> out) { fill_laplace(s, location, scale, out); }, edges, n);
      }
      for (auto const ratio : {0.1, 0.7, 0.99}) {
        std::vector<double> const edges{-infinity, -7.5, -1, -0.5, 0, 0.5, 1, 2, 9, infinity};
        auto const counter = two_sided_geometric_counter(0, ratio, edges);
        REQUIRE(counter);
        check_same(
            *counter, [&](Stream& s, std::span<double> out) { fill_two_sided_geometric(s, 0, ratio, out); }, edges, n);
      }
      std::vector<double> const edges{-1, 0, 0.5, 1, 1.5};
      auto const threshold = bernoulli_threshold(0.3);
      check_same(
          *bernoulli_counter(threshold, edges),
          [&](Stream& s, std::span<double> out) { fill_bernoulli(s, threshold, out); }, edges, n);
    }
  }
  use_instruction_set("");
}

TEST_CASE("an edge that is NaN can not be counted by words", "[sim]") {
  std::vector<double> const edges{std::nan("")};
  CHECK_FALSE(laplace_counter(0, 1, edges));
}

// Edges where they would fall in practice, a thousand of them: every one is monotone about its point, as computed.
TEST_CASE("counters exist for ordinary edges", "[sim]") {
  Stream stream{Address{5}, 0};
  std::vector<double> edges(1000);
  fill_laplace(stream, 0.3, 2, edges);
  for (auto const& edge : edges) CHECK(laplace_counter(0.3, 2, std::span{&edge, 1}));
}
