#include "verify/game/counted_between.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner::verify;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

/// The counts alone, of D and of D'.
std::vector<double> numbers(std::vector<Count> const& counts) {
  std::vector<double> all;
  for (auto const& count : counts) all.insert(all.end(), {count.d, count.d_prime});
  return all;
}

}  // namespace

TEST_CASE("numbers are counted from each edge up to the next", "[verify]") {
  std::vector<double> const d{0, 1, 2, 2.5, std::nan(""), -infinity}, d_prime{1, 7, infinity};
  std::vector<double> const edges{1, 2.5, 7};
  CHECK(numbers(counted_between(edges, d, d_prime)) == std::vector<double>{2, 0, 2, 1, 1, 0, 0, 2});
  CHECK(numbers(counted_between({}, d, d_prime)) == std::vector<double>{5, 3});
  CHECK(numbers(counted_between(edges, {}, {})) == std::vector<double>(8, 0));
}

TEST_CASE("between their own edges groups have their counts", "[verify]") {
  std::vector<double> d, d_prime;
  for (int i = 0; i < 1000; ++i) d.push_back(std::sin(i)), d_prime.push_back(std::floor(3 * std::cos(i)) / 2);
  auto const groups = condensed(counts_of(d, d_prime), 20);
  CHECK(edges_between(groups).size() + 1 == groups.size());
  CHECK(numbers(counted_between(edges_between(groups), d, d_prime)) == numbers(groups));
}
