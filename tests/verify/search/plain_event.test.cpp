#include "verify/search/plain_event.hpp"

#include "tests/support/catch.hpp"
#include "verify/scores/rule.hpp"

using namespace warner::verify;

namespace {

using Kind = Feature::Kind;

/// A feature whose values 0 and 1 came so often under D and under D', of a thousand each.
Candidate cut(Kind kind, double d, double d_prime) {
  return {Bins{{kind, 0}, {}, {0}}, {{0, 1000 - d, 1000 - d_prime, 0}, {1, d, d_prime, 1}}, 2000, true};
}

}  // namespace

TEST_CASE("the plainest of nearly equal events is taken", "[verify]") {
  Target const target{.trials = 100'000};
  auto const worth = [&](std::vector<Candidate> const& candidates) {
    return plainest_event(candidates, target, -1).value();
  };
  auto const plain = worth({cut(Kind::gap, 801, 200), cut(Kind::coordinate, 800, 200)});
  CHECK(plain.bins.feature.kind == Kind::coordinate);
  CHECK(plain.says_d);
  CHECK(plain.probability_d == 0.8);
  CHECK(plain.probability_d_prime == 0.2);
  CHECK(plain_event({plain.bins, 1, 0, 1, plain}) == "y[0] >= 0.5");
  CHECK(worth({cut(Kind::gap, 900, 100), cut(Kind::coordinate, 800, 200)}).bins.feature.kind == Kind::gap);
  CHECK_FALSE(worth({cut(Kind::coordinate, 20, 500)}).says_d);
  CHECK_FALSE(plainest_event({cut(Kind::coordinate, 500, 500)}, target, -1));
  CHECK_FALSE(plainest_event({}, target, 1));
}

TEST_CASE("bins of a learned score come to the set of values where it is high", "[verify]") {
  Candidate const learned{
      Bins{{Kind::coordinate, 0}, {0.5, 1.5, 2.5}, {1, -1, 1, -1}}, {{-1, 200, 800, -1}, {1, 800, 200, 1}}, 2000};
  auto const plain = plainest_event({learned}, {.trials = 100'000}, 1).value();
  CHECK(plain_event({plain.bins, 1, 0, 1, plain}) == "y[0] < 0.5 or 1.5 <= y[0] < 2.5");
}
