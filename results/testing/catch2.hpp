#pragma once

// Catch2, version 3 or 2.13; the program that includes this brings it along.
#if __has_include(<catch2/matchers/catch_matchers_templated.hpp>)
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_templated.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <optional>
#include <string>
#include <utility>

#include "results/testing/privacy.hpp"

namespace warner::testing {

#if __has_include(<catch2/matchers/catch_matchers_templated.hpp>)
using CatchMatcher = Catch::Matchers::MatcherGenericBase;
#else
struct CatchMatcher {};  // version 2 takes whatever matches and says so
#endif

/// CHECK_THAT(mechanism, satisfies_dp(1).on(d, d_prime)): a test that fails where the claim is refuted. With `!` it is
/// for a twin that is broken on purpose, and fails where the claim is not refuted.
template <class Data>
class SatisfiesDpInCatch : public CatchMatcher, public Claim<SatisfiesDpInCatch, Data> {
 public:
  using Claim<SatisfiesDpInCatch, Data>::Claim;

  template <class M>
  bool match(M const& mechanism) const {
    auto const verdict = this->judge(mechanism);
    said_ = '\n' + verdict.message;
    return verdict.refuted == this->leaks();
  }
  std::string describe() const { return said_.empty() ? "satisfies differential privacy" : said_; }
  std::string toString() const { return describe(); }

  SatisfiesDpInCatch operator!() const { return this->opposite(); }

 private:
  mutable std::string said_{};  // Catch2 asks for words after it asked for the match
};

/// (epsilon, 0)-DP, to begin with.
inline SatisfiesDpInCatch<NoData> satisfies_dp(double epsilon) {
  return SatisfiesDpInCatch<NoData>{Terms{.epsilon = epsilon}, std::nullopt};
}

}  // namespace warner::testing
