#include "verify/game/arms.hpp"

#include <algorithm>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"

using namespace warner;
using namespace warner::verify;

TEST_CASE("each arm of a block releases its dataset from the stream of that arm, block and purpose", "[verify]") {
  toys::Laplace const laplace;
  mechanisms::AnyMechanism const mechanism{laplace};
  Arms const arms{mechanism, toys::zero_one, sim::Purpose::search, 11, sim::Generator::philox};
  CHECK(arms.width() == 1);
  mechanisms::Releases memory;
  std::vector<sim::Arm> asked;
  arms.release(7, 30, 20, memory, [&](sim::Arm arm, mechanisms::ConstBatch releases) {
    asked.push_back(arm);
    std::vector<double> expected(arm == sim::Arm::d ? 30 : 20);
    sim::Stream stream{{11, sim::Purpose::search, arm, sim::Generator::philox}, 7};
    laplace.release(arm == sim::Arm::d ? toys::zero_one.d : toys::zero_one.d_prime, stream,
                    {expected.data(), expected.size(), 1});
    CHECK(std::ranges::equal(releases.column(0), expected));
  });
  CHECK(asked == std::vector{sim::Arm::d, sim::Arm::d_prime});
}

TEST_CASE("an arm without releases is asked for none", "[verify]") {
  mechanisms::AnyMechanism const mechanism{toys::Laplace{}};
  Arms const arms{mechanism, toys::zero_one, sim::Purpose::certify, 1, sim::Generator::ars};
  mechanisms::Releases memory;
  std::vector<sim::Arm> asked;
  auto const note = [&](sim::Arm arm, mechanisms::ConstBatch) { asked.push_back(arm); };
  arms.release(0, 0, 5, memory, note);
  arms.release(0, 5, 0, memory, note);
  arms.release(0, 0, 0, memory, note);
  CHECK(asked == std::vector{sim::Arm::d_prime, sim::Arm::d});
}
