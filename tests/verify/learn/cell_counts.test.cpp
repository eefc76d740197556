#include "verify/learn/cell_counts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/game/arms.hpp"
#include "verify/game/sample.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr auto not_a_number = std::numeric_limits<double>::quiet_NaN();

std::vector<Cell> cells_of(std::vector<Axis> const& axes, mechanisms::ConstBatch d, mechanisms::ConstBatch d_prime) {
  CellCounts counts{axes};
  counts.add(sim::Arm::d, d);
  counts.add(sim::Arm::d_prime, d_prime);
  return counts.cells();
}

}  // namespace

TEST_CASE("a grid sorts releases by the bins they are in, and NaN into one of its own", "[verify]") {
  std::vector<double> const d{1, 1, 0, 0, 0.5, not_a_number, -3, not_a_number},
      d_prime{0, 0, 0, 1, 2.5, 2, not_a_number, not_a_number};  // two columns of four
  auto const axes = axes_of({d.data(), 4, 2}, {d_prime.data(), 4, 2}, 8, {});
  auto const cells = cells_of(axes, {d.data(), 4, 2}, {d_prime.data(), 4, 2});
  auto const of_nan = axes[1].edges.size() + 1;
  double seen_d = 0, seen_d_prime = 0;
  int with_nan = 0;
  for (auto const& cell : cells) {
    seen_d += cell.d;
    seen_d_prime += cell.d_prime;
    REQUIRE(cell.bins[1] <= of_nan);
    if (cell.bins[1] != of_nan) continue;
    ++with_nan;  // (1, NaN) and (0, NaN), once under either dataset
    CHECK(cell.d == 1);
    CHECK(cell.d_prime == 1);
  }
  CHECK(with_nan == 2);
  CHECK(seen_d == 4);
  CHECK(seen_d_prime == 4);
  auto const bins = [&](double first, double second) {
    std::vector<double> const one{first, second};
    return cells_of(axes, {one.data(), 1, 2}, {one.data(), 0, 2}).front().bins;
  };
  CHECK(bins(1, not_a_number)[1] == of_nan);
  CHECK(bins(0, not_a_number) != bins(1, not_a_number));
  CHECK(bins(0, 2.5) == bins(0, 2.5));
}

TEST_CASE("millions of releases lie in few cells, the same for any number of threads", "[verify][same-bytes]") {
  mechanisms::AnyMechanism const mechanism{toys::SameFlagTwice{}};
  auto const sample = draw_sample(mechanism, toys::zero_one, {0, 4096}, 3, sim::Generator::ars, {});
  auto const axes = axes_of(sample.releases_d(), sample.releases_d_prime(), 12, {});
  auto const count = [&](int threads) {
    CellCounts counts{axes};
    Arms const arms{mechanism, toys::zero_one, sim::Purpose::search, 3, sim::Generator::ars};
    auto const draw = [&](std::uint64_t, std::uint64_t block, std::uint64_t trials) {
      mechanisms::Releases memory;
      arms.release(block, trials, trials, memory,
                   [&](sim::Arm arm, mechanisms::ConstBatch releases) { counts.add(arm, releases); });
    };
    sim::Execution execution;
    execution.threads = threads;
    sim::for_each_block({0, 100'000}, draw, execution);
    return counts.cells();
  };
  auto const once = count(1), again = count(3);
  REQUIRE(once.size() == again.size());
  CHECK(once.size() < 40);
  for (std::size_t i = 0; i < once.size(); ++i) {
    CHECK(once[i].bins == again[i].bins);
    CHECK(once[i].d == again[i].d);
    CHECK(once[i].d_prime == again[i].d_prime);
  }
  CHECK(std::accumulate(once.begin(), once.end(), 0.0, [](double sum, Cell const& cell) { return sum + cell.d; }) ==
        100'000);
}

TEST_CASE("cells of many columns are kept apart", "[verify]") {
  constexpr std::size_t width = 12, many = 1 << width;  // every release of twelve flags once, under either dataset
  std::vector<double> flags(width * many);
  for (std::size_t j = 0; j < width; ++j)
    for (std::size_t i = 0; i < many; ++i) flags[j * many + i] = static_cast<double>(i >> j & 1);
  mechanisms::ConstBatch const d{flags.data(), many, width};
  auto const copy = flags;
  mechanisms::ConstBatch const d_prime{copy.data(), many, width};
  auto const cells = cells_of(axes_of(d, d_prime, 12, {}), d, d_prime);
  CHECK(cells.size() == many);
  CHECK(std::ranges::all_of(cells, [](Cell const& cell) { return cell.d == 1 && cell.d_prime == 1; }));
}
