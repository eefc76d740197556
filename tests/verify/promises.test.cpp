#include "tests/verify/promises.hpp"

#include <iostream>

#include "tests/support/catch.hpp"

using namespace warner::verify::promises;

namespace {

/// What is printed and has no row, with where it is held, if it is.
constexpr char const* not_covered =
    "not covered by these rows:\n"
    "  measure --all, --pair all and --pairs: the family-wise level is a union bound over rows above (two and three "
    "pairs: the figure `calibration`)\n"
    "  --pair search: the pair is chosen before the first certifying trial (three pairs: the figure `calibration`)\n"
    "  --plugin: the same conversation as --exec, in which nothing statistical differs\n"
    "  the power of a check that has to learn its strategy: `plan` promises it of one who knows it (the figure "
    "`time-to-refutation` sets both side by side)\n"
    "  plan for whole trade-off functions, and the detectable epsilon and the blind spot of such checks: of the lines "
    "alone, and of one round\n"
    "  mu_lower_bound of a check of a claimed mu, where less is claimed than is true: check.test.cpp\n"
    "  estimates (epsilon_estimate, probability_d, profile's estimate and `tests' <=`): they promise nothing\n"
    "  compose, and the exact profile and tradeoff: certified by arithmetic, not by trials\n"
    "  the sufficiency of a mechanism's own trials: that recorded rows are independent, and that a program does not "
    "count\n";

void hold(std::vector<Repeated> const& rows, bool nightly) {
  auto const broken = broken_among(rows, nightly);
  CAPTURE(broken);
  CHECK(broken.empty());
}

}  // namespace

// Exact binomial tests at 1e-6 each, some hundreds of them. Draws are those of fixed seeds, but for the durations of
// timed rows.
TEST_CASE("what is printed holds as often as it is promised to, in short", "[verify][statistical]") {
  for (auto const part :
       {bounds_of_fixed_length, bounds_at_all_times, measurements, checks, curves, plans, programs, utilities})
    hold(part(), false);
  std::cout << not_covered;
}

// The same at length, each some minutes.
TEST_CASE("bounds of fixed length hold as often as promised", "[verify][statistical][calibration]") {
  hold(bounds_of_fixed_length(), true);
}
TEST_CASE("bounds at all times hold as often as promised", "[verify][statistical][calibration]") {
  hold(bounds_at_all_times(), true);
}
TEST_CASE("measurements hold as often as promised", "[verify][statistical][calibration]") {
  hold(measurements(), true);
}
TEST_CASE("checks hold as often as promised", "[verify][statistical][calibration]") { hold(checks(), true); }
TEST_CASE("measured curves hold as often as promised", "[verify][statistical][calibration]") { hold(curves(), true); }
TEST_CASE("plans and records hold as often as promised", "[verify][statistical][calibration]") { hold(plans(), true); }
TEST_CASE("audits of programs and of recorded releases hold as often as promised",
          "[verify][statistical][calibration]") {
  hold(programs(), true);
}

TEST_CASE("claims and bounds of accuracy hold as often as promised", "[verify][statistical][calibration]") {
  hold(utilities(), true);
}

// The rows' own twin: a promise that is not kept is found.
TEST_CASE("a promise that is not kept is found", "[verify][statistical]") {
  auto const one_in = [](std::uint64_t k) {
    return [k](std::uint64_t seed) { return std::vector<bool>{seed % k == 0}; };
  };
  CHECK(broken_among({{"twin", "one in ten", {{"happens", 0.1}}, 400, 400, one_in(10)}}, false).empty());
  CHECK(broken_among({{"twin", "one in five", {{"happens", 0.1}}, 400, 400, one_in(5)}}, false).size() == 1);
  CHECK(broken_among({{"twin", "one in two", {{"happens", 0.5, false}}, 400, 400, one_in(2)}}, false).empty());
  CHECK(broken_among({{"twin", "one in three", {{"happens", 0.5, false}}, 400, 400, one_in(3)}}, false).size() == 1);
}
