#if !__has_include(<catch2/catch_test_macros.hpp>)  // version 2 has its main program in the header
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#else
#include <catch2/catch_test_macros.hpp>
#endif

#include "consumer/matchers.hpp"
#include "results/testing/catch2.hpp"

using warner::testing::satisfies_dp;

TEST_CASE("counts are private") {
  CHECK_THAT(CountForties{0.5}, satisfies_dp(0.7).on(everybody, without_ann).within(1e5));
  CHECK_THAT(NoisyAnswer{1}, satisfies_dp(1).on({0}, {1}).within(1e5));
}

TEST_CASE("broken twins leak") {
  CHECK_THAT(CountForties{0.7}, !satisfies_dp(0.7).on(everybody, without_ann));
  CHECK_THAT(NoisyAnswer{0.5}, !satisfies_dp(1).delta(1e-6).on({0}, {1}).at_level(1e-9));
}

TEST_CASE("fails: refuted", "[.]") { CHECK_THAT(CountForties{0.7}, satisfies_dp(0.7).on(everybody, without_ann)); }

TEST_CASE("fails: no leak", "[.]") { CHECK_THAT(NoisyAnswer{1}, !satisfies_dp(1).on({0}, {1}).within(1e4)); }
