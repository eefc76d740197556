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

TEST_CASE("Clopper-Pearson refuses nonsense", "[verify]") {
  CHECK_THROWS_AS(clopper_pearson_lower(2, 1, 0.05), std::invalid_argument);
  CHECK_THROWS_AS(clopper_pearson_upper(1, 1, 0), std::invalid_argument);
  CHECK_THROWS_AS(clopper_pearson_upper(1, 1, std::nan("")), std::invalid_argument);
}
