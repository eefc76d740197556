#include "verify/learn/coded_features.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

void check_codes(Coded const& one, std::vector<double> const& d, std::vector<double> const& d_prime) {
  REQUIRE(one.code.size() == 2 * d.size());
  for (std::size_t i = 0; i < one.code.size(); ++i) {
    auto const y = i % 2 == 0 ? d[i / 2] : d_prime[i / 2];
    CHECK(one.code[i] == std::ranges::count_if(one.edges, [y](double edge) { return y >= edge; }));
  }
}

}  // namespace

TEST_CASE("a code is how many edges a release is beyond, coarser ones too", "[verify]") {
  std::vector<double> d, d_prime;
  for (int i = 0; i < 512; ++i) d.push_back(i * 37 % 512), d_prime.push_back(512 + i * 101 % 512);
  d[7] = std::numeric_limits<double>::quiet_NaN();
  auto const all = coded(coordinates(1), {d.data(), d.size(), 1}, {d_prime.data(), d_prime.size(), 1});
  REQUIRE(all.size() == 1);
  check_codes(all[0], d, d_prime);
  auto const fine = all[0].edges.size();
  CHECK(fine > 31);
  auto const coarse = coarser(all[0], 4);
  check_codes(coarse, d, d_prime);
  CHECK(3 * coarse.edges.size() < 2 * fine);
  for (auto const quarter : {256.0, 512.0, 768.0})
    CHECK(std::ranges::any_of(coarse.edges, [&](double edge) { return std::fabs(edge - quarter) < 17; }));
  for (auto const edge : coarse.edges) CHECK(std::ranges::find(all[0].edges, edge) != all[0].edges.end());
}

TEST_CASE("few values keep all their edges, and what does not vary is left out", "[verify]") {
  std::vector<double> const d{1, 2, 3, 1, 7, 7, 7, 7}, d_prime{3, 2, 1, 3, 7, 7, 7, 7};
  auto const all = coded(coordinates(2), {d.data(), 4, 2}, {d_prime.data(), 4, 2});
  REQUIRE(all.size() == 1);
  CHECK(all[0].feature.column == 0);
  CHECK(all[0].edges == std::vector<double>{2, 3});
  CHECK(coarser(all[0], 4).edges == all[0].edges);
}
