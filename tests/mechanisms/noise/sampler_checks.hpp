#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/chi_squared.hpp"
#include "tests/support/draws.hpp"
#include "tests/support/integral.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"
#include "tests/support/moments.hpp"

// What every law is held to. Each check of a sampler is at level 1e-9 for a sound one, whatever the seed. A wrong twin
// at 1.05 of the scale lies at least 9 beyond in the units of Kolmogorov-Smirnov (1024 x 0.0488 x max |x f(x)|, at
// least 0.18 for our laws, and the critical value is 3.3), so it is missed with probability below 1e-25.
namespace warner::tests {

/// The draws of a continuous law follow its distribution function and have its moments; the wrong twin's do not.
template <class Law>
void check_continuous(Law const& law, std::vector<double> const& wrong, std::string const& label) {
  auto const cdf = [&](double x) { return law.cdf(x); };
  auto const sample = draws(law, label);
  CHECK(kolmogorov_smirnov(sample, cdf) < ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(wrong, cdf) > ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(single_draws(law, label + "/single"), cdf) < ks_refutes_at_1e9);
  auto const errors = moment_errors(sample, law.mean(), law.variance());
  CHECK(std::fabs(errors.mean) < 6.1);
  CHECK(std::fabs(errors.variance) < 6.1);
}

template <class Law>
void check_continuous(Law const& law, Law const& wrong, std::string const& label) {
  check_continuous(law, draws(wrong, label + "/wrong"), label);
}

/// The same for a law on the integers, by its mass function.
template <class Law>
void check_discrete(Law const& law, Law const& wrong, std::string const& label) {
  auto const pmf = [&](double x) { return law.pmf(x); };
  auto const sample = draws(law, label);
  CHECK_FALSE(chi_squared(sample, pmf).refutes_at_1e9());
  CHECK(chi_squared(draws(wrong, label + "/wrong"), pmf).refutes_at_1e9());
  CHECK_FALSE(chi_squared(single_draws(law, label + "/single"), pmf).refutes_at_1e9());
  auto const errors = moment_errors(sample, law.mean(), law.variance());
  CHECK(std::fabs(errors.mean) < 6.1);
  CHECK(std::fabs(errors.variance) < 6.1);
}

/// The density integrates to the distribution function over [from, 0] and [0, to], and its logarithm is its logarithm.
template <class Law>
void check_density(Law const& law, double from, double to) {
  auto const pdf = [&](double x) { return law.pdf(x); };
  for (double const edge : {0.1, 0.5, 1.0}) {
    if (from < 0)
      CHECK(integral(pdf, from * edge, 0) == Catch::Approx(law.cdf(0) - law.cdf(from * edge)).epsilon(1e-9));
    CHECK(integral(pdf, 0, to * edge) == Catch::Approx(law.cdf(to * edge) - law.cdf(0)).epsilon(1e-9));
    CHECK(law.log_pdf(to * edge) == Catch::Approx(std::log(law.pdf(to * edge))).epsilon(1e-12));
  }
  auto const mean = integral([&](double x) { return x * law.pdf(x); }, from, 0) +
                    integral([&](double x) { return x * law.pdf(x); }, 0, to);
  auto const second = integral([&](double x) { return x * x * law.pdf(x); }, from, 0) +
                      integral([&](double x) { return x * x * law.pdf(x); }, 0, to);
  CHECK(mean == Catch::Approx(law.mean()).epsilon(1e-6).margin(1e-6));
  CHECK(second - mean * mean == Catch::Approx(law.variance()).epsilon(1e-6));
}

/// The mass function sums to the distribution function, to one, and to the moments.
template <class Law>
void check_mass(Law const& law, int from, int to) {
  double sum = 0, mean = 0, second = 0;
  for (int z = from; z <= to; ++z) {
    auto const mass = law.pmf(z);
    sum += mass;
    mean += z * mass;
    second += static_cast<double>(z) * z * mass;
    CHECK(law.cdf(z) == Catch::Approx(sum).epsilon(1e-11).margin(1e-12));
    CHECK(law.cdf(z + 0.5) == law.cdf(z));
    CHECK(law.pmf(z + 0.5) == 0);
    CHECK(std::exp(law.log_pmf(z)) == Catch::Approx(mass).epsilon(1e-12));
  }
  CHECK(sum == Catch::Approx(1).epsilon(1e-11));
  CHECK(mean == Catch::Approx(law.mean()).epsilon(1e-9).margin(1e-9));
  CHECK(second - mean * mean == Catch::Approx(law.variance()).epsilon(1e-9));
}

/// A law that takes one word a draw: a fill is the draws one by one, around the location.
template <class Law>
void check_one_by_one(Law const& law) {
  constexpr std::size_t n = 1003;
  auto const key = sim::key_of({seed_of("one by one"), sim::Purpose::test});
  sim::Stream single{key, 5};
  sim::Stream batch{key, 5};
  sim::Stream moved{key, 5};
  std::vector<double> at_zero(n), at_three(n);
  law.fill(batch, 0, at_zero);
  law.fill(moved, 3, at_three);
  for (std::size_t i = 0; i < n; ++i) {
    CHECK(law(single) == at_zero[i]);
    CHECK(at_three[i] == Catch::Approx(3 + at_zero[i]).margin(1e-14));
  }
}

}  // namespace warner::tests
