#include "results/figures/tables/agreement.hpp"

#include <algorithm>

#include "tests/support/catch.hpp"
#include "verify/bounds/clopper_pearson.hpp"

using namespace warner::results;

// Level 1e-6 for the two comparisons together. 100,000 trials, exact 0.3: a count of 30,000 is the likeliest; a count
// that a law of 0.31 makes likeliest (31,000) is 6.9 standard deviations off.
TEST_CASE("agreement spares the likeliest count and refutes the likeliest count of another law", "[results]") {
  Agreement agreement;
  agreement.proportion("sound", 30'000, 100'000, 0.3);
  agreement.proportion("wrong", 31'000, 100'000, 0.3);
  auto const judged = agreement.judge();
  REQUIRE(judged.size() == 2);
  CHECK(judged[0].agrees());
  CHECK_FALSE(judged[1].agrees());
}

TEST_CASE("agreement accepts exactly the counts whose two tails exceed their share of the level", "[results]") {
  constexpr std::uint64_t n = 400;
  constexpr double p = 0.2, level = 0.01;
  for (std::uint64_t k = 0; k <= n; ++k) {
    Agreement agreement;
    agreement.proportion("k", k, n, p);
    auto const share = level / 2;
    auto const tail = std::min(warner::verify::binomial_at_least(k, n, p), warner::verify::binomial_at_most(k, n, p));
    if (std::abs(tail / share - 1) < 1e-6) continue;  // the bounds are pushed outward by a hair
    INFO("k = " << k);
    CHECK(agreement.judge(level).front().agrees() == (tail > share));
  }
}

TEST_CASE("a certified epsilon may be below the exact one, not above", "[results]") {
  auto const measured = [](warner::sim::Tally const& tally) {
    warner::verify::Measurement result{};
    result.tally = tally;
    return result;
  };
  auto const fair = measured({7'311, 2'689, 0}), leaky = measured({9'000, 1'000, 0});  // odds e, odds 9
  auto best_of_many = measured({7'560, 2'440, 0});  // 5.6 standard deviations above e: p = 1e-8
  Agreement agreement;
  agreement.certified("fair", fair, 1);
  agreement.certified("leaky", leaky, 1);
  agreement.certified("alone", best_of_many, 1);
  best_of_many.strategies = 1'000;
  agreement.certified("best of many", best_of_many, 1);
  auto const judged = agreement.judge();
  CHECK(judged[0].agrees());
  CHECK_FALSE(judged[1].agrees());
  CHECK_FALSE(judged[2].agrees());
  CHECK(judged[3].agrees());
}

// Level 1e-6 for the four together: 1200 of 10,000 are 10 standard deviations above 0.09 and 6.7 below 0.14.
TEST_CASE("agreement takes a bound from its side alone", "[results]") {
  Agreement agreement;
  agreement.at_most("well below", 1'200, 10'000, 0.9);
  agreement.at_least("well above", 1'200, 10'000, 0.01);
  agreement.at_most("too many", 1'200, 10'000, 0.09);
  agreement.at_least("too few", 1'200, 10'000, 0.14);
  auto const judged = agreement.judge();
  CHECK(judged[0].agrees());
  CHECK(judged[1].agrees());
  CHECK_FALSE(judged[2].agrees());
  CHECK_FALSE(judged[3].agrees());
}
