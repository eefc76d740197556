#include "verify/bounds/clopper_pearson.hpp"

#include <cmath>
#include <stdexcept>

#include "tests/support/catch.hpp"

using namespace warner::verify;

TEST_CASE("Clopper-Pearson bounds satisfy their defining equation and are pushed outward", "[verify]") {
  struct Case {
    std::uint64_t k, n;
  };
  for (auto const level : {0.5, 0.1, 0.05, 1e-3, 1e-9})
    for (auto const [k, n] : {Case{1, 1}, Case{1, 2}, Case{5, 10}, Case{5, 9}, Case{0, 7}, Case{7, 7}, Case{3, 1000},
                              Case{997, 1000}, Case{500'000, 1'000'000}, Case{999'999, 1'000'000},
                              Case{500'000'000, 1'000'000'000}, Case{1, 1'000'000'000}}) {
      CAPTURE(k, n, level);
      auto const lower = clopper_pearson_lower(k, n, level), upper = clopper_pearson_upper(k, n, level);
      CHECK(0 <= lower);
      CHECK(lower <= upper);
      CHECK(upper <= 1);
      if (k > 0) {
        CHECK(binomial_at_least(k, n, lower) <= level);               // never above the level
        CHECK(binomial_at_least(k, n, lower) >= level * (1 - 1e-6));  // and not far below
      } else {
        CHECK(lower == 0);
      }
      if (k < n) {
        CHECK(binomial_at_most(k, n, upper) <= level);
        if (1 - upper > 1e-9)
          CHECK(binomial_at_most(k, n, upper) >= level * (1 - 1e-6));  // nearer to 1 a double has no digits left
      } else {
        CHECK(upper == 1);
      }
    }
}

TEST_CASE("Clopper-Pearson is exact where the library's quantile throws: a = b = 5, p = 1/2", "[verify]") {
  // Pr[Binomial(9, 1/2) >= 5] = 1/2 by symmetry, so the lower bound for 5 of 9 at level 1/2 is 1/2.
  CHECK(clopper_pearson_lower(5, 9, 0.5) == Catch::Approx(0.5).epsilon(1e-8));
  CHECK(clopper_pearson_upper(4, 9, 0.5) == Catch::Approx(0.5).epsilon(1e-8));
}

TEST_CASE("binomial tails agree with sums of the mass", "[verify]") {
  auto const mass = [](int k, int n, double p) {
    return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(p) +
                    (n - k) * std::log1p(-p));
  };
  for (auto const p : {0.01, 0.3, 0.5, 0.9})
    for (int k = 0; k <= 20; ++k) {
      double at_least = 0;
      for (int i = k; i <= 20; ++i) at_least += mass(i, 20, p);
      CHECK(binomial_at_least(k, 20, p) == Catch::Approx(at_least).epsilon(1e-10));
      CHECK(binomial_at_most(k, 20, p) == Catch::Approx(1 - at_least + mass(k, 20, p)).epsilon(1e-9).margin(1e-12));
    }
}

// The lower bounds to 22 digits: the density of the beta distribution integrated with 50 digits (mpmath's quad), and
// the tail inverted. The upper bound for k of n is one less the lower one for n - k.
TEST_CASE("Clopper-Pearson bounds of 10^15 trials, and of 2^53, hold, and are close to the true ones", "[verify]") {
  struct Case {
    std::uint64_t k, n;
    double level, lower;
  };
  constexpr auto loose = 2e-3;  // standard deviations that a bound may give away
  for (auto const& [k, n, level, truth] : {Case{10u, 1000000000000000u, 0.05, 5.425405697091302334301e-15},
                                           {10u, 1000000000000000u, 1e-9, 6.021348388694628934533e-16},
                                           {1000000u, 1000000000000000u, 0.05, 9.98355715084538109456e-10},
                                           {1000000u, 1000000000000000u, 1e-9, 9.940138460520262716857e-10},
                                           {250000000000000u, 1000000000000000u, 0.05, 0.2499999774769141523695},
                                           {250000000000000u, 1000000000000000u, 1e-9, 0.249999917871650636888},
                                           {500000000000000u, 1000000000000000u, 0.05, 0.4999999739925801062221},
                                           {500000000000000u, 1000000000000000u, 1e-9, 0.4999999051663438322009},
                                           {750000000000000u, 1000000000000000u, 0.05, 0.749999977476913083855},
                                           {750000000000000u, 1000000000000000u, 1e-9, 0.7499999178716384789915},
                                           {999000000000000u, 1000000000000000u, 0.05, 0.9989999983559674391935},
                                           {999000000000000u, 1000000000000000u, 1e-9, 0.9989999940051800050125},
                                           {10u, 9007199254740992u, 0.05, 6.023410322843251967274e-16},
                                           {10u, 9007199254740992u, 1e-9, 6.685039620418338721985e-17},
                                           {9007199u, 9007199254740992u, 0.05, 9.994519694684633036839e-10},
                                           {9007199u, 9007199254740992u, 1e-9, 9.980027959956023009916e-10},
                                           {2251799813685248u, 9007199254740992u, 0.05, 0.2499999924953056768413},
                                           {2251799813685248u, 9007199254740992u, 1e-9, 0.2499999726348250546994},
                                           {4503599627370496u, 9007199254740992u, 0.05, 0.4999999913343253647741},
                                           {4503599627370496u, 9007199254740992u, 1e-9, 0.4999999684014169871006},
                                           {6755399441055744u, 9007199254740992u, 0.05, 0.7499999924953055582123},
                                           {6755399441055744u, 9007199254740992u, 1e-9, 0.7499999726348237049018},
                                           {8998192055486252u, 9007199254740992u, 0.05, 0.9989999994522086547907}}) {
    CAPTURE(k, n, level);
    auto const trials = static_cast<double>(n), successes = static_cast<double>(k);
    auto const deviation = std::sqrt(successes * (trials - successes) / trials) / trials;
    auto const lower = clopper_pearson_lower(k, n, level);
    CHECK(lower <= truth);
    CHECK(truth - lower <= loose * deviation);
    auto const upper = clopper_pearson_upper(n - k, n, level);
    if (2 * k > n) continue;  // 1 - upper is exact from 1/2 on
    CHECK(1 - upper <= truth);
    CHECK(truth - (1 - upper) <= loose * deviation + 0x1p-52);
  }
}

TEST_CASE("Clopper-Pearson refuses nonsense", "[verify]") {
  CHECK_THROWS_AS(clopper_pearson_lower(2, 1, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(clopper_pearson_lower(1, (std::uint64_t{1} << 53) + 1, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(clopper_pearson_upper(1, ~std::uint64_t{0}, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(clopper_pearson_upper(1, 1, 0), std::invalid_argument);
  CHECK_THROWS_AS(clopper_pearson_upper(1, 1, std::nan("")), std::invalid_argument);
}
