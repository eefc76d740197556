#include "mechanisms/noise/poisson_binomial.hpp"

#include "sim/variates.hpp"
#include "tests/mechanisms/noise/sampler_checks.hpp"

using warner::mechanisms::noise::PoissonBinomial;
using namespace warner;
using namespace warner::tests;

namespace {

/// Sixty-four coins of the probabilities 1 / 65, .., 64 / 65 and a factor.
std::vector<double> coins(double factor = 1) {
  std::vector<double> p;
  for (int i = 1; i <= 64; ++i) p.push_back(factor * i / 65);
  return p;
}

}  // namespace

TEST_CASE("PoissonBinomial draws follow the law, and with coins 0.95 times as likely they do not",
          "[mechanisms][noise][statistical]") {
  auto const wrong = coins(0.95);
  check_discrete(PoissonBinomial{coins()}, PoissonBinomial{wrong}, "poisson binomial");
}

// The plain way to draw it, coin by coin, as the oracle: chi-squared at level 1e-9.
TEST_CASE("PoissonBinomial is the law of a sum of coins", "[mechanisms][noise][statistical]") {
  PoissonBinomial const law{coins()};
  std::vector<double> sums(1 << 17);
  sim::Stream stream{sim::Address{seed_of("poisson binomial/coins")}, 0};
  std::vector<std::uint64_t> thresholds;
  for (auto const p : coins()) thresholds.push_back(sim::bernoulli_threshold(p));
  for (auto& sum : sums)
    for (auto const threshold : thresholds) sum += stream.word() < threshold ? 1 : 0;
  CHECK_FALSE(chi_squared(sums, [&](double k) { return law.pmf(k); }).refutes_at_1e9());
}

TEST_CASE("PoissonBinomial: masses, distribution function and moments agree, with the binomial's too",
          "[mechanisms][noise]") {
  PoissonBinomial const law{coins()};
  check_mass(law, 0, 64);
  double mean = 0, variance = 0;
  for (auto const p : coins()) mean += p, variance += p * (1 - p);
  CHECK(law.mean() == Catch::Approx(mean).epsilon(1e-14));
  CHECK(law.variance() == Catch::Approx(variance).epsilon(1e-14));
  std::vector<double> const alike(10, 0.25);
  CHECK(PoissonBinomial{alike}.pmf(2) == Catch::Approx(45 * std::pow(0.25, 2) * std::pow(0.75, 8)).epsilon(1e-14));
}

TEST_CASE("PoissonBinomial: none, certain and many coins", "[mechanisms][noise]") {
  CHECK(PoissonBinomial{{}}.pmf(0) == 1);
  std::vector<double> const certain{1, 0, 1}, many_coins(255, 0.5);
  for (auto const x : draws(PoissonBinomial{certain}, "poisson binomial/certain", 1000)) CHECK(x == 2);
  CHECK(PoissonBinomial{many_coins}.mean() == Catch::Approx(127.5).epsilon(1e-14));
  check_one_by_one(PoissonBinomial{many_coins});
}

TEST_CASE("PoissonBinomial refuses too many coins, and probabilities that are none", "[mechanisms][noise]") {
  std::vector<double> const too_many(256, 0.5), impossible{0.5, 1.5};
  CHECK_THROWS_AS(PoissonBinomial{too_many}, std::invalid_argument);
  CHECK_THROWS_AS(PoissonBinomial{impossible}, std::invalid_argument);
}
