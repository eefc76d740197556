#include "verify/learn/axes.hpp"

#include <algorithm>
#include <limits>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr auto not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("numbers that lie elsewhere in another context have edges in each", "[verify]") {
  std::vector<double> d(2 * 4000), d_prime(2 * 4000);
  for (std::size_t i = 0; i < 4000; ++i) {
    d[i] = d_prime[i] = i % 100 == 0 ? 1 : 0;  // a rare flag
    d[4000 + i] = d_prime[4000 + i] = (i % 100 == 0 ? 1000 : 0) + static_cast<double>(i) / 4000;
  }
  auto const edges = axes_of({d.data(), 4000, 2}, {d_prime.data(), 4000, 2}, 12, {}).at(1).edges;
  CHECK(std::ranges::count_if(edges, [](double edge) { return edge > 1000; }) >= 6);
  CHECK(std::ranges::count_if(edges, [](double edge) { return edge < 1000; }) >= 10);
}

TEST_CASE("a value that keeps coming back has a bin of its own, and NaN none", "[verify]") {
  std::vector<double> d(4000), d_prime(4000);
  for (std::size_t i = 0; i < 4000; ++i) {
    d[i] = i % 2 == 0 ? 0.25 : static_cast<double>(i) / 4000;
    d_prime[i] = i % 4 == 0 ? not_a_number : static_cast<double>(i) / 4000;
  }
  auto const axis = axes_of({d.data(), 4000, 1}, {d_prime.data(), 4000, 1}, 12, {}).at(0);
  REQUIRE(axis.symbol.size() == axis.edges.size() + 1);
  CHECK(std::ranges::count(axis.symbol, std::optional{0.25}) == 1);
  CHECK(axis.range().size() == axis.symbol.size() - 1);
  CHECK(axis.range().size() >= 12);
}
