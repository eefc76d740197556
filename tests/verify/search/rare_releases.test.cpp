#include "verify/search/rare_releases.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/verify/remembering.hpp"
#include "tests/verify/toys.hpp"
#include "verify/search/recount.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr std::size_t many = 4000;
constexpr sim::Replicates range{2 * sim::block_size, 2 * sim::block_size + 1'000'001};

/// Releases of Laplace noise, in groups of one unit each, as others were counted.
Candidate by_value() {
  std::vector<Count> groups;
  for (double y = -12; y < 12; ++y) groups.push_back({y, 1, 1, std::nextafter(y + 1, y)});
  Candidate const uncounted{Bins{{Feature::Kind::coordinate, 0}, {}, {0}}, groups, 6, true};
  return recounted({uncounted}, toys::Laplace{}, toys::zero_one, {1 << 24, (1 << 24) + 1'000'000},
                   {.target = {}, .seed = 5})
      .at(0);
}

RareReleases seen(sim::Execution const& execution, std::string const& name = {}) {
  auto const by = by_value();
  RareReleases rare{1};
  rare.begin(by, many, range);
  recounted({by}, toys::Laplace{}, toys::zero_one, range,
            {.target = {}, .seed = 5, .execution = execution, .name = name},
            {0, [&](std::uint64_t block, sim::Arm arm, mechanisms::ConstBatch releases,
                    std::span<double const> values) { rare.see(block, arm, releases, values); }});
  return rare;
}

double beyond(std::vector<double> const& releases, double y) {
  return static_cast<double>(std::ranges::count_if(releases, [&](double x) { return x > y; }));
}

}  // namespace

TEST_CASE("about as many releases are kept as asked, and of far ones all", "[verify]") {
  auto const rare = seen({});
  auto const d = rare.kept(sim::Arm::d), d_prime = rare.kept(sim::Arm::d_prime);
  CHECK(static_cast<double>(d.size() + d_prime.size()) == Catch::Approx(many).epsilon(0.1));
  // A million of each: beyond 9 there are 62 under D and 168 under D', give or take 8 and 13.
  CHECK(std::fabs(beyond(d, 9) - 1'000'000 * std::exp(-9.0) / 2) < 40);
  CHECK(std::fabs(beyond(d_prime, 9) - 1'000'000 * std::exp(-8.0) / 2) < 70);
}

TEST_CASE("what was kept of one range stays while others are seen", "[verify]") {
  RareReleases rare{1};
  auto const see = [&](std::uint64_t block, double y) {
    rare.begin(by_value(), 1'000'000, {block * sim::block_size, (block + 1) * sim::block_size});
    rare.see(block, sim::Arm::d, {&y, 1, 1}, {&y, 1});
  };
  see(7, 11.5);
  see(3, -11.5);
  CHECK(rare.kept(sim::Arm::d) == std::vector{11.5, -11.5});
  CHECK(rare.kept(sim::Arm::d_prime).empty());
}

// Beyond 3, where one in ten is kept, D' is e times as likely as D: 1/2 log(odds) has a standard error of 0.07 or so.
TEST_CASE("the odds of what is kept are those of all where it lies", "[verify][statistical]") {
  auto const rare = seen({});
  auto const between = [&](sim::Arm arm) {
    auto const all = rare.kept(arm);
    return beyond(all, 3) - beyond(all, 9);
  };
  CHECK(std::log(between(sim::Arm::d_prime) / between(sim::Arm::d)) == Catch::Approx(1).margin(0.35));
}

TEST_CASE("what is kept is the same for any number of threads, and where a keeper has the counts",
          "[verify][same-bytes]") {
  toys::Remembering memory;
  auto const once = seen({1, nullptr, nullptr}).kept(sim::Arm::d);
  CHECK(seen({3, nullptr, nullptr}).kept(sim::Arm::d) == once);
  sim::Execution const kept{2, nullptr, nullptr, &memory};
  CHECK(seen(kept, "search").kept(sim::Arm::d) == once);
  REQUIRE(memory.pieces.size() == 1);
  auto const pieces = memory.pieces.begin()->second.size();
  CHECK(seen(kept, "search").kept(sim::Arm::d) == once);  // all counts are there, and every block is drawn again
  CHECK(memory.pieces.begin()->second.size() == pieces);
}
