#pragma once

#include <optional>
#include <ostream>

#include <gmock/gmock.h>

#include "results/testing/privacy.hpp"

namespace warner::testing {

/// EXPECT_THAT(mechanism, SatisfiesDp(1).on(d, d_prime)): a test that fails where the claim is refuted. Within
/// ::testing::Not it is for a twin that is broken on purpose, and fails where the claim is not refuted.
template <class Data>
class SatisfiesDpInGoogleTest : public Claim<SatisfiesDpInGoogleTest, Data> {
 public:
  using is_gtest_matcher = void;
  using Claim<SatisfiesDpInGoogleTest, Data>::Claim;

  template <class M>
  bool MatchAndExplain(M const& mechanism, ::testing::MatchResultListener* listener) const {
    auto const verdict = this->judge(mechanism);
    *listener << verdict.message;
    return !verdict.refuted;
  }
  void DescribeTo(std::ostream* out) const { *out << "satisfies " << claim(); }
  void DescribeNegationTo(std::ostream* out) const { *out << "leaks more than " << claim(); }

 private:
  std::string claim() const { return claim_of(this->terms()); }
};

/// (epsilon, 0)-DP, to begin with.
inline SatisfiesDpInGoogleTest<NoData> SatisfiesDp(double epsilon) {
  return SatisfiesDpInGoogleTest<NoData>{Terms{.epsilon = epsilon}, std::nullopt};
}

}  // namespace warner::testing
