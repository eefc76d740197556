#include "mechanisms/external/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/support/catch.hpp"

using warner::mechanisms::external::log_chance_of_agreement;

TEST_CASE("the chance of agreement is the share of orders whose halves are alike", "[mechanisms][external]") {
  for (auto const& said : std::vector<std::vector<std::uint64_t>>{
           {1}, {1, 1}, {1, 2}, {1, 1, 2}, {1, 2, 3}, {1, 1, 2, 2}, {1, 1, 1, 2}, {1, 2, 3, 4}}) {
    std::vector<std::uint64_t> all = said;
    all.insert(all.end(), said.begin(), said.end());
    std::ranges::sort(all);
    double orders = 0, agree = 0;
    auto const n = static_cast<std::ptrdiff_t>(said.size());
    do {
      ++orders;
      agree += std::equal(all.begin(), all.begin() + n, all.begin() + n);
    } while (std::ranges::next_permutation(all).found);
    CHECK(log_chance_of_agreement(said) == Approx(std::log(agree / orders)).margin(1e-12));
  }
}

// Randomised response at epsilon = 1 says yes 73 times in a hundred: no two processes agree by chance.
TEST_CASE("constants agree by themselves, coins do not", "[mechanisms][external]") {
  std::vector<std::uint64_t> said(100, 7);
  CHECK(log_chance_of_agreement(said) == Approx(0).margin(1e-9));
  CHECK(log_chance_of_agreement({}) == 0);
  std::fill_n(said.begin(), 27, 8);
  CHECK(log_chance_of_agreement(said) == Approx(-57.981).epsilon(1e-4));
}
