#include "results/figures/experiments/event.hpp"

#include <cmath>

#include "tests/support/catch.hpp"

using namespace warner::results;
using experiments::Event;

TEST_CASE("an event's gap is P - e^epsilon Q, exactly and as measured, and its band holds both", "[results]") {
  Event const event{.trials = 1000, .under_d = 310, .under_d_prime = 95, .p = 0.3, .q = 0.1};
  CHECK(event.exact_gap(0) == Approx(0.2));
  CHECK(event.exact_gap(std::log(2)) == Approx(0.1));
  for (auto const epsilon : {0.0, 0.5, 1.0}) {
    auto const band = event.gap(epsilon, 0.05, 1);
    CHECK(band.estimate == Approx(0.31 - std::exp(epsilon) * 0.095));
    CHECK(band.lower < event.exact_gap(epsilon));
    CHECK(band.upper > event.exact_gap(epsilon));
    auto const of_many = event.gap(epsilon, 0.05, 20);
    CHECK(of_many.lower < band.lower);
    CHECK(of_many.upper > band.upper);
  }
}

// Level 1e-6 for both comparisons together. 310 of 1000 are 0.7 standard deviations from 0.3 and 9.7 from 0.46.
TEST_CASE("an event agrees with the probabilities behind it, and not with others", "[results]") {
  Agreement right, wrong;
  Event const event{.trials = 1000, .under_d = 310, .under_d_prime = 95, .p = 0.3, .q = 0.1};
  auto other = event;
  other.p = 0.46;
  event.compare(right, "the event");
  other.compare(wrong, "another");
  for (auto const& comparison : right.judge()) CHECK(comparison.agrees());
  CHECK_FALSE(wrong.judge().front().agrees());
  CHECK(wrong.judge().back().agrees());
}
