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
  }
  use_instruction_set("");
}
