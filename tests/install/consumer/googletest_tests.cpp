#include <gtest/gtest.h>

#include "consumer/matchers.hpp"
#include "results/testing/googletest.hpp"

using testing::Not;
using warner::testing::SatisfiesDp;

TEST(Counts, ArePrivate) {
  EXPECT_THAT(CountForties{0.5}, SatisfiesDp(0.7).on(everybody, without_ann).within(1e5));
  EXPECT_THAT(NoisyAnswer{1}, SatisfiesDp(1).on({0}, {1}).within(1e5));
}

TEST(Counts, BrokenTwinsLeak) {
  EXPECT_THAT(CountForties{0.7}, Not(SatisfiesDp(0.7).on(everybody, without_ann)));
  EXPECT_THAT(NoisyAnswer{0.5}, Not(SatisfiesDp(1).delta(1e-6).on({0}, {1}).at_level(1e-9)));
}

TEST(Fails, Refuted) { EXPECT_THAT(CountForties{0.7}, SatisfiesDp(0.7).on(everybody, without_ann)); }

TEST(Fails, NoLeak) { EXPECT_THAT(NoisyAnswer{1}, Not(SatisfiesDp(1).on({0}, {1}).within(1e4))); }
