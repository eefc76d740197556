#include "mechanisms/external/remembered.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "mechanisms/external/arms.hpp"
#include "sim/driver.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::mechanisms;
using namespace warner::mechanisms::external;

namespace {

/// Counts the releases that it is asked for, and never makes the same one twice.
struct Counting {
  std::shared_ptr<std::atomic<std::uint64_t>> asked = std::make_shared<std::atomic<std::uint64_t>>();

  std::vector<Column> columns(Dataset const&) const { return {{"y"}, {"arm"}}; }
  Guarantee guarantee() const { return PureDp{1}; }
  void release(Dataset const& arm, sim::Stream&, Batch out) const {
    for (std::size_t i = 0; i < out.releases(); ++i) out(i, 0) = static_cast<double>((*asked)++), out(i, 1) = arm[0];
  }
};

std::vector<double> block_of(AnyMechanism const& mechanism, Dataset const& arm, std::uint64_t block, std::size_t n) {
  Releases memory;
  auto const batch = memory.shaped(n, 2);
  sim::Stream stream{{1, sim::Purpose::test}, block};
  mechanism.release(arm, stream, batch);
  std::vector<double> all;
  for (std::size_t j = 0; j < 2; ++j) all.insert(all.end(), batch.column(j).begin(), batch.column(j).end());
  return all;
}

}  // namespace

TEST_CASE("a block that was asked for is not asked for again", "[mechanisms][external]") {
  Counting const counting;
  auto const mechanism = remembered(counting);
  auto const d = block_of(mechanism, arms().d, 0, 100), d_prime = block_of(mechanism, arms().d_prime, 0, 100),
             next = block_of(mechanism, arms().d, 1, 100);
  CHECK(*counting.asked == 300);
  CHECK(d != next);
  CHECK(d != d_prime);  // of one stream and block, as many: arms alone tell them apart
  CHECK(block_of(mechanism, arms().d, 0, 100) == d);
  CHECK(block_of(mechanism, arms().d_prime, 0, 100) == d_prime);
  CHECK(block_of(mechanism, arms().d, 1, 100) == next);
  CHECK(*counting.asked == 300);
  CHECK(mechanism.columns(arms().d).size() == 2);
}

TEST_CASE("beyond its room nothing is kept", "[mechanisms][external]") {
  Counting const counting;
  auto const mechanism = remembered(counting, 250);
  auto const first = block_of(mechanism, arms().d, 0, 100);
  block_of(mechanism, arms().d, 1, 100);
  CHECK(block_of(mechanism, arms().d, 0, 100) == first);
  block_of(mechanism, arms().d, 1, 100);
  CHECK(*counting.asked == 300);
}
