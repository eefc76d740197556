#include "results/figures/experiments/watched_coin.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/seed.hpp"
#include "verify/bounds/clopper_pearson.hpp"

using namespace warner;
using results::experiments::WatchedCoin;

namespace {

bool two_ahead(sim::Tally const& tally) { return tally.right >= tally.wrong + 2; }

}  // namespace

TEST_CASE("the chance that a watched rule ever refutes is added up over all paths", "[results]") {
  CHECK(WatchedCoin{1, two_ahead}.probability(0.25) == 0);
  CHECK(WatchedCoin{2, two_ahead}.probability(0.25) == Catch::Approx(0.0625));
  CHECK(WatchedCoin{4, two_ahead}.probability(0.25) ==
        Catch::Approx(0.0625 + 2 * 0.25 * 0.75 * 0.0625));  // RR, and RW or WR before RR
  CHECK(WatchedCoin{2000, two_ahead}.probability(0.25) ==
        Catch::Approx(1 / 9.0).epsilon(1e-12));  // the gambler's ruin: (p / q)^2
}

// 20,000 walks: the exact chance is spared at 1e-9, and one that is five per cent larger is not (7.3 standard
// deviations).
TEST_CASE("runs of a watched coin refute as often as the sum over paths says", "[results][statistical]") {
  WatchedCoin const coin{100, two_ahead};
  sim::Stream stream{sim::Address{tests::seed_of("a watched coin"), sim::Purpose::test}, 0};
  constexpr std::uint64_t walks = 20'000;
  std::uint64_t refuted = 0;
  for (std::uint64_t i = 0; i < walks; ++i) refuted += coin.refutes(stream, 0.45);
  auto const exact = coin.probability(0.45);
  CHECK(verify::binomial_at_least(refuted, walks, exact) > 5e-10);
  CHECK(verify::binomial_at_most(refuted, walks, exact) > 5e-10);
  CHECK(verify::binomial_at_most(refuted, walks, 1.05 * exact) < 1e-9);
}
