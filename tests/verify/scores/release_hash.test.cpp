#include "verify/scores/release_hash.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner::verify;

namespace {

std::uint64_t hash(std::vector<double> const& release) {
  return hash_of_release(release.size(), [&](std::size_t j) { return release[j]; });
}

}  // namespace

TEST_CASE("equal releases have equal hashes, whatever their NaN is made of", "[verify]") {
  auto const nan = std::numeric_limits<double>::quiet_NaN(),
             other = std::bit_cast<double>(std::bit_cast<std::uint64_t>(nan) | 0x8000'0000'0000'0005u);
  CHECK(hash({1, 2.5, -3}) == hash({1, 2.5, -3}));
  CHECK(hash({1, nan}) == hash({1, other}));
  CHECK(bits_of(nan) == bits_of(-nan));
}

TEST_CASE("zeros of either sign, other orders and other numbers have hashes of their own", "[verify]") {
  CHECK(hash({0.0}) != hash({-0.0}));
  CHECK(hash({1, 2}) != hash({2, 1}));
  CHECK(hash({1, 1}) != hash({1}));
  CHECK(hash({1}) != hash({std::nextafter(1, 2)}));
}

namespace {

/// How many places the low 17 bits of the hashes of these releases take. All of the hashes differ.
auto places(std::vector<std::uint64_t> hashes) {
  std::vector<bool> taken(1 << 17);
  for (auto const h : hashes) taken[h % taken.size()] = true;
  std::ranges::sort(hashes);
  CHECK(std::ranges::adjacent_find(hashes) == hashes.end());
  return std::ranges::count(taken, true);
}

}  // namespace

// Two of 64,000 random hashes of 64 bits are equal with probability 1e-10. Their low 17 bits, which choose slots of a
// table twice as large, take 50,600 places, give or take 80: with a product and a shift alone it was one place for a
// thousand integers, and tables were searched from end to end.
TEST_CASE("short numbers are spread over hashes and over their low bits", "[verify]") {
  for (auto const unit : {1.0, 0.25, 0.1, 1e-9, 0x1p30}) {
    CAPTURE(unit);
    std::vector<std::uint64_t> one, last, three;
    for (int i = 0; i < 64'000; ++i) {
      one.push_back(hash({i * unit}));
      last.push_back(hash({5, -2, i * unit}));
      three.push_back(hash({i % 40 * unit, i / 40 % 40 * unit, i / 1'600 * unit}));
    }
    for (auto const& hashes : {one, last, three}) CHECK(places(hashes) == Catch::Approx(50'600).margin(500));
  }
}
