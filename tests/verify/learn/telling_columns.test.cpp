#include "verify/learn/telling_columns.hpp"

#include <limits>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;

TEST_CASE("the columns that differ most are found, wherever they stand", "[verify]") {
  constexpr std::size_t n = 200, width = 100;
  mechanisms::Releases of_d, of_d_prime;
  auto const d = of_d.shaped(n, width), d_prime = of_d_prime.shaped(n, width);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < width; ++j) {
      d(i, j) = d_prime(i, j) = static_cast<double>((i * 7 + j) % 5);
      if (j == 71) d_prime(i, j) = 9;
      if (j == 90 && i % 2 == 0) d_prime(i, j) = std::numeric_limits<double>::quiet_NaN();
    }
  using Columns = std::vector<std::size_t>;
  CHECK(telling_columns(d, d_prime, 2, {}) == Columns{71, 90});
  CHECK(telling_columns(d, d_prime, 4, {}) == Columns{0, 1, 71, 90});
  CHECK(telling_columns(d, d_prime, width, {}).size() == width);
}
